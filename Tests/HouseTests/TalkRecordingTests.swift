// What is said is written down as a conversation that goes the same way again, to the octet.

import House
import Testing

@Suite("Recordings")
struct TalkRecordingTests {
  /// What was said, by lines of a talk, and answers that the recording has to hold.
  static let said: [(String, [String])] = [
    // A clash, and what is picked of it.
    (
      "@booked Aquarium 2026-11-25 10:00-11:00 tom\nbook Aquarium tomorrow 10-11\n2",
      ["< 2) Cockpit Wed 25 Nov", "< Booked B2: Cockpit"]
    ),
    // News that another speaker has caused, and time that goes by.
    (
      "@booked Aquarium 2026-11-24 11:00-12:00 tom\ntell me when Aquarium is free today 11-12\n"
        + "tom> cancel B1\n@wait 11m\nwhat am I waiting for?",
      ["mia< * W1: Aquarium", "@wait 11m\n< * W1: Aquarium", "< You wait for nothing."]
    ),
    // The clock is moved by a word, and a gateway halts.
    (
      "@code 4103 permanent\n! gateway halt 0 4103\n"
        + "book Bunker tomorrow 10-11 with ben@x.com 0171 2222222\n/clock +11s",
      ["> /clock +11s\n< * B1: Ben's pass failed", "(code 4103)"]
    ),
    // Chance is settled by the talk: when a pass that was lost is tried again.
    (
      "@seed 9\n! gateway 503\nbook Bunker tomorrow 10-11 with ben@x.com 0171 2222222\n"
        + "@wait 3m\npasses B1",
      ["< Ben · pass"]
    ),
    // A program, one that turns to JSON, and one that turns to it later.
    (
      #"> {"jsonrpc":"2.0","id":1,"method":"say","params":{"user":"mia","text":"rooms"}}"#
        + "\n@session c2 tcp\nc2> /as ben\nc2> /mode json\n"
        + #"c2> {"jsonrpc":"2.0","id":"x","method":"ping"}"#,
      [#"< {"jsonrpc":"2.0","id":1,"result":{"code":212"#, #"< {"jsonrpc":"2.0","id":"x""#]
    ),
    // A socket, on which nobody speaks at the beginning, and a text of several lines.
    (
      "@session c1 tcp\nc1> book Bunker tomorrow 10-11\nc1> ben\nc1> /text\nc1> cancel\n"
        + "c1> ..\nc1> .",
      [
        "c1> book Bunker tomorrow 10-11\n< ", "c1> ben\n< Booked B1",
        "c1> cancel\nc1> ..\nc1> .\n< ",
      ]
    ),
    // Blanks at both ends, and signs that combine with the mark and its blank.
    ("  rooms  \n> \u{301}x \n>\u{301} y\n5 > 3\n", ["> \u{301}x \n< ", ">\u{301} y\n< "]),
  ]

  @Test(
    "A recording goes as it went, to the octet, and tells what becomes otherwise", arguments: said)
  func goesAgain(said: String, holds: [String]) throws {
    let recording = try Self.record("@now 2026-11-24T09:07\n" + said)
    for words in holds { #expect(recording.contains(words), "\(recording)") }
    let again = try Self.player(of: WrittenConversation(recording, file: "x.talk"))
    #expect(try again.play() == [])
    #expect(again.record() == recording)
    // Whatever one answer loses is missed.
    let lines = recording.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains("<") && !line.contains(">") {
      var otherwise = lines
      otherwise[index] = line.dropLast()
      let text = otherwise.joined(separator: "\n")
      let player = try Self.player(of: WrittenConversation(text, file: "x.talk"))
      #expect(try player.play().count == 1, "\(line)")
    }
  }

  @Test("Where an answer was expected, only one that is otherwise is written anew")
  func acceptsAnswers() throws {
    let text = """
      # remark
      @now 2026-11-24T09:07
      > rooms
      > is Bunker free tomorrow at 10?
      <~ Yes*

      > book Bunker tomorrow 10-11
      <~ Nothing*
      < of this
      > /noop
      < 200 Never heard.
      """
    let recording = try Self.record(text)
    let lines = recording.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      Array(lines.prefix(7))
        == Array(
          text.split(separator: "\n", omittingEmptySubsequences: false).prefix(7).map(String.init)))
    #expect(lines.dropFirst(7).first == "< Booked B1: Bunker, Wed 25 Nov 2026, 10:00–11:00.")
    #expect(Array(lines.suffix(2)) == ["> /noop", "< 200 Heard."])
  }

  @Test(
    "A line that signs in is not written down, nor what was answered to it",
    arguments: [
      "> /auth token usher-99ae", "> /AUTH  token usher-99ae",
      "> /auth token\n> usher-99ae",
      #"> {"jsonrpc":"2.0","id":1,"method":"auth","params":{"token":"usher-99ae"}}"#,
      #"> {"jsonrpc":"2.0","id":1,"method":"auth","params":{"token":"usher-99ae"}"#,
    ])
  func tokensStayOut(lines: String) throws {
    let recording = try Self.record("@now 2026-11-24T09:07\n\(lines)\n")
    #expect(!recording.contains("usher-99ae") && !recording.contains("<"), "\(recording)")
    #expect(recording.contains("# A secret line stood here."))
  }

  private static func record(_ text: String) throws -> String {
    let player = try player(of: WrittenConversation(loose: text, file: "x.talk"))
    _ = try player.play()
    return player.record()
  }

  private static func player(of conversation: WrittenConversation) throws -> ConversationPlayer {
    var settings = try HouseMaking.settingsForPlay()
    settings.seed = 1
    return try ConversationPlayer(conversation, settings: settings) { _ in settings.building }
  }
}
