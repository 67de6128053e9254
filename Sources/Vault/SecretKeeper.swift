// What the shell has of secrets: it carries out what the book of accounts asks for, and tells the
// sender what a handle stands for.

public import Accounts
public import CivilTime
public import Mobility
internal import Synchronization

/// Keeps secrets: in a vault, or in memory alone. A class because it holds the open vault and one
/// tray of secrets. `keep(_:)`, `secret(of:)` and `know` are for any thread; all else is used from
/// the thread of the vault alone.
public final class SecretKeeper: Sendable {
  let tray: Mutex<SecretTray>
  let limits: VaultLimits
  private let tokenOctetsMax: Int
  // Read and written on the one thread of the vault alone.
  nonisolated(unsafe) private(set) var vault: SecretVault?

  /// A keeper of secrets.
  /// - Parameters:
  ///   - vault: Nil: nothing outlives the process, as in a demonstration. Nobody else uses it.
  ///   - tokenOctetsMax: How many octets a secret of an answer may have; 16 KiB.
  public init(
    _ vault: SecretVault?, tokenOctetsMax: Int = VaultLimits().secretOctetsMax
  ) {
    self.vault = vault
    self.tokenOctetsMax = tokenOctetsMax
    limits = vault?.limits ?? VaultLimits()
    tray = Mutex(SecretTray(secretsMax: limits.traySecretsMax))
  }

  /// Overwrites all secrets in memory and closes the vault. Nothing is kept or told from then on.
  public func close() {
    tray.withLock { $0.close() }
    vault = nil
  }

  // At a start

  /// What the vault keeps, for a new `AccountBook` and its start; and what of it cannot be read,
  /// which stays as it is. Without a vault there is nothing.
  /// - Throws: that the file cannot be read.
  public func kept() throws(VaultFault) -> (kept: KeptAccounts, broken: [BrokenRow]) {
    guard let vault else { return (KeptAccounts(), []) }
    var broken: [BrokenRow] = []
    let accounts = try vault.accounts().compactMap { $0.whole(or: &broken) }
    let attempts = try vault.attempts().compactMap { $0.whole(or: &broken) }
    let partings = try vault.partings().compactMap { $0.whole(or: &broken) }
    _ = try vault.typed().compactMap { $0.whole(or: &broken) }
    let kept = KeptAccounts(
      accounts: accounts, attempts: attempts, partings: partings,
      closedAttempts: broken.compactMap {
        if case .attempt(let id) = $0.row { id } else { nil }
      },
      closedPartings: broken.compactMap {
        if case .parting(let id) = $0.row { id } else { nil }
      })
    return (kept, broken)
  }

  // For the sender

  /// A handle of a secret that an answer held. On any thread.
  /// - Returns: What stands for it; nil where there are too many already, or where it is too long.
  public func keep(_ secret: Secret) -> SecretHandle? {
    guard secret.count <= tokenOctetsMax else { return nil }
    let handle: SecretHandle
    do throws(VaultFault) {
      handle = SecretHandle(try Chance.mark())
    } catch {
      return nil
    }
    return tray.withLock { $0.take(secret, as: handle) }
  }

  /// The secret of a handle that is fresh, lent or known. On any thread.
  /// - Returns: The secret, which whoever has used it wipes; nil if it is in a row alone, or gone.
  public func secret(of handle: SecretHandle) -> Secret? {
    tray.withLock { $0.secret(of: handle) }
  }

  /// A secret that the configuration tells, as a client's. It stays. On any thread.
  public func know(_ secret: Secret, as handle: SecretHandle) {
    tray.withLock { $0.know(secret, as: handle) }
  }

