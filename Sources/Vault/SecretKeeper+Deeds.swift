// The deeds that the book of accounts asks for, and the events that answer them.

public import Accounts
internal import CivilTime
internal import Mobility
internal import Synchronization

extension SecretKeeper {
  /// Carries out a deed. Behind closing nothing is done and nothing answered.
  /// - Returns: The event that answers it, nil where none is wanted; and why it could not be done,
  ///   for the log.
  public func carryOut(_ deed: VaultDeed) -> (event: AccountEvent?, fault: VaultFault?) {
    guard !shelf.tray.withLock({ $0.isClosed }) else { return (nil, nil) }
    switch deed {
    case .keep(let account, let check): return keep(account, check)
    case .delete(let key, let edition, let spared, let until):
      do throws(VaultFault) {
        try spare(spared, of: key.owner, until: until)
        try vault?.delete(key, edition: edition)
      } catch {
        return (.notDeleted(key, edition: edition), error)
      }
      shelf.tray.withLock { $0.leave(key, edition: edition, sparing: spared) }
      return (.deleted(key, edition: edition), nil)
    case .keepAttempt(let attempt): return (nil, keep(attempt))
    case .deleteAttempt(let id):
      shelf.tray.withLock { $0.leave(id) }
      return (nil, fault { vault throws(VaultFault) in try vault.delete(attempt: id) })
    case .keepParting(let parting): return (nil, keep(parting))
    case .deleteParting(let id):
      return (nil, fault { vault throws(VaultFault) in try vault.delete(parting: id) })
    case .discard(let handles):
      shelf.tray.withLock { $0.discard(handles) }
      return (nil, fault { vault throws(VaultFault) in try vault.delete(typed: handles) })
    }
  }

  // Accounts

  private func keep(
    _ account: LinkedAccount, _ check: IdentityCheck?
  ) -> (event: AccountEvent?, fault: VaultFault?) {
    var account = account
    let key = account.key
    let edition = account.edition
    do throws(VaultFault) {
      if let check {
        guard let identity = try identity(check) else {
          return (.notKept(key, edition: edition, .identity), nil)
        }
        account.label = identity.label
      }
      try keep(account)
      return (.kept(key, edition: edition, label: account.label), nil)
    } catch {
      return (.notKept(key, edition: edition, .unwritable), error)
    }
  }

  /// Keeps the secrets of an account in its row; without a vault they stay where they are.
  private func keep(_ account: LinkedAccount) throws(VaultFault) {
    var secrets = try secrets(account.handles)
    defer { secrets.wipe() }
    if let missing = account.handles.first(where: { secrets[$0] == nil }) {
      throw .secretGone(missing)
    }
    guard let vault else {
      let found = shelf.tray.withLock { $0.edition(of: account.key) }
      if let found, found > account.edition { throw .superseded(found: found) }
      shelf.tray.withLock { $0.stay(account) }
      return
    }
    do throws(VaultFault) {
      try vault.keep(account, secrets)
    } catch {
      // It is tried again, or its deletion forgets what lies here.
      shelf.tray.withLock { $0.wait(account) }
      throw error
    }
    // The copies first: what somebody else holds is not overwritten.
    secrets.wipe()
    shelf.tray.withLock { $0.moved(account) }
  }

  /// Secrets leave their row and lie in memory, until they are discarded or until then.
  private func spare(
    _ handles: [SecretHandle], of owner: String, until: Instant?
  ) throws(VaultFault) {
    var secrets = try secrets(handles)
    defer { secrets.wipe() }
    for handle in handles {
      shelf.tray.withLock { $0.spare(handle, secrets[handle], of: owner, until: until) }
    }
  }

  // Attempts and partings

  private func keep(_ attempt: KeptAttempt) -> VaultFault? {
    let (id, owner, handles) = (attempt.id, attempt.key.owner, attempt.handles)
    do throws(VaultFault) {
      var secrets = try secrets(handles)
      defer { secrets.wipe() }
      if let missing = handles.first(where: { secrets[$0] == nil }) { throw .secretGone(missing) }
      try vault?.keep(attempt, secrets)
    } catch {
      shelf.tray.withLock { $0.stay(id, of: owner, handles, expires: attempt.deadline) }
      return error
    }
    shelf.tray.withLock { tray in
      if vault == nil {
        tray.stay(id, of: owner, handles, expires: attempt.deadline)
      } else {
        tray.moved(id, handles)
      }
    }
    return nil
  }

  /// Keeps a parting, and with it the tokens that are given back; without a vault they stay where
  /// they are. If they are not at hand the others are told nevertheless.
  private func keep(_ parting: Parting) -> VaultFault? {
    let tokens = parting.tokens
    var secrets: [SecretHandle: Secret] = [:]
    defer { secrets.wipe() }
    do throws(VaultFault) {
      secrets = try self.secrets(tokens)
      if let vault {
        try vault.keep(parting, secrets)
        // The copy first: what somebody else holds is not overwritten.
        secrets.wipe()
        shelf.tray.withLock { $0.forget(tokens) }
        return nil
      }
    } catch {
      spare(secrets, parting)
      return error
    }
    spare(secrets, parting)
    return nil
  }

  private func spare(_ secrets: [SecretHandle: Secret], _ parting: Parting) {
    for token in parting.tokens {
      shelf.tray.withLock {
        $0.spare(token, secrets[token], of: parting.key.owner, until: parting.until)
      }
    }
  }

  // Who signed in

  /// What a provider calls an account, if its word holds.
  private struct Identity {
    let label: String?
  }

  /// Who signed in; nil if the word of the provider does not hold.
  private func identity(_ check: IdentityCheck) throws(VaultFault) -> Identity? {
    guard var token = try octets(of: check.token) else { return nil }
    defer { token.wipe() }
    guard let claims = IdentityClaims(token: token, depthMax: limits.claimsDepthMax) else {
      return nil
    }
    var nonce: [UInt8]?
    if let handle = check.nonce {
      guard let octets = try octets(of: handle) else { return nil }
      nonce = octets
    }
    defer { nonce?.wipe() }
    guard claims.hold(nonce: nonce, issuer: check.issuer, clientID: check.clientID) else {
      return nil
    }
    return Identity(label: claims.label(octetsMax: limits.labelOctetsMax))
  }
}
