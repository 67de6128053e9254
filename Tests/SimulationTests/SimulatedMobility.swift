// A mobility service in a simulated world: whose trips there are, what is really booked on them and
// what it has told of that. It knows what the house can only guess. How it writes its answers
// stands in `SimulatedMobility+Answers`.

import CivilTime
import JSON
import Mobility

/// The service of one life; it outlives every process of the house.
struct SimulatedMobility {
  /// Something that was booked.
  struct Ride: Hashable {
    let number: Int
    let product: String
    /// As the provider calls it; nil while it has said nothing.
    var status: String?
    var isActive = true
  }

  /// A traveller's one trip, and what was booked on its second leg. Told is the latest.
  struct Traveller {
    var rides: [Ride] = []
    /// Changes whenever what is booked does.
    var edition = 0
    /// Which statuses of which product were ever told, as `shuttle ACCEPTED`.
    var told: Set<String> = []
  }

  /// What it made of a request.
  enum Deed: Hashable {
    case told, asked, booked, gaveBack, refused, failed
    /// An answer is not accepted.
    case notTaken
    /// The service has the tokens of an account.
    case linked
    /// A payment is undecided: the same is to be asked once more.
    case undecided
  }

  static let base = "https://mobility.example/"

  private(set) var travellers: [String: Traveller] = [:]
  private(set) var rides = 0
  /// How many forms and secrets were handed out.
  private(set) var forms = 0
  var secrets = 0
  /// Who has an account with a provider; nobody needs one where `wantsAccounts` is false.
  var accounts: [String: SimulatedAccount] = [:]
  let wantsAccounts: Bool
  /// Whether all that is asked is done, and told well.
  var isCalm = false
  let depart: Instant

  /// Nothing is booked yet.
  init(depart: Instant, wantsAccounts: Bool) {
    self.depart = depart
    self.wantsAccounts = wantsAccounts
    for user in SimulatedPeople.users { travellers[user] = Traveller() }
  }

  /// What is booked for somebody now.
  func current(of user: String) -> Ride? { travellers[user]?.rides.last.flatMap(\.whenActive) }

  // MARK: - What is asked

  /// Does what an errand asks, and answers it.
  mutating func take(
    _ errand: Errand, _ chance: inout Chance
  ) -> (deed: Deed, status: Int, body: [UInt8]) {
    if Self.isOfAccounts(errand) {
      let (deed, status, value) =
        refusal(of: errand, &chance) ?? takeForAccounts(errand, &chance)
      return (deed, status, value?.octets ?? [])
    }
    let parts = errand.address.path.split(separator: "/").map(String.init)
    guard parts.count >= 2, travellers[parts[0]] != nil else { return (.refused, 404, []) }
    let (deed, status, value) =
      refusal(of: errand, &chance) ?? take(parts[1], of: parts[0], Array(parts[2...]), &chance)
    return (deed, status, value?.octets ?? [])
  }

  private mutating func take(
    _ place: String, of user: String, _ rest: [String], _ chance: inout Chance
  ) -> (Deed, Int, JSONValue?) {
    switch place {
    case "list": return (.told, 200, products(of: user))
    case "trip":
      noteTold(of: user)
      return (.told, 200, trip(of: user))
    case "book": return take(order: rest.first ?? "", of: user, &chance)
    case "form": return take(form: user, rest, &chance)
    case "terms", "pay": return book(rest.first ?? "", for: user, &chance)
    case "cancel":
      guard current(of: user)?.number == rest.first.flatMap({ Int($0) }) else {
        return (.refused, 400, ["error": "nothing of that number"])
      }
      change(of: user) { ride in
        ride.status = "USER_CANCELED"
        ride.isActive = false
      }
      return (.gaveBack, chance.oneIn(2) ? 204 : 200, chance.oneIn(2) ? nil : updated(user))
    default: return (.refused, 404, ["error": "no such thing"])
    }
  }

  /// Whether an errand is for what books, pays or gives back at once.
  static func isLastStep(_ errand: Errand) -> Bool {
    let parts = errand.address.path.split(separator: "/").dropFirst()
    return ["form", "terms", "pay", "cancel"].contains(parts.first ?? "")
      || parts.last == "shuttle"
  }

