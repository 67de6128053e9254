// Somebody on a connection, in octets: what they send arrives in pieces, and what was asked is
// answered in order; in JSON only within a conversation of one person. Stands where the sockets
// would.

import BookingAgent
import JSON
import LineProtocol

/// One request that is owed a reply.
struct Asked {
  /// In JSON the id; nil for text and for what could not be read.
  var id: RequestID?
  /// The line or text said, if it was said.
  var said: String?
  /// The conversation, speaker and name of the message, in JSON.
  var conversation = ""
  var user: String?
  /// Whether it was said by somebody whose name is not known here.
  var mayBeAnybody = false
  var message: String?
  /// Up to which number news are acknowledged by it.
  var acknowledges: Int?
  /// The token that is handed in by it.
  var token: String?
  /// Whom it names to speak for, as it was written.
  var named: String?
  /// Whether anybody may ask it, or it asks nothing.
  var isForAll = false
  /// Whether it says who speaks from then on; until it is answered nobody knows.
  var isNaming = false
  /// The so many-th on its connection.
  var number = 0
}

extension Asked {
  /// Whether it is answered only when another is that was asked before it in JSON.
  func comesBehind(_ other: Asked) -> Bool {
    named != nil && other.named != nil && user == other.user && conversation == other.conversation
  }
}

/// A connection.
struct Peer {
  let session: SessionID
  let face: SessionFace
  /// Who speaks, as far as we made it known.
  private(set) var user: String?
  private(set) var mayBeAnybody = false
  private var framer: LineFramer
  /// What was sent and has not arrived.
  private(set) var underWay: [UInt8] = []
  /// What was handed to the agent and is not answered.
  private(set) var asked: [Asked] = []
  private var requests: Int64 = 0
  private var askedCount = 0
  private(set) var hasEnded = false
  /// The numbers of the news that came here.
  private(set) var news: Set<Int> = []
  var hasSaidGoodbye = false
  /// Whether nobody else reads what is told here: then accounts are spoken of.
  var hearsAccounts = true
  /// Why it is closed, as it was told.
  var endsBecause: CodeName?
  /// Acknowledgements that were sent and of which it is not known that they were noted.
  private(set) var acknowledging: [Int] = []

  /// Who has signed in, where somebody has to.
  var admission: Admission?
  /// Of whose the token is that is used here.
  var card: TokenHolder?
  /// Whether the next line is a token.
  private var awaitsToken = false

  /// How many calls were sent.
  var sentCount: Int64 { requests }

  var isJSON: Bool { face.encoding == .json }

  /// Whose conversations are carried here.
  var principal: String { card?.name ?? "" }

  init(_ session: SessionID, _ face: SessionFace) {
    self.session = session
    self.face = face
    user = face.user
    framer = LineFramer(mode: face.encoding == .json ? .json : .text)
    if face.access != .open { admission = Admission() }
  }

  /// News come here; false if the same came before.
  mutating func hear(news seq: Int) -> Bool { news.insert(seq).inserted }

  // MARK: - Sending

  mutating func send(_ octets: [UInt8]) { underWay += octets }

  mutating func send(line: String) { send(Array(line.utf8) + [13, 10]) }

