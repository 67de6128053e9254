// Connections to a server on which a conversation is played: those of speakers, in text or JSON,
// and the one that moves clock and gateway.

import BookingAgent
import Bookings
import House
import JSON
import LineProtocol
import Transport

extension ServerAddress {
  /// Seconds that the greeting is waited for.
  static let greetingSecondsMax = 5
  /// Seconds that an answer is waited for: a server waits a minute for its gateway, before it goes
  /// on without.
  private static let answerSecondsMax = 70

  /// A connection that was greeted in text.
  /// - Throws: that nobody greets there as usher does.
  func greeted() throws(ServerFault) -> OutgoingConnection {
    let connection = try OutgoingConnection(
      to: host, port: port, secondsMax: Self.greetingSecondsMax)
    let greeting = try connection.lines { $0.isLastOfReply || !$0.hasPrefix("220-") }
    guard let last = greeting.last, last.hasPrefix("220 ") else {
      throw .stranger(connection.address, said: greeting.last ?? "")
    }
    connection.secondsMax = Self.answerSecondsMax
    return connection
  }
}

/// The connection that sets up the house. A class because it holds a connection.
final class ControlConnection {
  private let connection: OutgoingConnection
  private var lastID: Int64 = 0

  /// - Throws: why the server cannot be talked to.
  init(to server: ServerAddress) throws(ServerFault) {
    connection = try server.greeted()
    try connection.send(Array("/mode json\r\n".utf8))
    let answer = try connection.lines { $0.isLastOfReply }.last ?? ""
    // 530: somebody has to sign in first, which nobody has to where tests are allowed.
    guard answer.hasPrefix("200 ") else { throw .withoutTests(connection.address) }
  }

  /// Calls a method and waits for its answer.
  /// - Throws: that it is not answered, or refused.
  func ask(_ method: String, _ params: JSONObject) throws {
    lastID += 1
    let call: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method),
      "params": .object(params),
    ]
    guard call.octets.count <= ProtocolLimits().jsonLineOctetsMax else {
      throw Untellable(description: "what \(method) is to be told is longer than a line may be")
    }
    try connection.send(call.octets + [UInt8(ascii: "\n")])
    let id = lastID
    let answer = try connection.lines { JSONLineSeen($0).id == .integer(id) }.last ?? ""
    let seen = JSONLineSeen(answer)
    guard let error = seen.value?["error"] else { return }
    if error["code"]?.integer == 502 { throw ServerFault.withoutTests(connection.address) }
    throw Untellable(
      description: "the server refuses \(method): \(error["message"]?.string ?? answer)")
  }
}

/// The connection of one speaker. A class because it holds a connection.
final class ServerSession {
  private let speaker: String
  private let connection: OutgoingConnection
  private let kind: SessionFace.Kind
  private var isJSON = false
  /// Whether the lines of a text are said that one line with a dot ends.
  private var isInBlock = false
  /// Whether it was said goodbye, and nothing more is heard here.
  private(set) var isOver = false

  /// The id of the call behind which everything was heard.
  private static let markID = "usher-replay"
  /// The answer to AYT of telnet, which the server gives by itself: no line said, so that nothing
  /// of the conversation changes by it.
  private static let here = "200 Here."
  private static let areYouThere: [UInt8] = [255, 246]

  /// - Throws: why the server cannot be talked to.
  init(
    of speaker: String, _ kind: SessionFace.Kind, at server: ServerAddress
  ) throws(ServerFault) {
    self.speaker = speaker
    self.kind = kind
    connection = try server.greeted()
  }

  /// Says who speaks unless it is a socket, and that news are to come at once where it is a pipe;
  /// returns the news that were missed, which come behind the first answer.
  /// - Throws: that the server does not answer.
  func begin(
    as user: String, in language: AnswerLanguage?, isJSON: Bool
  ) throws(ServerFault) -> [Heard] {
    var missed: [Heard] = []
    if !kind.isSocket {
      _ = try ask("/as \(user)")
      missed = try ask("/set notices \(kind == .pipe ? "now" : "held")").dropLast()
    }
    if let language { _ = try ask("/set lang \(language.rawValue)") }
    guard isJSON else { return missed }
    _ = try ask("/mode json")
    self.isJSON = true
    return []
  }

  private func ask(_ word: String) throws(ServerFault) -> [Heard] {
    try connection.send(Array("\(word)\r\n".utf8))
    return try answer()
  }

