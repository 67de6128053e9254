// How the values of options are read.

internal import BookingAgent
internal import Bookings
internal import Gateways
internal import LineProtocol

extension CommandOption {
  /// A path. The shell replaces `~` only at the beginning of a word, so `--store=~/x` reaches us as
  /// it stands, and would make a folder of that name.
  static func path(_ text: String) throws(ArgumentFault.Reason) -> String {
    guard !text.hasPrefix("~") else { throw .tilde }
    guard text.isPath else { throw .notAPath }
    return text
  }

  /// One of some words.
  static func word<Word: RawRepresentable<String>>(
    _ text: String, of words: [Word]
  ) throws(ArgumentFault.Reason) -> Word {
    guard let word = words.first(where: { $0.rawValue == text }) else {
      throw .notOneOf(words.map(\.rawValue))
    }
    return word
  }

  /// Whether somebody can speak under a name.
  static func isUser(_ text: String) -> Bool {
    VisibleText.isIdentifier(text) && !text.contains(" ")
  }

  /// An e-mail address.
  static func email(_ text: String) throws(ArgumentFault.Reason) -> EmailAddress {
    do throws(EmailAddress.Fault) {
      return try EmailAddress(text)
    } catch {
      throw .notAnEmail
    }
  }

  /// A whole number in a range, in digits alone.
  static func number(
    _ text: String, _ range: ClosedRange<UInt64>
  ) throws(ArgumentFault.Reason) -> UInt64 {
    let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits, let number = UInt64(text), range.contains(number) else {
      throw .notANumber(range)
    }
    return number
  }

  /// `HOST:PORT` or `[ADDRESS]:PORT`, perhaps with `,proxy` behind it; what the host is, is for who
  /// listens to find out.
  static func address(
    _ text: String, _ encoding: SessionFace.Encoding
  ) throws(ArgumentFault.Reason) -> ListenOption {
    let isProxied = text.hasSuffix(",proxy")
    let text = isProxied ? String(text.dropLast(",proxy".count)) : text
    let (host, port) = try hostAndPort(text)
    return .tcp(host: host, port: port, encoding: encoding, isProxied: isProxied)
  }

  /// `HOST:PORT` or `[ADDRESS]:PORT`.
  static func hostAndPort(
    _ text: String
  ) throws(ArgumentFault.Reason) -> (host: String, port: UInt16) {
    guard let colon = text.lastIndex(of: ":") else { throw .notAnAddress }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw .notAnAddress
    }
    let digits = text[text.index(after: colon)...]
    let isPlain = host.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "[") }
    guard !host.isEmpty, isPlain, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits)
    else { throw .notAnAddress }
    return (String(host), port)
  }

  /// Where passes go.
  static func gateway(_ text: String) throws(ArgumentFault.Reason) -> GatewayAddress {
    let address: GatewayAddress
    do throws(GatewayAddress.Fault) {
      address = try GatewayAddress(text)
    } catch {
      throw .notAGateway(error)
    }
    if case .drop(let folder) = address, folder.hasPrefix("~") { throw .tilde }
    return address
  }
}

extension GatewayAddress {
  /// Whether a gateway of this kind can be asked for its rooms.
  var tellsRooms: Bool {
    switch self {
    case .web: true
    case .drop, .scripted: false
    }
  }
}
