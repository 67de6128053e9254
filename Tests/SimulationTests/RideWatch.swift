// What was seen of rides: what left that may book, what was told of it, and whether that is so. It
// knows nothing of how the house books.

import BookingAgent
import CivilTime
import Foundation
import JSON
import LineProtocol
import Mobility
import SimulatedDisk

/// A line or a call by which somebody may have ordered something.
struct RideOrder: Hashable {
  let session: SessionID
  let number: Int
  let user: String?
  /// Whose message it is, where it has a name: said twice it is one order.
  let message: String?
}

/// What was seen of rides so far.
struct RideWatch {
  /// What was asked and not answered before the wake that goes on, and may still have an effect.
  private var open: [RideOrder] = []
  /// For whom something was asked of the service in this wake.
  private var asked: Set<String> = []
  /// What has had its effect and waits for the service.
  private var spent: Set<RideOrder> = []
  /// What may go on without a word: behind an answer that a payment is undecided, the same again.
  private var undecided: [String: Set<WebAddress>] = [:]
  /// Whose account was linked since they ordered something that wants one.
  private var linked: Set<String> = []
  /// By which messages something was booked.
  private var bookedBy: Set<String> = []
  /// What each was asked by forms, in their order, and which of it they have answered.
  private var questions: [String: Questions] = [:]
  /// What became of errands on their way.
  private var deeds: [ErrandID: SimulatedMobility.Deed] = [:]
  /// What each was told last of their ride.
  private var told: [String: Told] = [:]
  /// Whose trip was told since the world is well.
  private var looked: Set<String> = []
  private var isCalm = false
  private var calmLooks: Set<ErrandID> = []
  private(set) var faults: [Fault] = []
  private(set) var counts = Counts()

  /// How a ride stands, as somebody was told.
  struct Told: Hashable {
    let state: String
    let product: String?
    let status: String?
  }

  /// Questions of a form, by their titles, which are given once.
  struct Questions: Hashable {
    var open: [Substring: String] = [:]
    var answered: Set<String> = []
  }

  /// The process is gone, and with it what it would have answered.
  mutating func died() {
    (open, spent, undecided, deeds) = ([], [], [:], [:])
  }

  mutating func becomesCalm() { isCalm = true }
  func hasLooked(_ user: String) -> Bool { looked.contains(user) }

  mutating func takeFaults() -> [Fault] {
    defer { faults = [] }
    return faults
  }

  // MARK: - What leaves

  /// What is asked before events are handed in.
  mutating func begin(_ orders: [RideOrder]) { open = orders.filter { !spent.contains($0) } }

  /// What is still to be answered behind a wake, the first of each session: where something was
  /// asked of the service, it has had its effect.
  mutating func end(_ waiting: [RideOrder]) {
    spent.formUnion(waiting.filter { $0.user.map(asked.contains) ?? !asked.isEmpty })
    asked = []
  }

  /// An errand leaves, and what the service made of it; nil where it did not arrive.
  mutating func left(_ errand: Errand, _ deed: SimulatedMobility.Deed?) {
    deeds[errand.id] = deed
    asked.insert(errand.owner)
    if isCalm, errand.address.path.hasSuffix("/trip") { calmLooks.insert(errand.id) }
    let whose = errand.address.path.split(separator: "/").first.map(String.init)
    if deed == .linked {
      counts.note(.accountLinked)
      linked.insert(errand.owner)
    }
    if whose != errand.owner, !SimulatedMobility.isOfAccounts(errand) {
      faults.append(("rides are private", "\(errand.owner) asks for \(errand.address)"))
    }
    // What was answered was not taken, or the form was.
    if deed == .notTaken || deed == .booked { questions[errand.owner]?.answered = [] }
    guard errand.books else { return }
    counts.note(.rideOrdered)
    if deed == .booked { counts.note(.rideBooked) }
    if deed == .gaveBack { counts.note(.rideGivenBack) }
    if undecided[errand.owner]?.remove(errand.address) != nil { return }
    // What waited for an account goes on without a word.
    if errand.address.path.hasSuffix("/book/uber"), linked.remove(errand.owner) != nil { return }
    let orders = open.filter { $0.user == nil || $0.user == errand.owner }
    guard let first = orders.first else {
      return faults.append(("nothing is booked that nobody ordered", "\(errand.address)"))
    }
    open.removeAll { $0 == first }
    spent.insert(first)
    guard orders.count == 1, let message = first.message, deed == .booked else { return }
    if !bookedBy.insert(message).inserted {
      faults.append(("a message books once", "\(message), \(errand.address)"))
    }
  }

  /// What came of an errand is told to the house.
  mutating func settled(_ errand: Errand, _ outcome: ErrandOutcome) {
    guard case .answered(let answer) = outcome, let deed = deeds[errand.id] else { return }
    if deed == .undecided, answer.status == 299 {
      undecided[errand.owner, default: []].insert(errand.address)
    }
    if isCalm, calmLooks.remove(errand.id) != nil { looked.insert(errand.owner) }
  }

  // MARK: - What is told

