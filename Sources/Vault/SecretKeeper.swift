// What the shell has of secrets: it carries out what the book of accounts asks for, and tells the
// sender what a handle stands for.

public import Accounts
public import CivilTime
public import Mobility
internal import Synchronization

/// Keeps secrets: in a vault, or in memory alone. A class because it holds the open vault; used
/// from one thread only. What other threads need of it is on the shelf.
public final class SecretKeeper {
  /// The secrets in memory, for whoever sends.
  public let shelf: SecretShelf
  let limits: VaultLimits
  private(set) var vault: SecretVault?

  /// A keeper of secrets.
  /// - Parameters:
  ///   - vault: Nil: nothing outlives the process, as in a demonstration. Nobody else uses it.
  ///   - tokenOctetsMax: How many octets a secret of an answer may have; 16 KiB.
  public init(
    _ vault: SecretVault?, tokenOctetsMax: Int = VaultLimits().secretOctetsMax
  ) {
    self.vault = vault
    limits = vault?.limits ?? VaultLimits()
    shelf = SecretShelf(secretsMax: limits.traySecretsMax, tokenOctetsMax: tokenOctetsMax)
  }

  /// Overwrites all secrets in memory and closes the vault. Nothing is kept or told from then on.
  public func close() {
    shelf.tray.withLock { $0.close() }
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

  // Lending

  /// Takes the secrets of these handles out of the vault, so that `secret(of:)` can answer. Each is
  /// given back as often as it was lent. What is lent outlives its row until then.
  /// - Returns: Why nothing was lent. What is not there is no fault: `secret(of:)` tells.
  public func lend(_ handles: some Collection<SecretHandle>) -> VaultFault? {
    let wanted = Set(handles)
    guard shelf.tray.withLock({ $0.canLend(wanted) }) else {
      return .beyond(.tray, max: limits.traySecretsMax)
    }
    do throws(VaultFault) {
      var secrets = try secrets(wanted)
      shelf.tray.withLock { tray in
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
    shelf.tray.withLock { tray in
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
    guard shelf.tray.withLock({ $0.take(typed, as: handle) }) != nil else {
      throw .beyond(.tray, max: limits.traySecretsMax)
    }
    return handle
  }

  /// Everything of an owner goes.
  /// - Returns: Why the vault did not; the memory has forgotten it in any case.
  public func erase(owner: String) -> VaultFault? {
    shelf.tray.withLock { $0.erase(owner) }
    return fault { vault throws(VaultFault) in _ = try vault.erase(owner) }
  }

  /// What has expired goes.
  /// - Returns: Why the vault did not; the memory has forgotten it in any case.
  public func removeExpired(at now: Instant) -> VaultFault? {
    shelf.tray.withLock { $0.expire(at: now) }
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
    shelf.tray.withLock { tray in
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