  /// A call in JSON.
  mutating func call(_ method: String, _ params: JSONObject) {
    requests += 1
    if method == "ack", let upTo = params["upto"]?.integer { acknowledging.append(Int(upTo)) }
    let value: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(requests), "method": .string(method),
      "params": .object(params),
    ]
    send(value.octets + [10])
  }

  /// So many octets arrive; what they come to.
  mutating func arrive(_ count: Int) -> [Event] {
    guard !hasEnded else { return [] }
    let piece = Array(underWay.prefix(count))
    underWay.removeFirst(piece.count)
    framer.receive(piece)
    return pull()
  }

  /// The peer says no more; a half line is lost.
  mutating func end() -> [Event] {
    guard !hasEnded else { return [] }
    hasEnded = true
    framer.finish()
    return pull() + [.inputEnded(session)]
  }

  private mutating func pull() -> [Event] {
    var events: [Event] = []
    while let framed = framer.next() {
      switch framed {
      case .line(let line): events += request(in: line)
      case .switchedToJSON: events.append(.asked(session, .turnedToJSON))
      case .refused(let fault): events.append(ask(.badLine(fault), Asked(isForAll: true)))
      case .hopeless: return events
      }
    }
    return events
  }

  private mutating func request(in line: [UInt8]) -> [Event] {
    switch framer.mode {
    case .text:
      guard let request = TextRequest(reading: line) else { return [] }
      var asked = Asked()
      asked.user = user
      asked.mayBeAnybody = mayBeAnybody || self.asked.contains(where: \.isNaming)
      note(request.content, in: &asked)
      return [ask(.text(request), asked)]
    case .json:
      switch JSONRequest(reading: line) {
      case .call(let call) where call.id == nil: return [.asked(session, .call(call))]
      case .call(let call):
        var asked = Asked(id: call.id)
        asked.isForAll = ["hello", "auth", "ping"].contains(call.method)
        if call.method == "auth" { asked.token = call.params["token"]?.string }
        if let name = call.params["user"]?.string {
          asked.named = name
          asked.user = SimulatedPeople.known(name)
          asked.conversation = call.params["conv"]?.string ?? ""
        }
        if call.method == "say" {
          asked.said = call.params["text"]?.string
          asked.message = call.params["msg"]?.string
        }
        if call.method == "ack" {
          asked.acknowledges = call.params["upto"]?.integer.map { Int($0) }
        }
        return [ask(.call(call), asked)]
      case .refused(let refusal):
        return [ask(.badCall(refusal), Asked(id: refusal.id, isForAll: true))]
      case .ignored: return []
      }
    }
  }

  /// What a line of text asks for, as far as it matters who may.
  private mutating func note(_ content: TextRequest.Content, in asked: inout Asked) {
    switch content {
    case .say(let words) where awaitsToken:
      awaitsToken = false
      asked.token = words
      asked.isForAll = true
    case .say(let words): asked.said = words
    case .block: break
    case .command(let command):
      awaitsToken = command.verb == "auth" && command.arguments == ["token"]
      asked.isForAll =
        ["auth", "noop", "version", "quit"].contains(command.verb)
        || command.verb == "help" && command.tail.isEmpty
      if command.verb == "auth", command.arguments.count == 2 {
        asked.token = command.arguments.last
      }
      if command.verb == "as", !command.tail.isEmpty {
        asked.named = command.tail
        asked.isNaming = true
      }
    }
  }

  private mutating func ask(_ request: Request, _ owed: Asked) -> Event {
    askedCount += 1
    asked.append(owed)
    asked[asked.count - 1].number = askedCount
    return .asked(session, request)
  }

  // MARK: - Hearing

  /// The request that is answered; nil if none can be.
  mutating func answered(id: RequestID?) -> Asked? {
    guard let place = isJSON ? asked.firstIndex(where: { $0.id == id }) : asked.indices.first,
      asked[place].id == id, !asked[..<place].contains(where: asked[place].comesBehind)
    else { return nil }
    if let upTo = asked[place].acknowledges { acknowledging.removeAll { $0 == upTo } }
    return asked.remove(at: place)
  }

  /// Notes by what name the house knows whoever speaks in text. Once it has asked for one, some
  /// later line may have told it, and nobody can say which.
  mutating func hear(_ reply: Reply) {
    let words = reply.lines.first ?? ""
    if reply.code == .signedIn {
      user = admission?.token?.holder.onlyUser
      mayBeAnybody = false
    } else if reply.code == .heard, words.hasPrefix("You are ") {
      user = String(words.dropFirst("You are ".count).dropLast())
      mayBeAnybody = false
    } else if words.hasPrefix("Who are you?") {
      user = nil
      mayBeAnybody = true
    }
    var isUnknown = mayBeAnybody
    for index in asked.indices {
      asked[index].user = user
      asked[index].mayBeAnybody = isUnknown
      if asked[index].isNaming { isUnknown = true }
    }
  }
}

extension Peer {
  /// What is not answered, as orders of rides.
  var orders: [RideOrder] {
    asked.map { one in
      RideOrder(
        session: session, number: one.number, user: one.mayBeAnybody ? nil : one.user,
        message: one.message)
    }
  }
}