  /// Somebody is told something, by an answer or by itself.
  mutating func hear(
    _ lines: [String], _ members: JSONObject, by user: String?, after said: String? = nil,
    isDone: Bool = false, _ service: SimulatedMobility
  ) {
    if let user, let said, Self.goesBack(said) { questions[user] = nil }
    let isRepeated = members["replayed"] == true
    if let user, let ride = members["ride"], !isRepeated {
      told[user] = Told(
        state: ride["state"]?.string ?? "", product: ride["product"]?.string,
        status: ride["status"]?["value"]?.string)
    }
    if members["products"] != nil { counts.note(.ridesListed) }
    if members["agreement"] != nil { counts.note(.rideTerms) }
    if let user, !isRepeated { hear(questionsIn: lines, by: user) }
    for line in lines where line.hasPrefix("Booked: T") || line.hasPrefix("Gebucht: T") {
      counts.note(.rideConfirmed)
      let isTrue = SimulatedPeople.users.contains { user in
        service.travellers[user]?.told.contains { told in
          let parts = told.split(separator: " ").map(String.init)
          if isDone, !SimulatedMobility.confirmed.contains(parts[1]) { return false }
          return line.contains("\(SimulatedMobility.name(of: parts[0], for: user)), ")
            && line.contains("status \(parts[1].lowercased())")
        } ?? false
      }
      if !isTrue { faults.append(("what is told as confirmed is confirmed", line)) }
    }
  }

  /// Whether somebody wants to be asked again, or leaves questions out.
  private static func goesBack(_ said: String) -> Bool {
    said.split(separator: " ").contains { ["back", "change", "review", "send"].contains($0) }
  }

  /// Nothing is asked again that was answered. A secret may be: it is not kept for long.
  private mutating func hear(questionsIn lines: [String], by user: String) {
    for line in lines where line.hasPrefix("Question ") || line.hasPrefix("Frage ") {
      let parts = line.split(separator: " ")
      guard let form = parts.last, form.first == "f", form.last == "z" else { continue }
      let title = parts.suffix(2).joined(separator: " ")
      var asked = questions[user] ?? Questions()
      if asked.answered.contains(title) {
        faults.append(("no question is asked again that was answered", "\(user): \(line)"))
      }
      if let before = asked.open.updateValue(title, forKey: form), before != title {
        counts.note(.rideAnswered)
        if !before.hasPrefix("Pin ") { asked.answered.insert(before) }
      }
      questions[user] = asked
    }
  }

  /// Somebody is about to ask anew.
  mutating func forget(_ user: String) { told[user] = nil }

  /// How a ride stands, as its traveller was told last.
  func told(to user: String) -> Told? { told[user] }
}

extension SimulatedMobility {
  /// What a provider says who has said yes.
  static let confirmed: Set = ["ACCEPTED", "ARRIVING", "COMPLETED"]
}

extension Promises {
  /// Nothing secret is told to anybody, and of a ride nothing but to whose it is.
  mutating func checkRides(in octets: [UInt8], told hearer: Hearer) {
    guard hasRides else { return }
    let seen = { String(decoding: octets, as: UTF8.self) }
    require(!octets.hold("canary-"), "secrets stay secret", seen())
    if hearer == .anybody { return }
    for user in SimulatedPeople.users where !hearer.names.contains(user) {
      let isTold = octets.hold(SimulatedMobility.mark(of: user))
      require(!isTold, "rides are private", "\(hearer) reads \(user)'s: \(seen())")
    }
  }

  /// Nothing secret lies on a disk.
  mutating func checkSecrets(on disk: Disk) {
    guard hasRides else { return }
    for file in disk.files {
      let isThere = disk.octets(of: file)?.hold("canary-") ?? false
      require(!isThere, "secrets stay secret", "one lies in \(file)")
    }
  }

  /// When all is well, what somebody was told last has to be what is booked.
  mutating func compareRide(of user: String, with service: SimulatedMobility) {
    note(rides.takeFaults())
    let told = rides.told(to: user)
    let seen = "\(user) is told \(told.map { "\($0)" } ?? "nothing")"
    guard let ride = service.current(of: user) else {
      let knows = ["following", "sending", "updating", "unsure"].contains(told?.state ?? "")
      require(!knows, "what is told of a ride is so", "\(seen), and nothing is booked")
      return
    }
    let name = SimulatedMobility.name(of: ride.product, for: user)
    let isSo =
      told?.state == "following" && told?.status == ride.status
      && (ride.status == nil || told?.product == name)
    require(isSo, "what is told of a ride is so", "\(seen), and booked is \(ride)")
  }
}

extension [UInt8] {
  /// Whether a text stands in these octets. Files of a life are looked through often.
  func hold(_ text: String) -> Bool {
    let sought = Array(text.utf8)
    guard let first = sought.first else { return true }
    return withUnsafeBytes { all in
      guard let begin = all.baseAddress else { return false }
      let end = begin + all.count
      var place = begin
      while end - place >= sought.count,
        let found = memchr(place, Int32(first), end - place - sought.count + 1)
      {
        if memcmp(found, sought, sought.count) == 0 { return true }
        place = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}
