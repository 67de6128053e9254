// Accounts in the world: what happens to them changes it, and leaves what has to be done.

public import Accounts
public import CivilTime
import Mobility
import Products

extension World {
  /// Something happened to accounts. Errands are numbered with those of trips.
  public mutating func happened(_ event: AccountEvent, at now: Instant) {
    var next = travel.nextErrand
    let effects = accounts?.handle(event, at: now, numbering: &next) ?? []
    travel.nextErrand = next
    accountEffects += effects
  }

  /// A new start: the vault says which accounts there are.
  public mutating func startAccounts(_ kept: [LinkedAccount], at now: Instant) {
    var next = travel.nextErrand
    let effects = accounts?.start(vault: kept, at: now, numbering: &next) ?? []
    travel.nextErrand = next
    accountEffects += effects
  }

  /// Hands out what is to be done for accounts since it was taken last.
  public mutating func takeAccountEffects() -> [AccountEffect] {
    defer { (accountEffects, hasFilledIn) = ([], false) }
    return accountEffects
  }

  /// Whether accounts ask anything of the world, or more of a form was filled in.
  public var hasAccountEffects: Bool { !accountEffects.isEmpty || hasFilledIn }

  /// What is filled in for a link, begun where it is not; nil where nothing can be.
  mutating func signIn(for prompt: LinkPrompt) -> SignInQuestions? {
    guard case .fill(let form) = prompt.task else { return nil }
    if let begun = signIns[prompt.attempt] { return begun }
    let limits = travel.limits
    guard let questions = SignInQuestions(form, limits: limits) else { return nil }
    signIns = signIns.filter { accounts?.stage(of: $0.key) != nil }
    signIns[prompt.attempt] = questions
    hasFilledIn = true
    return questions
  }
}
