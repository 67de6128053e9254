// What a browser is sent away with, and what it comes back with.

public import Accounts
public import Mobility
internal import Synchronization

extension SecretKeeper {
  /// Draws what a browser needs: a verifier (RFC 7636 §4.1: 32 octets of chance in 43 digits), a
  /// state and, where it is wanted, a nonce of 128 bits each.
  /// - Parameters:
  ///   - preparation: What is wanted.
  ///   - listener: Where somebody listens, if that is wanted.
  /// - Returns: `prepared`; `notPrepared` where nobody listens, or nothing more can be held.
  public func prepare(_ preparation: Preparation, listener: WebAddress?) -> AccountEvent {
    let isHeard = preparation.listens == nil || listener != nil
    guard isHeard, let prepared = prepared(preparation, listener: listener) else {
      return .notPrepared(preparation.attempt)
    }
    return .prepared(preparation.attempt, prepared)
  }

  private func prepared(_ preparation: Preparation, listener: WebAddress?) -> Prepared? {
    let challenge: S256Challenge
    var secrets: [Secret]
    do throws(VaultFault) {
      let verifier = Secret(Base64URL.encoded(try Chance.octets(32)))
      challenge = try S256Challenge(of: verifier)
      secrets = [verifier, try Self.mark()]
      if preparation.wantsNonce { secrets.append(try Self.mark()) }
    } catch {
      // Without chance nothing is proved: the link takes another way.
      return nil
    }
    let handles = secrets.compactMap { shelf.keep($0) }
    guard handles.count == secrets.count else {
      shelf.tray.withLock { $0.forget(handles) }
      return nil
    }
    return Prepared(
      verifier: handles[0], challenge: challenge, state: handles[1],
      nonce: preparation.wantsNonce ? handles[2] : nil,
      listener: preparation.listens == nil ? nil : listener)
  }

  /// 128 bits of chance, in 22 digits.
  private static func mark() throws(VaultFault) -> Secret {
    Secret(Base64URL.encoded(try Chance.octets(16)))
  }

  /// Which link a state belongs to. All are compared, each in constant time.
  public func match(
    _ landing: LandingID, state: SecretHandle, among: [AttemptID: SecretHandle]
  ) -> AccountEvent {
    var found: AttemptID?
    do throws(VaultFault) {
      var given = try octets(of: state) ?? []
      defer { given.wipe() }
      for (attempt, handle) in among.sorted(by: { $0.key < $1.key }) {
        var wanted = try octets(of: handle) ?? []
        defer { wanted.wipe() }
        if !wanted.isEmpty, Digest.areEqual(wanted, given) { found = found ?? attempt }
      }
    } catch {
      // What cannot be read is like nothing. The link stays open, and the browser may come again.
      found = nil
    }
    return .matched(landing, found)
  }

  /// An address somebody landed on, taken apart (RFC 6749 §4.1.2, RFC 9207): its code and state
  /// become handles. What is in it twice is not in it.
  /// - Returns: What it says; nil if it is no address, or too long.
  public func landing(_ id: LandingID, _ route: Landing.Route, address: Secret) -> Landing? {
    guard let landed = LandedAddress(address, limits: limits) else { return nil }
    var landing = Landing(id: id, route: route, place: landed.place)
    landing.state = landed.secret("state").flatMap { shelf.keep($0) }
    landing.code = landed.secret("code").flatMap { shelf.keep($0) }
    landing.error = landed.text("error", octetsMax: limits.landingErrorOctetsMax)
    landing.errorText = landed.text(
      "error_description", octetsMax: limits.landingErrorOctetsMax)
    landing.issuer = landed.text("iss", octetsMax: limits.landingOctetsMax)
    return landing
  }

  /// A mark that a browser is sent away with, as a query has it: it is shown to whom it is meant
  /// for.
  /// - Returns: The mark; nil if it is gone or cannot be read.
  public func text(of handle: SecretHandle) -> String? {
    do throws(VaultFault) {
      var secrets = try secrets([handle])
      defer { secrets.wipe() }
      return secrets[handle].map { secret in secret.reveal { PercentCoding.encoded($0) } }
    } catch {
      return nil
    }
  }
}
