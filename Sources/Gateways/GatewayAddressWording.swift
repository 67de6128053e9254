// The words for an address that names no gateway, and for one that cannot be made ready.

extension GatewayAddress.Fault {
  /// What is wrong and what to write instead; never the address itself.
  public var words: String {
    switch self {
    case .empty: "no gateway is named; write https://HOST, drop:FOLDER or scripted"
    case .unknownKind: "a gateway is https://HOST, http://HOST, drop:FOLDER or scripted"
    case .folderMissing: "after drop: comes a folder, as drop:./passes"
    case .malformed: "this is not an address; write https://HOST[:PORT][/PATH]"
    case .secretInside: "leave the name and password out of the address; others can read it"
    case .queryOrFragment: "the address of a gateway has no ? and no #"
    case .tooLong: "the address has more than \(GatewayAddress.octetsMax) octets"
    }
  }
}

extension GatewaySetupFault: CustomStringConvertible {
  /// What is wrong and whose it is to mend.
  public var description: String {
    switch self {
    case .certificateFileUnreadable(let path): "the certificates in \(path) cannot be read"
    case .folder(let words): words
    case .library(let text): "libcurl cannot do what the gateway needs: \(text)"
    }
  }
}
