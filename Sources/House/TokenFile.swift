// The tokens by which bridges and people sign in: a small file of its own, so that it can be
// changed while the store is in use. Of a token only its digest is kept.

public import BookingAgent
internal import Gateways
internal import JSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file of tokens.
public struct TokenFile: Hashable, Sendable {
  /// Where it stands.
  public let path: String

  /// Whether it is a copy that systemd made for this process alone: a credential.
  let isCredential: Bool

  /// The file of that path, there or not.
  public init(at path: String, isCredential: Bool = false) {
    self.path = path
    self.isCredential = isCredential
  }

  /// Whether something stands there, as far as one can see.
  var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT
  }

  /// Tokens that one file holds at most.
  static let tokensMax = 1000

  /// A token as it is kept.
  struct Kept: Hashable, Sendable {
    let name: String
    let namespaces: [UserNamespace]
    let isAdmin: Bool
    var digest: TokenDigest

    /// Who signs in by it. Its salt is of no use to anybody, and another token has another.
    var principal: Principal {
      Principal(
        name: name, namespaces: namespaces, isAdmin: isAdmin, edition: Chance.hex(digest.salt))
    }
  }

  // MARK: - Signing in

  /// Whose a token is. Every one is looked at, so that it takes as long whichever it is.
  public func look(at token: String) -> SignIn {
    do throws(TokenFault) {
      var found: Principal?
      for one in try read() where one.digest.isOf(token) { found = one.principal }
      return found.map(SignIn.principal) ?? .refused
    } catch {
      return .unavailable
    }
  }

  /// All who can sign in, in the order in which they were added; none if there is no file.
  /// - Throws: that the file cannot be read, is damaged, or is open to others.
  public func principals() throws(TokenFault) -> [Principal] { try read().map(\.principal) }

  // MARK: - Changing

  /// Makes a token for a principal and tells it: it is told this once.
  /// - Throws: that the name is taken, or why the file cannot be changed.
  public func add(_ principal: Principal) throws(TokenFault) -> String {
    let token = try Chance.token()
    let digest = try TokenDigest(of: token)
    try change { kept throws(TokenFault) in
      guard !kept.contains(where: { $0.name == principal.name }) else {
        throw .nameTaken(principal.name)
      }
      guard kept.count < Self.tokensMax else { throw .tooMany(Self.tokensMax) }
      kept.append(
        Kept(
          name: principal.name, namespaces: principal.namespaces, isAdmin: principal.isAdmin,
          digest: digest))
    }
    return token
  }

  /// Gives a principal another token, and tells it; the one before it is nobody's from now on.
  public func rotate(_ name: String) throws(TokenFault) -> String {
    let token = try Chance.token()
    let digest = try TokenDigest(of: token)
    try change { kept throws(TokenFault) in
      guard let place = kept.firstIndex(where: { $0.name == name }) else {
        throw .unknown(name)
      }
      kept[place].digest = digest
    }
    return token
  }

  /// Takes a principal's token away.
  public func revoke(_ name: String) throws(TokenFault) {
    try change { kept throws(TokenFault) in
      guard kept.contains(where: { $0.name == name }) else { throw .unknown(name) }
      kept.removeAll { $0.name == name }
    }
  }

  /// Changes the file as a whole, one process at a time.
  private func change(
    _ body: (inout [Kept]) throws(TokenFault) -> Void
  ) throws(TokenFault) {
    if isCredential { throw .handedOver(path) }
    do throws(FolderFault) {
      _ = try OwnFolder(making: folder)
    } catch {
      throw fault(error)
    }
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw fault(errno) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { throw fault(errno) }
    var kept = try read()
    try body(&kept)
    try write(octets(of: kept))
  }

  // MARK: - Octets

  private func read() throws(TokenFault) -> [Kept] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return [] }
      throw fault(errno)
    }
    guard status.st_mode & forbidden == 0 else { throw .exposed(path) }
    let octets: [UInt8]
    do throws(FileFaults) {
      octets = try SmallFile.octets(at: path)
    } catch {
      throw .file(path, reason: error.description)
    }
    let value: JSONValue
    do throws(JSONFault) {
      value = try JSONValue(parsing: octets, limits: .file)
    } catch {
      throw .damaged(path)
    }
    guard case .object(let members) = value, case .array(let values)? = members["tokens"] else {
      throw .damaged(path)
    }
    let kept = values.compactMap(Self.kept)
    let names = Set(kept.map(\.name))
    guard kept.count == values.count, names.count == kept.count else { throw .damaged(path) }
    return kept
  }

  /// What nobody but the owner may do. Where systemd gives a credential to a user by an access
  /// control list, the bits of the group show what that list grants at most: to read (acl(5)).
  private var forbidden: mode_t { isCredential ? 0o037 : 0o077 }

  private static func kept(_ value: JSONValue) -> Kept? {
    guard case .object(let members) = value, let name = members["name"]?.string,
      case .array(let patterns)? = members["namespaces"],
      let salt = members["salt"]?.string.flatMap(Chance.octets(ofHex:)),
      let digest = members["sha256"]?.string.flatMap(Chance.octets(ofHex:)), digest.count == 32
    else { return nil }
    let namespaces = patterns.compactMap { $0.string.flatMap { UserNamespace($0) } }
    guard namespaces.count == patterns.count, let isAdmin = members["admin"]?.bool else {
      return nil
    }
    return Kept(
      name: name, namespaces: namespaces, isAdmin: isAdmin,
      digest: TokenDigest(salt: salt, octets: digest))
  }

  private func octets(of kept: [Kept]) -> [UInt8] {
    let values = kept.map { one -> JSONValue in
      [
        "name": .string(one.name),
        "namespaces": .array(one.namespaces.map { .string($0.description) }),
        "admin": .bool(one.isAdmin), "salt": .string(Chance.hex(one.digest.salt)),
        "sha256": .string(Chance.hex(one.digest.octets)),
      ]
    }
    var octets: [UInt8] = []
    JSONValue.object(["tokens": .array(values)]).write(into: &octets)
    return octets + [UInt8(ascii: "\n")]
  }

  private func write(_ octets: [UInt8]) throws(TokenFault) {
    do throws(FolderFault) {
      let folder = try OwnFolder(making: folder)
      try folder.put(octets, as: name)
      try folder.makeDurable()
    } catch {
      throw fault(error)
    }
  }

  /// Where the file stands.
  private var folder: String {
    let cut = path.lastIndex(of: "/")
    return cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private var name: String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  private func fault(_ fault: FolderFault) -> TokenFault {
    switch fault {
    case .refused(_, let number): self.fault(number)
    case .exposed(let folder): .file(folder, reason: "others may write in this folder")
    case .anothers(let folder): .file(folder, reason: "this folder is another user's")
    }
  }

  private func fault(_ number: Int32) -> TokenFault {
    .file(path, reason: String(cString: strerror(number)))
  }
}
