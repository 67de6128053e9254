// What whoever runs the process should know: a line for people, an object for programs. It holds no
// names, addresses or numbers of people.

public import CivilTime
public import JSON
internal import LineProtocol

/// One thing that has happened.
public struct LogRecord: Hashable, Sendable {
  /// How much it matters.
  public enum Level: String, Hashable, Sendable {
    case info
    case warning
    case error

    /// As syslog(3) counts.
    public var severity: Int {
      switch self {
      case .info: 6
      case .warning: 4
      case .error: 3
      }
    }
  }

  /// How much it matters.
  public let level: Level
  /// What has happened, in a word that never changes: small letters and hyphens.
  public let event: String
  /// The same for people; perhaps several lines.
  public let text: String
  /// Further members of the object.
  public let members: JSONObject

  /// Something that has happened.
  public init(
    _ level: Level, _ event: String, _ text: String, _ members: JSONObject = JSONObject()
  ) {
    self.level = level
    self.event = event
    self.text = text
    self.members = members
  }

  /// Whether it tells how an errand went.
  public var isOfErrand: Bool { event == "errand" }

  /// The object on one line (RFC 8259), with its end: `at` in UTC (RFC 3339), `level`, `event`,
  /// `text`, and what else is known. What others wrote in it never steers a terminal.
  public func octets(at instant: Instant) -> [UInt8] {
    let object: JSONObject = [
      "at": .string(instant.rfc3339),
      "level": .string(level.rawValue), "event": .string(event), "text": .string(text),
    ]
    let shown = object.merging(members).members.map { ($0.name, Self.shown($0.value)) }
    var octets: [UInt8] = []
    JSONValue.object(JSONObject(shown)).write(into: &octets)
    octets.append(UInt8(ascii: "\n"))
    return octets
  }

  private static func shown(_ value: JSONValue) -> JSONValue {
    guard case .string(let text) = value else { return value }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return .string(lines.map { VisibleText.shown(String($0)) }.joined(separator: "\n"))
  }
}

/// In which form records are written.
public enum LogForm: String, Hashable, Sendable, CaseIterable {
  /// A line for people; where standard error is the journal of systemd, with its level
  /// (sd-daemon(3)).
  case plain
  /// An object for programs.
  case json
}
