// Who is meant by a name, in whose name may be booked, and when people are free together.

import Bookings
import CivilTime
import Testing

@Suite struct PeopleTests {
  /// Mia may book for Jana; two are called Tom; Jana and Tom Bauer design.
  static let people: People = {
    var mia = Person(id: Demonstration.mia, name: "Mia Wolf")
    mia.mayBookFor = ["jana"]
    var jana = Person(id: Demonstration.jana, name: "Jana Kurz")
    jana.groups = ["design"]
    jana.email = EmailAddress(written: "Jana@x.org")
    jana.chats = [UserID("slack:U7")]
    var bauer = Person(id: UserID("bauer"), name: "Tom Bauer")
    bauer.groups = ["design"]
    bauer.mayManage = ["design"]
    let sommer = Person(id: Demonstration.tom, name: "Tom Sommer")
    return People([mia, jana, bauer, sommer])
  }()

  static var ledger: Ledger {
    var building = Demonstration.building
    building.people = people
    return Demonstration.ledger(building)
  }

  private func meant(_ name: String, to user: UserID = Demonstration.mia) -> String {
    switch Self.people.meant(by: name, to: user) {
    case .nobody: "nobody"
    case .one(let person): person.name
    case .several(let several): several.map(\.name).joined(separator: ", ")
    case .group(let group): "group of " + group.map(\.name).joined(separator: ", ")
    }
  }

  @Test func `A name means one, several, a group or nobody`() {
    #expect(meant("JANA") == "Jana Kurz" && meant("jana kurz") == "Jana Kurz")
    // An id that is somebody's first name as well is no more than that.
    #expect(meant("tom") == "Tom Bauer, Tom Sommer" && meant("bauer") == "Tom Bauer")
    #expect(meant("design") == "group of Jana Kurz, Tom Bauer" && meant("Zoe") == "nobody")
    // Of two the one of the speaker's own group.
    #expect(meant("tom", to: Demonstration.jana) == "Tom Bauer")
  }

  @Test func `A chat id is the same person`() {
    #expect(Self.people[UserID("slack:U7")]?.name == "Jana Kurz")
    #expect(Self.people[UserID("nobody")] == nil)
  }

  @Test func `Whoever may books in another's name, and both hold the booking`() throws {
    var ledger = Self.ledger
    var wanted = request("Bunker 2026-11-26 10:00-11:00")
    wanted.owner = Demonstration.jana
    let events = try ledger.decide(.book(wanted), by: Demonstration.mia, at: Demonstration.now)
    let booking = try #require(events.first?.booking)
    #expect(booking.owner == Demonstration.jana && booking.bookedBy == Demonstration.mia)
    ledger.apply(events[0], at: Demonstration.now)
    for (user, isAllowed) in [
      (Demonstration.mia, true), (Demonstration.jana, true), (UserID("bauer"), true),
      (Demonstration.tom, false),
    ] {
      #expect(ledger.lets(user, change: booking) == isAllowed)
    }
    #expect(ledger.bookings(of: Demonstration.mia, from: Demonstration.now).contains(booking))
    #expect(ledger.bookings(of: Demonstration.jana, from: Demonstration.now).contains(booking))
  }

  @Test func `Who comes to what another booked is found until it is over`() throws {
    var ledger = Self.ledger
    func attended(by user: UserID, at now: Instant = Demonstration.now) -> [BookingReference] {
      ledger.bookings(attendedBy: user, from: now).map(\.reference)
    }
    #expect(attended(by: Demonstration.jana).isEmpty)
    var wanted = request("Bunker 2026-11-26 10:00-11:00")
    wanted.attendees = [AttendeeRequest(name: "J", email: "jana@X.org", phone: "+491719018210")]
    let events = try ledger.decide(.book(wanted), by: Demonstration.tom, at: Demonstration.now)
    let booking = try #require(events.first?.booking)
    ledger.apply(events[0], at: Demonstration.now)
    #expect(attended(by: Demonstration.jana) == [booking.reference])
    // Who holds it, and of whom no address is known, comes to nothing of others.
    #expect(attended(by: Demonstration.tom).isEmpty && attended(by: UserID("bauer")).isEmpty)
    #expect(attended(by: Demonstration.jana, at: booking.end).isEmpty)
  }

  @Test func `Whoever may not is refused, and so is who is nobody of the house`() {
    for owner in ["jana", "zoe"] {
      var wanted = request("Bunker 2026-11-26 10:00-11:00")
      wanted.owner = UserID(owner)
      do {
        _ = try Self.ledger.decide(.book(wanted), by: Demonstration.tom, at: Demonstration.now)
        Issue.record("\(owner) was booked for")
      } catch {
        #expect(error.all == [.notOnBehalf(owner)] && error.first.code == "RULE/BEHALF")
      }
    }
  }
}
