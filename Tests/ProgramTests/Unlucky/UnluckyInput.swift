// Unlucky and hostile octets of one connection, numbered as in Tests/unlucky-inputs.md, and how
// each line of the answer begins.

/// What is sent on one connection, and what comes back behind the greeting.
struct UnluckyInput: Sendable {
  enum Encoding: Int, Sendable {
    case text, json
  }

  /// What comes behind the last octet.
  enum Ending: Sendable {
    /// The client says that it has said all, and reads on.
    case endsSending
    /// The client waits until the program closes.
    case waits
  }

  let number: Int
  let what: String
  let encoding: Encoding
  /// Sent one after the other, with a pause behind each.
  let pieces: [[UInt8]]
  let pauseMilliseconds: Int32
  let ending: Ending
  /// How each line begins.
  let gets: [String]

  /// The row of a text connection.
  static func text(
    _ number: Int, _ what: String, _ sends: [UInt8], gets: [String], ending: Ending = .endsSending
  ) -> Self {
    atOnce(number, what, .text, sends, gets: gets, ending: ending)
  }

  /// The row of a text connection whose octets are text.
  static func text(
    _ number: Int, _ what: String, _ sends: String, gets: [String], ending: Ending = .endsSending
  ) -> Self {
    text(number, what, Array(sends.utf8), gets: gets, ending: ending)
  }

  /// The row of a text connection whose octets come apart.
  static func slowly(
    _ number: Int, _ what: String, _ pieces: [String], pauseMilliseconds: Int32, gets: [String]
  ) -> Self {
    Self(
      number: number, what: what, encoding: .text, pieces: pieces.map { Array($0.utf8) },
      pauseMilliseconds: pauseMilliseconds, ending: .endsSending, gets: gets)
  }

  /// The row of a JSON connection.
  static func json(
    _ number: Int, _ what: String, _ sends: [UInt8], gets: [String], ending: Ending = .endsSending
  ) -> Self {
    atOnce(number, what, .json, sends, gets: gets, ending: ending)
  }

  private static func atOnce(
    _ number: Int, _ what: String, _ encoding: Encoding, _ sends: [UInt8], gets: [String],
    ending: Ending
  ) -> Self {
    Self(
      number: number, what: what, encoding: encoding, pieces: [sends], pauseMilliseconds: 0,
      ending: ending, gets: gets)
  }

  /// The row of a JSON connection on which one line, its end not written here, is refused and the
  /// next is answered.
  static func json(_ number: Int, _ what: String, line: String, gets: String) -> Self {
    json(number, what, Array("\(line)\n\(ping)\n".utf8), gets: [gets, pong])
  }

  /// A call that is always answered, and its answer.
  static let ping = #"{"jsonrpc":"2.0","id":77,"method":"ping"}"#
  static let pong = #"{"jsonrpc":"2.0","id":77,"result":{"code":200"#
  /// How the refusal of a line begins that has no id, or cannot be read for one.
  static func refusal(_ code: Int, id: String = "null") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code)"#
  }
  /// A call of `say`.
  static func say(_ params: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"say","params":{\#(params)}}"#
  }

  /// Octets so many times, copied in few pieces: there are millions.
  static func repeated(_ octets: [UInt8], count: Int) -> [UInt8] {
    var all = octets
    while all.count < octets.count * count { all += all }
    return Array(all.prefix(octets.count * count))
  }

  /// An order that must not be carried out.
  static let order = "book Bunker tomorrow 12-13"
  static let all = [
    lines, linesOfJSON, octets, notUTF8, steering, noLineEnds, otherProtocols,
    otherProtocolsOnJSON, json, wrongIDs, wrongParameters, wrongMembers, attacks,
  ].flatMap { $0 }
}
