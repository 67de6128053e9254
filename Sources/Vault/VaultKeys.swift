// Where the key of a vault is found, and how it is made where there is none.

internal import CCrypto
internal import Mobility

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The key that seals from now on, and those that may have sealed what is kept already.
public struct VaultKeys {
  /// The one that seals.
  public let first: VaultKey
  /// Those before it: what they have sealed is sealed anew when the vault opens.
  public let former: [VaultKey]
  /// The file in which the first key was made just now, to be told once: kept beside the vault it
  /// protects a copy of the database, not one of the folder. Nil if it was there.
  public let madeAt: String?

  /// A key, and those before it.
  public init(_ first: VaultKey, former: [VaultKey] = []) {
    self.init(first, former: former, madeAt: nil)
  }

  private init(_ first: VaultKey, former: [VaultKey], madeAt: String?) {
    (self.first, self.former, self.madeAt) = (first, former, madeAt)
  }

  /// The credential of systemd.exec(5) that holds the key.
  public static let credential = "usher-vault-key"
  /// The credential that holds the key before it.
  public static let formerCredential = "usher-vault-key-old"

  /// The keys of a vault: the credentials, then the files that were named, and where there is none
  /// of these the one beside the vault, which is made if there is no vault yet.
  /// - Parameters:
  ///   - credentials: The folder of `$CREDENTIALS_DIRECTORY`; nil without it.
  ///   - files: Those that were named, the key that seals first.
  ///   - vault: Where the vault stands or is to stand.
  /// - Returns: The keys, the one that seals first.
  /// - Throws: that a file is open to others, is missing though it was named, or holds no key.
  public static func find(
    credentials: String?, files: [String], besideVaultAt vault: String
  ) throws(VaultFault) -> VaultKeys {
    var found: [VaultKey] = []
    if let credentials {
      for name in [credential, formerCredential] {
        let path = "\(credentials)/\(name)"
        if let key = try VaultKey.inFile(path, keptBy: .systemd) { found.append(key) }
      }
    }
    for path in files {
      guard let key = try VaultKey.inFile(path, keptBy: .ourselves) else {
        throw VaultPlace.fault(at: path, ENOENT, "the key cannot be read")
      }
      found.append(key)
    }
    if let first = found.first {
      return VaultKeys(first, former: Array(found.dropFirst()))
    }
    return try beside(VaultPlace(vault))
  }

  /// The key beside a vault: `accounts.key` beside `accounts.db`.
  private static func beside(_ vault: VaultPlace) throws(VaultFault) -> VaultKeys {
    let path = vault.key
    if let key = try VaultKey.inFile(path, keptBy: .ourselves) { return VaultKeys(key) }
    guard try !vault.isThere() else { throw .keyGone(key: path, vault: vault.path) }
    var octets = try Chance.octets(VaultKey.octetsMax)
    defer { octets.wipe() }
    let isOurs = try vault.place(octets, at: path)
    // Somebody else was faster: theirs is the key.
    guard let key = try VaultKey.inFile(path, keptBy: .ourselves) else {
      throw VaultPlace.fault(at: path, ENOENT, "the key cannot be read")
    }
    return VaultKeys(key, former: [], madeAt: isOurs ? path : nil)
  }
}

extension VaultKey {
  /// Who vouches for the file of a key.
  fileprivate enum Keeper {
    /// Its owner, who is we.
    case ourselves
    /// systemd, which makes a copy for this process alone. Where it gives that to a user by an
    /// access control list, the bits of the group show what the list grants at most (acl(5)).
    case systemd
  }

  /// The key in a file; nil if there is no file.
  fileprivate static func inFile(
    _ path: String, keptBy keeper: Keeper
  ) throws(VaultFault) -> VaultKey? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      case ELOOP: throw .link(path)
      case let number: throw VaultPlace.fault(at: path, number, "the key cannot be read")
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw VaultPlace.fault(at: path, errno, "the key cannot be looked at")
    }
    switch keeper {
    case .ourselves: try VaultPlace.requireOurs(status, path, kind: S_IFREG)
    case .systemd:
      let owners: Set = [0, geteuid()]
      try VaultPlace.requireOurs(status, path, kind: S_IFREG, owners: owners, forbidden: 0o037)
    }
    // One octet more than the longest form.
    var octets = [UInt8](repeating: 0, count: 2 * octetsMax + 2)
    defer { octets.wipe() }
    let count = try VaultPlace.fill(&octets, from: file, path)
    guard var raw = raw(octets.prefix(count)) else { throw .notKey(path) }
    defer { raw.wipe() }
    return try VaultKey(octets: raw)
  }

  /// The key as 32 octets, or as hexadecimal digits in a line.
  private static func raw(_ octets: ArraySlice<UInt8>) -> [UInt8]? {
    if octets.count == octetsMax { return Array(octets) }
    let line = octets.last == UInt8(ascii: "\n") ? octets.dropLast() : octets
    var digits = line.compactMap(PercentCoding.digit)
    defer { digits.wipe() }
    guard line.count == 2 * octetsMax, digits.count == line.count else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
