// Who may have signed in on a connection, as far as that can be known from what was told on it.

/// What is known of a connection on which somebody has to sign in.
struct Admission {
  /// By which token; nil stands for none. More than one only where an answer was lost with a commit
  /// that failed.
  private(set) var possible: Set<HandedToken?> = [nil]
  /// Tokens that were refused.
  private(set) var refused = 0

  var holders: Set<TokenHolder> { Set(possible.compactMap { $0?.holder }) }
  /// Whether nobody has signed in for sure, or somebody has.
  var isNobody: Bool { possible == [nil] }
  var isSomebody: Bool { !possible.contains(nil) }
  /// The token by which somebody has signed in for sure.
  var token: HandedToken? { possible.count == 1 ? possible.first ?? nil : nil }

  /// The people who may be spoken for; nil where that may be anybody.
  var users: Set<String>? {
    var users: Set<String> = []
    for holder in holders {
      guard let some = holder.users else { return nil }
      users.formUnion(some)
    }
    return users
  }

  func reaches(_ name: String) -> Bool { holders.contains { $0.reaches(name) } }
  func speaks(for user: String) -> Bool { holders.contains { $0.speaks(for: user) } }

  /// Somebody was told that they have signed in.
  mutating func signedIn(by token: HandedToken) { possible = [token] }

  /// Somebody may have signed in.
  mutating func mayBe(_ token: HandedToken) { possible.insert(token) }

  mutating func wasRefused() { refused += 1 }
}

extension Peer {
  /// A name of somebody by which they are reached here.
  func name(of user: String) -> String {
    guard let card else { return user }
    return SimulatedPeople.names(of: user).first(where: card.reaches) ?? user
  }

  /// What is asked on it that may have an effect, in whose name and in which words.
  func askers(_ tokens: SimulatedTokens?) -> [Asker] {
    guard let admission, let tokens else { return asked.compactMap { Asker($0) } }
    var may = admission
    var hasChanged = false
    return asked.compactMap { one in
      if let value = one.token, let holder = tokens.holder(of: value) {
        may.mayBe(HandedToken(holder: holder, value: value))
        hasChanged = true
      }
      guard !may.isNobody else { return nil }
      if isJSON {
        guard let named = one.named, may.reaches(named) else { return nil }
        return Asker(one)
      }
      if !hasChanged, !one.mayBeAnybody, let user = one.user {
        return may.speaks(for: user) ? Asker(one) : nil
      }
      return Asker(among: may.users)
    }
  }

  /// Who hears what is answered.
  func hearer(of asked: Asked) -> Hearer {
    guard let admission else { return Hearer(asked) }
    if let named = asked.named, !admission.reaches(named) { return .noUser }
    if !asked.mayBeAnybody, let user = asked.user {
      return admission.speaks(for: user) ? .user(user) : .noUser
    }
    if isJSON || admission.isNobody { return .noUser }
    return admission.users.map { .oneOf($0) } ?? .anybody
  }
}