  /// Says a line and returns what is heard up to its answer.
  /// - Throws: that the server does not answer.
  func say(_ octets: [UInt8]) throws(ServerFault) -> [Heard] {
    if isJSON {
      try connection.send(octets + [UInt8(ascii: "\n")])
      switch JSONRequest(reading: octets) {
      case .call(let call) where call.id == nil: return []
      case .ignored: return []
      case .call, .refused: return json(try connection.lines { JSONLineSeen($0).isAnswer })
      }
    }
    guard let request = TextRequest(reading: octets) else { return [] }
    try connection.send(octets + Array("\r\n".utf8))
    isInBlock = isInBlock ? octets != [UInt8(ascii: ".")] : request.beginsBlock
    if isInBlock, !request.beginsBlock { return [] }
    var heard = try answer()
    if request.asksForJSON, heard.last?.isDone == true { isJSON = true }
    guard kind == .pipe else { return heard }
    // A pipe is answered whole.
    while heard.last?.words.last.map(SessionWords.saysMoreFollows) == true {
      let news = heard.dropLast()
      guard var page = heard.last else { break }
      page.words.removeLast()
      page.coded.removeLast()
      let next = try ask("more")
      guard let rest = next.last else { break }
      page.words += rest.words
      page.coded += rest.coded
      heard = news + next.dropLast() + [page]
    }
    return heard
  }

  /// Asks for a sign behind which everything was heard that the server has said so far.
  /// - Throws: that the server is gone.
  func mark() throws(ServerFault) {
    let ping = #"{"jsonrpc":"2.0","id":"\#(Self.markID)","method":"ping"}"# + "\n"
    try connection.send(isJSON ? Array(ping.utf8) : Self.areYouThere)
  }

  /// What is heard up to that sign.
  /// - Throws: that it does not come.
  func heardUpToMark() throws(ServerFault) -> [Heard] {
    if isJSON {
      return json(try connection.lines { JSONLineSeen($0).id == .string(Self.markID) }.dropLast())
    }
    return text(try connection.lines { $0 == Self.here }.dropLast())
  }

  private func answer() throws(ServerFault) -> [Heard] {
    let lines = try connection.lines { $0.isLastOfReply }
    let heard = text(lines)
    // Goodbye: the server closes, and what is said behind it is not heard.
    if lines.last?.withoutTags.hasPrefix("221 ") == true { isOver = true }
    return heard
  }

  private func json(_ lines: some Sequence<String>) -> [Heard] {
    lines.map { Heard(by: speaker, words: [$0], coded: [$0]) }
  }

  /// Each reply and each piece of news by itself.
  private func text(_ lines: some Sequence<String>) -> [Heard] {
    var heard: [Heard] = []
    var isBegun = false
    for line in lines.map(\.withoutTags) {
      if !isBegun { heard.append(Heard(by: speaker, words: [], coded: [])) }
      heard[heard.count - 1].coded.append(line)
      heard[heard.count - 1].words.append(line.withoutCode)
      isBegun = !line.isLastOfReply && !line.isLastOfNews
    }
    return heard
  }
}

/// A line of JSON that a server has said.
private struct JSONLineSeen {
  let value: JSONValue?

  init(_ line: String) {
    do throws(JSONFault) {
      value = try JSONValue(parsing: Array(line.utf8), limits: .file)
    } catch {
      value = nil
    }
  }

  var id: JSONValue? { value?["id"] }
  /// A request of the server's, and news, have a method.
  var isAnswer: Bool { value?["method"] == nil }
}

extension String {
  /// Octets of `250-` or `250 `.
  private static let codeOctets = 4
  private static let newsMark = "* "

  /// Without the tags of a line that came with some.
  fileprivate var withoutTags: String {
    guard first == "@", let blank = firstIndex(of: " ") else { return self }
    return String(self[index(after: blank)...])
  }

  var isLastOfReply: Bool {
    let line = withoutTags
    return line.hasCode && line.utf8.dropFirst(3).first == 0x20
  }
  fileprivate var isLastOfNews: Bool {
    hasPrefix(Self.newsMark) && String(dropFirst(Self.newsMark.count)).isLastOfReply
  }

  private var hasCode: Bool {
    utf8.count >= Self.codeOctets && utf8.prefix(3).allSatisfy { (0x30...0x39).contains($0) }
  }

  /// A line of a reply or of news as people read it.
  fileprivate var withoutCode: String {
    if hasPrefix(Self.newsMark) {
      return Self.newsMark + String(Substring(utf8.dropFirst(Self.newsMark.utf8.count))).withoutCode
    }
    guard hasCode else { return self }
    let rest = Substring(utf8.dropFirst(Self.codeOctets))
    guard isLastOfReply else { return String(rest) }
    // Behind a name stands the text; a text that begins with a bracket has a blank before it.
    if rest.hasPrefix(" [") { return String(rest.dropFirst()) }
    guard rest.hasPrefix("["), let end = rest.firstIndex(of: "]") else { return String(rest) }
    return String(rest[rest.index(after: end)...].dropFirst())
  }
}
