// Who signs people in, in the world of the seeds: codes, pairs that rotate, faults of every kind.

import Accounts
import JSON
import Mobility

extension World {
  mutating func send(_ errand: Errand) {
    let (delay, outcome): (Int, ErrandOutcome)
    switch errand.address.path {
    case "/device": (delay, outcome) = (1, answer(deviceBody()))
    case "/token": (delay, outcome) = answerToken(errand)
    default: (delay, outcome) = (dice.below(5), dice.oneIn(2) ? answer("") : fault())
    }
    let event = AccountEvent.outcome(errand.id, outcome)
    pending.append((real + delay, event))
    if hasFaults, dice.oneIn(8) { pending.append((real + delay + dice.below(30), event)) }
  }

  private mutating func answerToken(_ errand: Errand) -> (Int, ErrandOutcome) {
    let secrets = errand.body?.secrets ?? [:]
    let provider = if case .identity(let name, _) = errand.peer { name } else { "" }
    let account = "\(errand.owner) \(provider)"
    if tokenRequests[account]?.isEmpty == false { faults.append("two token requests of one") }
    tokenRequests[account, default: []].insert(errand.id)
    for handle in secrets.values where discarded.contains(handle) {
      faults.append("\(handle) was discarded, and is used")
    }
    if let code = secrets[JSONPath.root.appending("device_code")] {
      return answerPoll(errand, code)
    }
    if let code = secrets[JSONPath.root.appending("code")] {
      exchanges[code, default: 0] += 1
    }
    let delay = dice.below(20)
    if hasFaults, dice.oneIn(3) { return (delay, fault()) }
    if hasFaults, dice.oneIn(10) { return (delay, answer(Play.error("invalid_grant"), 400)) }
    return (delay, answer(tokenBody()))
  }

  private mutating func answerPoll(_ errand: Errand, _ code: SecretHandle) -> (Int, ErrandOutcome) {
    guard var poll = polls[code] else {
      faults.append("a code that nobody gave")
      return (0, .lost(""))
    }
    if real < poll.notBefore {
      faults.append("polled \(poll.notBefore - real) s too early, told \(poll.interval)")
    }
    note("poll")
    let delay = dice.below(14)
    var (slower, least) = (0, 0)
    let outcome: ErrandOutcome
    switch dice.below(hasFaults ? 9 : 3) {
    case 0, 1: outcome = answer(Play.error("authorization_pending"), 400)
    case 2: outcome = answer(tokenBody())
    case 3:
      slower = 5
      outcome = answer(Play.error("slow_down"), 400)
    case 4: outcome = answer(Play.error("access_denied"), 400)
    case 5:
      least = 40
      outcome = Play.answered(429, "", retryAfter: 40)
    default: outcome = fault()
    }
    poll.notBefore = real + poll.interval
    polls[code] = poll
    tellings[errand.id] = (code, slower, least)
    return (delay, outcome)
  }

  private func answer(_ body: String, _ status: Int = 200) -> ErrandOutcome {
    Play.answered(status, body)
  }

  private mutating func fault() -> ErrandOutcome {
    guard hasFaults else { return answer("{}", 503) }
    switch dice.below(4) {
    case 0: return .notSent("no route")
    case 1: return .lost("cut")
    case 2: return answer("<html>", 502)
    default: return answer("<html>")
    }
  }

  private mutating func deviceBody() -> String {
    minted += 1
    // No code was asked about yet: the first pause counts from the answer.
    polls[SecretHandle("d\(minted)")] = (5, real + 5)
    return Play.device.replacing("\"dc\"", with: "\"d\(minted)\"")
  }

  private mutating func tokenBody() -> String {
    minted += 1
    let life = [30, 100, 3_600][dice.below(3)]
    return """
      {"access_token":"a\(minted)","token_type":"bearer","expires_in":\(life),
      "refresh_token":"r\(minted)"}
      """
  }

  // What must hold

  mutating func check() {
    for owner in Self.owners {
      for provider in ["uber", "lyft"] {
        let key = Play.key(owner, provider)
        let credential = play.book.credential(for: owner, provider: provider, at: play.now)
        guard case .ready(let handle, let edition) = credential else { continue }
        let row = vault.accounts[key]
        // While the vault's word is on its way it may have a newer one.
        if everKept[handle] != edition || row?.edition ?? 0 < edition {
          faults.append("\(credential) is not what is kept")
        }
        if discarded.contains(handle) { faults.append("\(handle) is ready, but discarded") }
      }
    }
    if prompts.values.contains(where: { $0 > 1 }) { faults.append("one link told twice") }
    if exchanges.values.contains(where: { $0 > 12 }) { faults.append("one code sent often") }
  }

  /// Replaying the records makes what was kept again.
  mutating func checkReplay() {
    var replayed = beginning
    for record in records { replayed.apply(record) }
    if replayed != play.book.kept { faults.append("the records tell another story") }
  }
}
