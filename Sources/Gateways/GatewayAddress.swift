// Which gateway is meant by a line of the configuration or the command line.

internal import CCurl

/// Where passes go.
public enum GatewayAddress: Hashable, Sendable {
  /// Over HTTP or HTTPS.
  case web(HTTPAddress)
  /// Into files of a folder.
  case drop(folder: String)
  /// Nowhere: answers what it is told to, for demonstrations and tests.
  case scripted

  /// Why a text names no gateway. No case carries the text, for it may hold a password.
  public enum Fault: Error, Hashable, Sendable, CaseIterable {
    /// Nothing is written.
    case empty
    /// It begins neither with `http://`, `https://` nor `drop:`, and is not `scripted`.
    case unknownKind
    /// No folder after `drop:`.
    case folderMissing
    /// After `http://` stands no host, or something that no address has.
    case malformed
    /// A name or password before the host: it would be seen in lists of processes and in logs.
    case secretInside
    /// A `?` or `#`: the names of the calls are added at the end.
    case queryOrFragment
    /// More than 2,000 octets.
    case tooLong
  }

  /// Octets of an address at most.
  static let octetsMax = 2000

  /// Reads `https://host[:port][/path]`, `http://…`, `drop:FOLDER` or `scripted`.
  /// - Throws: why it is none of these.
  public init(_ text: String) throws(Fault) {
    guard !text.isEmpty else { throw .empty }
    guard text.utf8.count <= Self.octetsMax else { throw .tooLong }
    if text == "scripted" {
      self = .scripted
    } else if text.hasPrefix("drop:") {
      let folder = String(text.dropFirst("drop:".count))
      guard !folder.isEmpty else { throw .folderMissing }
      guard !folder.utf8.contains(0) else { throw .malformed }
      self = .drop(folder: folder)
    } else {
      self = .web(try HTTPAddress(text))
    }
  }
}

extension GatewayAddress: CustomStringConvertible {
  /// As it can be written again; holds no secret.
  public var description: String {
    switch self {
    case .web(let address): address.text
    case .drop(let folder): "drop:\(folder)"
    case .scripted: "scripted"
    }
  }
}

/// The address of a gateway that speaks HTTP, under which its calls stand.
public struct HTTPAddress: Hashable, Sendable {
  /// As libcurl writes it, without a slash at the end.
  public let text: String
  /// Whether nobody on the way can read along.
  public let isEncrypted: Bool

  /// Reads an address with the parser of the library that will go there, so that both always see
  /// the same host in it.
  init(_ text: String) throws(GatewayAddress.Fault) {
    let lowered = text.prefix(8).lowercased()
    guard lowered.hasPrefix("https://") || lowered.hasPrefix("http://") else {
      throw .unknownKind
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
      let url = curl_url()
    else { throw .malformed }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK else { throw .malformed }
    let isAbsent = { (part: CURLUPart) in Self.part(part, of: url) == nil }
    guard isAbsent(CURLUPART_USER), isAbsent(CURLUPART_PASSWORD) else { throw .secretInside }
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
      throw .queryOrFragment
    }
    guard Self.part(CURLUPART_HOST, of: url)?.isEmpty == false,
      Self.part(CURLUPART_PORT, of: url) != "0", let whole = Self.part(CURLUPART_URL, of: url)
    else { throw .malformed }
    var base = Substring(whole)
    while base.hasSuffix("/") { base.removeLast() }
    self.text = String(base)
    isEncrypted = lowered.hasPrefix("https://")
  }

  /// The address of a call.
  func url(of call: String) -> String { "\(text)/\(call)" }

  /// The whole address of what the gateway names relative to its own (RFC 3986, section 5), such as
  /// a picture of a room; as it is written if that is whole already, or none.
  public func whole(of reference: String) -> String {
    guard let url = curl_url() else { return reference }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, "\(text)/", 0) == CURLUE_OK,
      curl_url_set(url, CURLUPART_URL, reference, UInt32(CURLU_URLENCODE)) == CURLUE_OK
    else { return reference }
    return Self.part(CURLUPART_URL, of: url) ?? reference
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
    var found: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &found, 0) == CURLUE_OK, let found else { return nil }
    defer { curl_free(found) }
    return String(cString: found)
  }
}
