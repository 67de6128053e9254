// The words for a vault that cannot be opened, or cannot keep something: for the operator.

internal import Accounts
internal import Mobility

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension VaultFault: CustomStringConvertible {
  /// What was seen and what to do next.
  public var description: String {
    switch self {
    case .exposed(let path, let mode):
      "\(path) is open to others (mode \(String(mode, radix: 8))), and secrets are kept there; "
        + "type: chmod go= \"\(path)\""
    case .anothers(let path):
      "\(path) belongs to another user, who could read or replace what is kept there; name a place "
        + "of your own"
    case .link(let path):
      "\(path) is a symbolic link, and whoever set it chooses where secrets are kept; name the "
        + "place itself"
    case .notPlain(let path):
      "\(path) is no plain file or folder, or a file with a second name; move it away"
    case .unreachable(let cause): "\(cause)"
    case .notKey(let path):
      "\(path) holds no key: 32 octets, or 64 hexadecimal digits, are wanted"
    case .keyGone(let key, let vault):
      "\(vault) is there, but its key \(key) is gone; put the key back, or give up the accounts "
        + "in it; type: rm \"\(vault)\""
    case .inUse(let path): "\(path) is in use by another usher; stop that first"
    case .notVault(let path): "\(path) holds no accounts; it was made by another program"
    case .newerSchema(let found, let known, let path):
      "\(path) was written by a newer usher (schema \(found), this one knows \(known)); use that "
        + "or newer"
    case .damaged(let cause):
      "\(cause): the accounts are damaged; move the file away, and people link them again"
    case .readOnly(let cause): "\(cause): nothing can be kept there"
    case .full(let cause): "\(cause): no space is left; what was kept before is still there"
    case .outcomeUnknown(let cause): "\(cause): nobody knows whether it was kept"
    case .failed(let cause): "\(cause)"
    case .beyond(let limit, let max): "more \(limit.words) than the \(max) that may be kept"
    case .superseded(let found): "the account was linked anew meanwhile (edition \(found))"
    case .secretGone(let handle): "what stands for \(handle) is not at hand any more"
    case .noCrypto: "libcrypto gives no random octets or does not seal; nothing was changed"
    case .notHidden(let number):
      "the memory of this process cannot be kept from others: \(systemWords(number))"
    }
  }
}

extension VaultCause: CustomStringConvertible {
  /// `/var/lib/usher/vault/accounts.db: disk I/O error (SQLite 778, No space left on device)`.
  public var description: String {
    var reasons: [String] = []
    if code != 0 { reasons.append("SQLite \(code)") }
    if systemError != 0 { reasons.append(systemWords(systemError)) }
    return "\(place): \(text)" + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }
}

private func systemWords(_ number: Int) -> String {
  String(cString: strerror(Int32(clamping: number)))
}

extension VaultLimit {
  fileprivate var words: String {
    switch self {
    case .accounts: "accounts of one person"
    case .attempts: "open attempts of one person"
    case .partings: "accounts of one person that others are still to be told of"
    case .typed: "typed secrets of one person"
    case .secrets: "secrets of one account"
    case .tray: "secrets in memory"
    case .secret: "octets of a secret"
    case .written: "octets of what is written of an attempt or a parting"
    case .handle: "octets of a handle"
    case .name: "octets of a name"
    case .address: "octets of an address"
    case .label: "octets of what an account is called"
    case .scope: "octets of a scope"
    }
  }
}

extension BrokenRow: CustomStringConvertible {
  /// Which row does not open, and why as far as one can see.
  public var description: String {
    let what =
      switch row {
      case .account(let key): "the account of \(key.owner) with \(key.provider)"
      case .attempt(let id): "the attempt \(id.number) to link an account"
      case .parting(let id): "the parting \(id.number), of which others are still to be told"
      case .typed(let handle): "what stands for \(handle)"
      }
    return switch reason {
    case .otherKey: "\(what) was sealed with another key"
    case .altered: "\(what) was altered: it does not open"
    case .unknownForm: "\(what) is written in a way that this usher does not know"
    }
  }
}
