// What only the shell can do for accounts: keep secrets, lend them to what is sent, draw and
// compare them.

import Accounts
public import BookingAgent
import CivilTime
import Gateways
import JSON
import LineProtocol
import Mobility
import Products
import Vault

extension RunningHouse {
  /// What keeps the secrets of accounts, in a vault where one is named.
  /// - Throws: that the vault cannot be used, or others reach it.
  static func keeper(
    _ settings: HouseSettings, log: (LogRecord) -> Void
  ) throws(VaultFault) -> SecretKeeper {
    guard let accounts = settings.accounts else { return SecretKeeper(nil) }
    var vault: SecretVault?
    if let path = accounts.vault {
      try ProcessMemory.hide()
      let keys = try VaultKeys.find(
        credentials: accounts.credentials, files: [accounts.vaultKeyFile].compactMap(\.self),
        besideVaultAt: path)
      if let made = keys.madeAt {
        log(LogRecord(.info, "vault-key-made", OperatorWording.keyMade(at: made)))
      }
      vault = try SecretVault(at: path, keys: keys)
    }
    let keeper = SecretKeeper(vault)
    for (handle, secret) in accounts.secrets { keeper.shelf.know(secret, as: handle) }
    return keeper
  }

  /// What is kept of accounts. What cannot be read is said in the log, and counts as not there.
  static func accounts(
    in keeper: SecretKeeper, log: (LogRecord) -> Void
  ) -> KeptAccounts {
    do throws(VaultFault) {
      let (kept, broken) = try keeper.kept()
      for row in broken { log(OperatorWording.record(of: row)) }
      return kept
    } catch {
      log(LogRecord(.error, "vault-unreadable", "\(error)"))
      return KeptAccounts()
    }
  }

  /// Does for accounts what the agent cannot.
  func carryOut(_ effect: AccountEffect) {
    switch effect {
    case .vault(let deed):
      let (event, fault) = keeper.carryOut(deed)
      if let fault { log(LogRecord(.error, "vault-failed", "\(fault)")) }
      if let event { errandsSettled.append(.account(event)) }
    case .prepare(let preparation):
      let listener = preparation.listens.flatMap { place in
        browsers?.listen(preparation.attempt, place.port)
      }
      errandsSettled.append(.account(keeper.prepare(preparation, listener: listener)))
    case .match(let landing, let state, let attempts):
      errandsSettled.append(.account(keeper.match(landing, state: state, among: attempts)))
    case .close(let attempt): browsers?.close(attempt)
    case .answer(let landing, let isTaken):
      if let visit = visits.removeValue(forKey: landing) { browsers?.answer(visit, isTaken) }
    case .send, .record, .tell, .resume: break
    }
  }

  /// A line that is secret is kept before anybody else sees it, and what stands for it is handed
  /// in. Whoever writes down what happens does so first: nothing is exchanged twice.
  public func withoutSecret(_ event: Event) -> Event {
    guard case .asked(let session, let request) = event else { return event }
    switch request {
    case .text(let text):
      // A password may look like a word of the session.
      guard text.written.count == 1, let line = text.written.first,
        let secret = agent.secret(in: line, on: session)
      else { return event }
      return .asked(session, .secret(keep(line, secret)))
    case .call(let call):
      guard let line = call.params["text"]?.string,
        let secret = agent.secret(in: call, on: session)
      else { return event }
      return .asked(session, .secretCall(call.without("text"), keep(line, secret)))
    case .secret, .secretCall, .badLine, .badCall, .turnedToJSON: return event
    }
  }

  private func keep(_ line: String, _ secret: SecretLine) -> KeptLine {
    let octets = Secret(Array(line.utf8))
    switch secret {
    case .again: return .again
    case .landing:
      // Who pasted it is known to the agent.
      let route = Landing.Route.pasted(owner: "", conversation: "")
      return keeper.landing(nextLanding(), route, address: octets).map { .landing($0) } ?? .lost
    case .answer(let owner, let place):
      let until = clock.now + .seconds(TravelLimits().secretSecondsMax)
      do throws(VaultFault) {
        let handle = try keeper.keepTyped(
          octets, of: owner, for: "\(place)", until: until)
        secretsExpire.append(until)
        return .typed(handle)
      } catch {
        log(LogRecord(.error, "vault-failed", "\(error)"))
        return .lost
      }
    }
  }

  /// When what was typed before the start is forgotten: what is over at once, the rest when all of
  /// it is.
  static func expiryOfOlderSecrets(from now: Instant) -> [Instant] {
    [now, now + .seconds(TravelLimits().secretSecondsMax)]
  }

  /// Secrets that were typed are forgotten in time, whatever became of what they were for.
  func forgetSecrets() {
    let now = clock.now
    guard let next = secretsExpire.first, next <= now else { return }
    secretsExpire.removeAll { $0 <= now }
    if let fault = keeper.removeExpired(at: now) {
      log(LogRecord(.error, "vault-failed", "\(fault)"))
    }
  }

  /// What a played service answers, with handles for its secrets as in an answer that came in.
  func withoutSecrets(_ outcome: ErrandOutcome, of errand: Errand) -> ErrandOutcome {
    guard case .answered(var answer) = outcome else { return outcome }
    let isFromIdentity = if case .identity = errand.peer { true } else { false }
    let shelf = keeper.shelf
    let filter = AnswerFilter(
      depthMax: MobilityLimits().depthMax, tokenOctetsMax: ErrandLimits().tokenOctetsMax,
      keep: { shelf.keep($0) })
    answer.body = filter.filtered(answer.body, isFromIdentity: isFromIdentity)
    return .answered(answer)
  }

  /// The secrets that an errand takes along are open until it has been answered.
  func lendSecrets(to errand: Errand) {
    let handles = errand.handles
    guard !handles.isEmpty else { return }
    lent[errand.id] = handles
    if let fault = keeper.lend(handles) { log(LogRecord(.error, "vault-failed", "\(fault)")) }
  }
}