  /// It does not do what is asked: it says no, or fails before it has done anything.
  private func refusal(
    of errand: Errand, _ chance: inout Chance
  ) -> (Deed, Int, JSONValue?)? {
    guard !isCalm, chance.oneIn(Self.isLastStep(errand) ? 7 : 20) else { return nil }
    switch chance.below(errand.books ? 7 : 3) {
    case 0: return (.failed, 503, nil)
    case 1: return (.failed, 500, [:])
    case 2: return (.failed, 200, ["errorCode": 55, "error": "it failed"])
    case 3: return (.undecided, 299, nil)
    case 4: return (.refused, 400, ["error": "not so"])
    case 5: return (.refused, 429, nil)
    default:
      return (.refused, 200, ["errorCode": 470, "title": "Not possible", "usererror": true])
    }
  }

  private mutating func take(
    order product: String, of user: String, _ chance: inout Chance
  ) -> (Deed, Int, JSONValue?) {
    switch product {
    case "bike":
      forms += 1
      return (.asked, 200, form(forms, of: user, wantsSecret: !isCalm && !chance.oneIn(3)))
    case "uber" where wantsAccounts && accounts[user]?.isLinked != true:
      return (
        .refused, 200, ["errorCode": 446, "title": "Account needed", "usererror": true]
      )
    case "uber": return (.asked, 200, agreement(of: user))
    case "ferry":
      secrets += 1
      return (.asked, 200, quote(of: user))
    default: return book(product, for: user, &chance)
    }
  }

  /// A form comes in: it is taken, or one of its answers is not.
  private mutating func take(
    form user: String, _ rest: [String], _ chance: inout Chance
  ) -> (Deed, Int, JSONValue?) {
    guard !isCalm, chance.oneIn(4) else { return book("bike", for: user, &chance) }
    return (.notTaken, 200, ["invalid": [["name": "name", "reason": "Too short"]]])
  }

  private mutating func book(
    _ product: String, for user: String, _ chance: inout Chance
  ) -> (Deed, Int, JSONValue?) {
    rides += 1
    // The provider may say nothing for a while, or later than it is asked.
    let statuses: [String?] = [nil, "PROCESSING", "ACCEPTED", "ACCEPTED"]
    let ride = Ride(number: rides, product: product, status: chance.pick(statuses))
    travellers[user]?.rides.append(ride)
    travellers[user]?.edition += 1
    // It may have failed behind the booking.
    if !isCalm, chance.oneIn(10) { return (.booked, 500, [:]) }
    return (.booked, 200, chance.oneIn(3) ? nil : updated(user))
  }

  private mutating func change(of user: String, _ change: (inout Ride) -> Void) {
    guard var traveller = travellers[user], var ride = traveller.rides.popLast() else { return }
    change(&ride)
    traveller.rides.append(ride)
    traveller.edition += 1
    travellers[user] = traveller
  }

  private mutating func noteTold(of user: String) {
    guard let ride = travellers[user]?.rides.last, let status = ride.status else { return }
    travellers[user]?.told.insert("\(ride.product) \(status)")
  }

  // MARK: - What providers do

  /// A provider says yes, comes, or calls off.
  mutating func goOn(_ chance: inout Chance) {
    let user = chance.pick(SimulatedPeople.users)
    guard let ride = current(of: user) else { return }
    let next: String
    switch ride.status {
    case nil, "PROCESSING":
      next = chance.oneIn(4) ? "PROVIDER_CANCELED" : chance.pick(["ACCEPTED", "PROCESSING"])
    case "ACCEPTED": next = chance.oneIn(3) ? "PROVIDER_CANCELED" : "ARRIVING"
    default: return
    }
    change(of: user) { ride in
      ride.status = next
      ride.isActive = next != "PROVIDER_CANCELED"
    }
  }

  /// All that is booked takes place.
  mutating func complete() {
    for user in SimulatedPeople.users where current(of: user) != nil {
      change(of: user) { ride in
        ride.status = "COMPLETED"
        ride.isActive = false
      }
    }
  }
}

extension SimulatedMobility.Ride {
  fileprivate var whenActive: SimulatedMobility.Ride? { isActive ? self : nil }
}
