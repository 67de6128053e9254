// Somebody who books: what they ask for over one connection, what they were answered, and what the
// store may therefore hold.

import JSON

/// A booker. A class because its connection is one.
final class Booker {
  enum Encoding: String { case text, json }

  let name: String
  let encoding: Encoding
  /// Where nobody else books: nothing that is asked for there can be refused.
  let room: String
  var bookings: [WantedBooking] = []
  var requests: [BookerRequest] = []
  /// What must not have been seen, in words.
  var faults: [String] = []
  /// How many answers of each code came.
  var codes: [Int: Int] = [:]

  private var peer: Peer?
  private var awaited: [Awaited] = []
  private var reply: [String] = []

  /// What an answer is to.
  enum Awaited: Equatable {
    case greeting
    case session
    /// A request for the first time, or again without an answer so far.
    case request(Int)
    /// A request that was answered before.
    case repeated(Int)
    /// A line that changes nothing.
    case nothing
  }

  init(name: String, encoding: Encoding, room: String) {
    self.name = name
    self.encoding = encoding
    self.room = room
  }

  /// The connection while there is one.
  var connection: Peer? { peer }

  /// How many answers are still to come.
  var awaitedCount: Int { awaited.count }

  // MARK: - Saying

  func connect(textPort: UInt16, jsonPort: UInt16) throws {
    reply = []
    switch encoding {
    case .text:
      peer = try Peer(port: textPort)
      awaited = [.greeting, .session]
      peer?.send("/as \(name)\r\n".utf8)
    case .json:
      peer = try Peer(port: jsonPort)
      awaited = []
    }
  }

  /// Says what was never answered once more, and a few of the answered again. Only who names their
  /// messages may do so.
  func repeatThemselves(_ draws: inout Draws) {
    guard encoding == .json else { return }
    var octets: [UInt8] = []
    for index in requests.indices {
      switch requests[index].standing {
      case .open: octets += line(index, as: .request(index))
      case .confirmed(let answer) where answer != .null && draws.happens(10):
        octets += line(index, as: .repeated(index))
      case .confirmed, .refused, .postponed, .abandoned: break
      }
    }
    peer?.send(octets)
  }

  /// Says new requests in one go.
  func say(_ new: [BookerRequest]) {
    var octets: [UInt8] = []
    for request in new {
      requests.append(request)
      octets += line(requests.count - 1, as: .request(requests.count - 1))
      if encoding == .text, bookings[request.booking].isContested {
        // Closes the choice that a refusal opens.
        octets += Array("never mind\r\n".utf8)
        awaited.append(.nothing)
      }
    }
    peer?.send(octets)
  }

  private func line(_ index: Int, as what: Awaited) -> [UInt8] {
    let request = requests[index]
    awaited.append(what)
    switch encoding {
    case .text: return Array("\(request.text)\r\n".utf8)
    case .json:
      let again = what == .repeated(index)
      let call: JSONObject = [
        "jsonrpc": "2.0", "id": .string("\(again ? "again" : "first")-\(index)"),
        "method": "say",
        "params": [
          "user": .string(name), "conv": .string(request.conversation),
          "msg": .string("m\(request.number)"), "text": .string(request.text),
        ],
      ]
      return JSONValue.object(call).octets + [0x0A]
    }
  }

  // MARK: - Hearing

  /// Takes all answers that have come.
  func hear() throws {
    while let line = peer?.lineThatCame() {
      switch encoding {
      case .text: takeText(line)
      case .json: try takeJSON(line)
      }
    }
  }

  /// The connection is gone; nothing more is awaited.
  func hangUp() {
    peer = nil
    awaited = []
  }

  private func takeText(_ line: String) {
    if line.hasPrefix("* ") { return }
    reply.append(line)
    guard Array(line.utf8).dropFirst(3).first == UInt8(ascii: " ") else { return }
    let lines = reply
    reply = []
    guard !awaited.isEmpty else { return note("an answer to nothing: \(lines)") }
    let code = Int(lines[0].prefix(3)) ?? 0
    codes[code, default: 0] += 1
    switch awaited.removeFirst() {
    case .greeting: if code != 220 { note("greeted with \(lines)") }
    case .session: if code != 200 { note("named themselves: \(lines)") }
    case .nothing: if code / 100 != 2 && code != 421 { note("never mind: \(lines)") }
    case .repeated: break
    case .request(let index): settle(index, code, lines)
    }
  }

  private func settle(_ index: Int, _ code: Int, _ lines: [String]) {
    let request = requests[index]
    let said = "\(request.text) → \(lines.joined(separator: " / "))"
    switch code {
    case 250:
      let wanted = bookings[request.booking].versions[request.version - 1]
      guard let number = Self.reference(in: lines[0]) else { return note("no booking: \(said)") }
      if !lines[0].contains(": \(wanted.room), ") || !lines[0].contains(wanted.shownSpan) {
        note("another place: \(said)")
      }
      confirm(index, reference: number, answer: .null)
    case 352 where lines.last?.contains("[TIME/TAKEN]") == true: refuse(index, said)
    case 421: postpone(index)
    default: note("unexpected: \(said)")
    }
  }

  /// The number after the first `B` and before the next colon, as in `Booked B12: Alder, …`.
  private static func reference(in line: String) -> Int? {
    let words = line.split(separator: " ").first { $0.hasPrefix("B") && $0.hasSuffix(":") }
    return words.flatMap { Int($0.dropFirst().dropLast()) }
  }

  // MARK: - What becomes of a request

  func note(_ fault: String) { faults.append("\(name): \(fault)") }

  func confirm(_ index: Int, reference: Int, answer: JSONValue) {
    let booking = requests[index].booking
    if let known = bookings[booking].reference, known != reference {
      note("\(bookings[booking].title) is B\(known) and B\(reference)")
    }
    bookings[booking].reference = reference
    requests[index].standing = .confirmed(answer)
  }

  func refuse(_ index: Int, _ said: String) {
    let booking = requests[index].booking
    if !bookings[booking].isContested || requests[index].version > 1 {
      note("refused: \(said)")
    }
    if requests[index].isConfirmed { note("done before: \(said)") }
    requests[index].standing = .refused
    bookings[booking].versions.removeAll()
  }

  func postpone(_ index: Int) { requests[index].standing = .postponed }

  private func takeJSON(_ line: String) throws {
    let answer = try JSONValue(parsing: Array(line.utf8))
    if answer["method"] != nil { return }
    guard let id = answer["id"]?.string, let number = id.split(separator: "-").last,
      let index = Int(number)
    else { return note("an answer to nothing: \(line)") }
    let what: Awaited = id.hasPrefix("again") ? .repeated(index) : .request(index)
    // As asked within a conversation: those said before in it must have been answered.
    guard let place = awaited.firstIndex(of: what) else { return note("answered twice: \(line)") }
    awaited.remove(at: place)
    let conversation = requests[index].conversation
    if awaited[..<place].contains(where: { self.conversation(of: $0) == conversation }) {
      note("answered out of order: \(line)")
    }
    let told = answer["result"]?["code"] ?? answer["error"]?["code"]
    let code = Int(clamping: told?.integer ?? 0)
    codes[code, default: 0] += 1
    switch what {
    case .request: settleJSON(index, code, answer)
    case .repeated: compareJSON(index, code, answer)
    case .greeting, .session, .nothing: break
    }
  }

  private func conversation(of what: Awaited) -> String? {
    switch what {
    case .request(let index), .repeated(let index): requests[index].conversation
    case .greeting, .session, .nothing: nil
    }
  }
}
