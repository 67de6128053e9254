// The tools that a model is offered: what each is called, takes and does. A tool is a method of
// JSON mode by the same name.

import JSON

/// A tool of the Model Context Protocol.
public struct MCPTool: Hashable, Sendable {
  /// What a call does to the house, as a client that asks its person first wants to know.
  enum Care: Hashable, Sendable {
    /// Nothing.
    case reads
    /// Something new is there each time.
    case adds
    /// What was there is otherwise or gone; the same call again does nothing more.
    case replaces
    /// Anything that can be said.
    case obeys
  }

  /// The name of the tool, and of the method that it asks.
  public let name: String
  let title: String
  let meaning: String
  let care: Care
  let arguments: [MCPArgument]

  /// The tool of that name.
  public static func named(_ name: String) -> MCPTool? { all.first { $0.name == name } }

  /// The tool as `tools/list` tells it: the same octets whatever is in the house, so that nobody
  /// who writes a title can write here.
  func members(within limits: ProtocolLimits) -> JSONObject {
    [
      "name": .string(name), "title": .string(title), "description": .string(meaning),
      "inputSchema": .object(arguments.schema(within: limits)),
      "annotations": .object(care.annotations),
    ]
  }

  /// The reply to a call with an argument that is missing, cannot be taken, or is none: what to
  /// write instead, for a model reads it and tries again.
  public func refusal(of field: String, because words: String?) -> Reply {
    var refusal = Reply(.malformed, name: .protoArgs, lines: [self.words(for: field, words)])
    refusal.field = field
    return refusal
  }
}

extension MCPTool.Care {
  fileprivate var annotations: JSONObject {
    switch self {
    case .reads: ["readOnlyHint": true, "openWorldHint": false]
    case .adds:
      [
        "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false,
        "openWorldHint": true,
      ]
    case .replaces:
      [
        "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true,
        "openWorldHint": true,
      ]
    case .obeys:
      [
        "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false,
        "openWorldHint": true,
      ]
    }
  }
}

// MARK: - The table

extension MCPTool {
  /// All tools, in the order in which they are listed.
  public static let all = [
    MCPTool(
      name: "rooms", title: "List rooms",
      meaning: "The rooms, perhaps only those that fit, with what is free in each on one day.",
      care: .reads, arguments: [day("today")] + fitting),
    MCPTool(
      name: "openings", title: "Find what is free",
      meaning: "Which rooms are free in a span or on a day; with `room`, whether that one is.",
      care: .reads,
      arguments: [day("today"), room("one room")] + span(isRequired: false) + fitting),
    MCPTool(
      name: "book", title: "Book a room",
      meaning: "Books a room and sends each attendee a pass by e-mail. What is taken comes back "
        + "with choices and is not booked.",
      care: .adds,
      arguments: span(isRequired: true) + [room("without it the smallest that fits is taken")]
        + fitting + texts + [attendees("all who are to come")]),
    MCPTool(
      name: "change", title: "Change a booking",
      meaning:
        "Changes what is named of a booking; all else stays. A start alone keeps the length.",
      care: .replaces,
      arguments: [reference(isRequired: true), room("where it is to be")] + span(isRequired: false)
        + texts + [attendees("all who are to come: whoever is left out is taken off")]),
    MCPTool(
      name: "cancel", title: "Cancel a booking",
      meaning: "Cancels a booking; `say` with \"undo\" brings it back.", care: .replaces,
      arguments: [reference(isRequired: true)]),
    MCPTool(
      name: "bookings", title: "List bookings",
      meaning: "The speaker's own bookings; with `ref` one of them, with `room` those of a room.",
      care: .reads,
      arguments: [reference(isRequired: false), room("whose bookings to list"), day("today")]),
    MCPTool(
      name: "say", title: "Say it in words",
      meaning:
        "Says a sentence in English or German, as a person would: for series, waiting, undo, "
        + "passes, questions about rules, and to answer what was asked or pick a choice.",
      care: .obeys,
      arguments: [
        MCPArgument("text", .words(.said), isRequired: true, "what is said"),
        MCPArgument("profile", .object(person), "who \"me\" is in what is said"),
      ]),
  ]

  private static func day(_ otherwise: String) -> MCPArgument {
    MCPArgument("date", .date, "the day, as 2026-11-25; without it \(otherwise)")
  }

  private static func room(_ meaning: String) -> MCPArgument {
    MCPArgument("room", .text, "a room by its whole name; \(meaning)")
  }

  private static func reference(isRequired: Bool) -> MCPArgument {
    MCPArgument("ref", .reference, isRequired: isRequired, "the number of a booking, as B1")
  }

  private static func span(isRequired: Bool) -> [MCPArgument] {
    [
      MCPArgument(
        "start", .moment, isRequired: isRequired,
        "when it begins: 2026-11-25T10:00 on the clocks of the house, or RFC 3339 with an offset"),
      MCPArgument("end", .moment, "when it ends, written as `start`; needs `start`"),
      MCPArgument("minutes", .count, "how long, instead of `end`"),
    ]
  }

  private static let fitting = [
    MCPArgument("seats", .count, "for how many people"),
    MCPArgument("floor", .text, "on which floor"),
    MCPArgument("location", .text, "where"),
    MCPArgument("equipment", .texts, "what must be in it"),
  ]

  private static let texts = [
    MCPArgument("title", .words(.rule), "what it is called"),
    MCPArgument("description", .words(.rule), "what it is about"),
    MCPArgument("private", .flag, "whether others read only that the room is taken"),
  ]

  private static func attendees(_ meaning: String) -> MCPArgument {
    MCPArgument("attendees", .objects(attendee), "\(meaning); each is sent a pass")
  }

  private static let attendee = [
    MCPArgument("email", .text, isRequired: true, "the address to which the pass goes"),
    MCPArgument("name", .text, "the full name; asked for if the pass needs it"),
    MCPArgument("phone", .text, "the telephone number, as it is written where the house stands"),
  ]

  private static let person = [
    MCPArgument("name", .text, "the full name"),
    MCPArgument("email", .text, "the e-mail address"),
    MCPArgument("phone", .text, "the telephone number"),
  ]
}
