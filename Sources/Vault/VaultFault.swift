// How the vault can fail: an outside failure as a value. Its words stand in VaultFaultWording.

public import Mobility

/// What was seen when the file of the vault failed, for logs. It holds no secret.
public struct VaultCause: Hashable, Sendable {
  /// The file.
  public let place: String
  /// SQLite's extended result code (https://sqlite.org/rescode.html); 0 if SQLite was not asked.
  public let code: Int
  /// The operating system's `errno`; 0 if it was not the reason.
  public let systemError: Int
  /// What was seen, in the words of who saw it.
  public let text: String

  /// What was seen.
  public init(place: String, code: Int = 0, systemError: Int = 0, text: String) {
    self.place = place
    self.code = code
    self.systemError = systemError
    self.text = text
  }
}

/// Why the vault could not do what was asked. But for `outcomeUnknown` it is certain that nothing
/// was changed: what was kept before is still there.
public enum VaultFault: Error, Hashable, Sendable {
  /// Others than its owner may do something with a file or folder; the bits that say so.
  case exposed(String, mode: UInt32)
  /// A file or folder belongs to another user.
  case anothers(String)
  /// A symbolic link stands where a file or folder of the vault is to be.
  case link(String)
  /// What stands there is no plain file, or no folder, or has a second name (a hard link).
  case notPlain(String)
  /// A file or folder cannot be made, opened or read.
  case unreachable(VaultCause)
  /// A file does not hold a key.
  case notKey(String)
  /// There is a vault, but nothing that could open it: the key that was made for it is gone.
  case keyGone(key: String, vault: String)
  /// Another process has the vault open, or another part of this one.
  case inUse(String)
  /// The file is a database of another program, or none.
  case notVault(String)
  /// The file was written by a newer program.
  case newerSchema(found: Int, known: Int, String)
  /// What is in the file contradicts itself.
  case damaged(VaultCause)
  /// The medium, the folder or the file may only be read.
  case readOnly(VaultCause)
  /// No space is left, on the medium or within the limit.
  case full(VaultCause)
  /// The operating system failed while a commit was under way: what is read next tells whether it
  /// happened.
  case outcomeUnknown(VaultCause)
  /// Anything else.
  case failed(VaultCause)
  /// There is more than may be kept; of what, and how much may be.
  case beyond(VaultLimit, max: Int)
  /// The account is kept in a higher edition already; in which.
  case superseded(found: Int)
  /// What a handle stands for is not at hand, so it cannot be kept.
  case secretGone(SecretHandle)
  /// libcrypto gives no random octets, or does not seal.
  case noCrypto
  /// The operating system does not keep the memory of this process from others; its `errno`.
  case notHidden(systemError: Int)
}

/// What there can be too much of.
public enum VaultLimit: Hashable, Sendable {
  /// Accounts of one owner.
  case accounts
  /// Open attempts of one owner.
  case attempts
  /// Accounts of one owner of which others are still to be told that they are gone.
  case partings
  /// Typed secrets of one owner.
  case typed
  /// Secrets in one row.
  case secrets
  /// Secrets in memory that no row holds yet, or that are lent.
  case tray
  /// Octets of one secret.
  case secret
  /// Octets of what is written of an attempt or a parting.
  case written
  /// Octets of a handle.
  case handle
  /// Octets of a name.
  case name
  /// Octets of an address.
  case address
  /// Octets of a label.
  case label
  /// Octets of a scope.
  case scope
}