  /// Takes the secrets of these handles out of the vault, so that `secret(of:)` can answer. Each is
  /// given back as often as it was lent. What is lent outlives its row until then.
  /// - Returns: Why nothing was lent. What is not there is no fault: `secret(of:)` tells.
  public func lend(_ handles: some Collection<SecretHandle>) -> VaultFault? {
    let wanted = Set(handles)
    guard tray.withLock({ $0.canLend(wanted) }) else {
      return .beyond(.tray, max: limits.traySecretsMax)
    }
    do throws(VaultFault) {
      var secrets = try secrets(wanted)
      tray.withLock { tray in
        for handle in wanted { tray.lend(handle, secrets[handle]) }
      }
      secrets.wipe()
      return nil
    } catch {
      return error
    }
  }

  /// The sender needs these no more: those that the vault keeps are forgotten.
  public func giveBack(_ handles: some Collection<SecretHandle>) {
    tray.withLock { tray in
      for handle in Set(handles) { tray.giveBack(handle) }
    }
  }

  // For people

  /// Keeps what a person typed.
  /// - Parameters:
  ///   - secret: What was typed.
  ///   - owner: Who typed it.
  ///   - purchase: For what.
  ///   - until: When it is forgotten, if it is not discarded before.
  /// - Returns: What stands for it.
  /// - Throws: `beyond` a limit, or a fault of the vault.
  public func keepTyped(
    _ secret: Secret, of owner: String, for purchase: String, until: Instant
  ) throws(VaultFault) -> SecretHandle {
    if let vault { return try vault.keep(secret, of: owner, for: purchase, until: until) }
    guard secret.count <= limits.secretOctetsMax else {
      throw .beyond(.secret, max: limits.secretOctetsMax)
    }
    let typed = SecretTray.Loose(secret: secret, owner: owner, until: until)
    let handle = SecretHandle(try Chance.mark())
    guard tray.withLock({ $0.take(typed, as: handle) }) != nil else {
      throw .beyond(.tray, max: limits.traySecretsMax)
    }
    return handle
  }

  /// Everything of an owner goes.
  /// - Returns: Why the vault did not; the memory has forgotten it in any case.
  public func erase(owner: String) -> VaultFault? {
    tray.withLock { $0.erase(owner) }
    return fault { vault throws(VaultFault) in _ = try vault.erase(owner) }
  }

  /// What has expired goes.
  /// - Returns: Why the vault did not; the memory has forgotten it in any case.
  public func removeExpired(at now: Instant) -> VaultFault? {
    tray.withLock { $0.expire(at: now) }
    return fault { vault throws(VaultFault) in _ = try vault.expire(at: now) }
  }

  // Parts

  /// What the vault could not do; nil without one.
  func fault(_ body: (SecretVault) throws(VaultFault) -> Void) -> VaultFault? {
    guard let vault else { return nil }
    do throws(VaultFault) {
      try body(vault)
      return nil
    } catch {
      return error
    }
  }

  /// The secrets of handles, wherever they are; what is nowhere is left out.
  func secrets(
    _ handles: some Collection<SecretHandle>
  ) throws(VaultFault) -> [SecretHandle: Secret] {
    var found: [SecretHandle: Secret] = [:]
    tray.withLock { tray in
      for handle in handles { found[handle] = tray.secret(of: handle) }
    }
    let missing = handles.filter { found[$0] == nil }
    guard let vault, !missing.isEmpty else { return found }
    for (handle, secret) in try vault.secrets(missing) { found[handle] = secret }
    return found
  }

  /// The octets of a secret, wherever it is, which the caller wipes.
  func octets(of handle: SecretHandle) throws(VaultFault) -> [UInt8]? {
    var secrets = try secrets([handle])
    defer { secrets.wipe() }
    return secrets[handle].map { $0.reveal { Array($0[...]) } }
  }
}

extension Opened {
  /// What is whole; what is not joins the broken ones.
  fileprivate func whole(or broken: inout [BrokenRow]) -> Value? {
    switch self {
    case .whole(let value): return value
    case .broken(let row):
      broken.append(row)
      return nil
    case .none: return nil
    }
  }
}
