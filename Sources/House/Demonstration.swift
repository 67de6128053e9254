// The demonstration: a day in the demonstration building, played as a person would see it.

import BookingAgent
import Bookings
import CivilTime
import LineProtocol
import Passes

/// Plays a short conversation on a house in memory, and leaves the house as it then is.
public struct Demonstration {
  /// Who speaks in it.
  public static let speaker = "mia"

  /// What happens, in order.
  enum Scene {
    case say(String)
    case later(seconds: Int, String)
    case service(PlayedMobility.Place, PlayedMobility.Mishap)
    case ride(status: String)
  }

  /// What is demonstrated.
  public enum Kind: Hashable, Sendable {
    /// A day of rooms.
    case rooms
    /// A trip, and what is booked on it.
    case trip

    var scenes: [Scene] {
      switch self {
      case .rooms: Demonstration.scenes
      case .trip: Demonstration.scenesOfTrip
      }
    }
  }

  private static let scenes: [Scene] = [
    .say("book Aquarium today 10:15-11:00 with ana@x.com +49 171 1234567"),
    .say("the second"),
    .say("add ben@x.com 0171 2222222 and cem@x.com 0171 3333333"),
    .later(seconds: 11, "eleven seconds later"),
    .say("ben phone 0171 7654321"),
    .later(seconds: 11, "eleven seconds later"),
    .say("is Bunker free today at 15:00?"),
    .say("take it"),
    .say("make it 30 minutes longer"),
    .say("my bookings"),
    .say("undo"),
    .say("what is free for the next hour?"),
  ]

  /// The settings of the house: nine o'clock of the next open day, a few bookings, and a gateway
  /// that halts at the second attendee.
  public static func settings(from settings: HouseSettings) -> HouseSettings {
    var settings = settings
    let zone = settings.zone
    let policy = settings.building.policy
    var date = zone.civil(at: HouseClock.system.now).date.adding(days: 1)
    // A house that is never open within a week is shown on a closed day.
    for _ in 0..<7 where !policy.isOpen(on: date) { date = date.adding(days: 1) }
    let nine = ClockTime(hour: 9) ?? policy.opens
    settings.clock = .frozen(zone.instant(nearest: CivilMoment(date, nine)))
    settings.codes.codes[4103] = .permanent
    settings.beginning = held(on: date, zone)
    settings.mobility = .played(PlayedMobility(on: date, in: zone))
    settings.accounts = PlayedMobility.accounts
    return settings
  }

  private static func held(on date: CivilDate, _ zone: ZoneRules) -> [Booking] {
    let rows = [
      ("Cockpit", "09:00", "10:00", "jana", false), ("Aquarium", "10:00", "10:30", "tom", false),
      ("Aquarium", "14:00", "15:30", "tom", true), ("Dachstube", "09:00", "12:00", "jana", false),
      ("Bunker", "12:00", "13:00", "tom", false),
    ]
    return rows.enumerated().compactMap { index, row in
      guard let from = ClockTime(row.1), let to = ClockTime(row.2),
        let span = CivilSpan(on: date, from: from, to: to)
      else { return nil }
      return Booking(
        reference: BookingReference(index + 1), version: 1, state: .held, room: RoomID(row.0),
        span: span, start: zone.instant(nearest: span.start),
        end: zone.instant(nearest: span.end), title: "", description: "", isPrivate: row.4,
        owner: UserID(row.3), attendees: [])
    }
  }

  /// Plays all of it on a house made of `settings(from:)`, and hands out what is seen.
  public static func play(
    _ kind: Kind = .rooms, on house: RunningHouse, show: (String) -> Void
  ) {
    let session = SessionID(1)
    let face = SessionFace(kind: .terminal, encoding: .text, user: speaker)
    tell(house.wake([.opened(session, face)]), show)
    if kind == .trip { house.beginWithPlayedTrips(of: UserID(speaker)) }
    // The call of all three: Ana arrives, Ben's number is refused, Cem's goes out in a new call.
    house.script(.halt(index: 1, code: 4103))
    for scene in kind.scenes {
      switch scene {
      case .say(let line):
        show("\n> \(line)\n")
        guard let request = TextRequest(reading: Array(line.utf8)) else { continue }
        tell(house.wake([.asked(session, .text(request))]), show)
      case .later(let seconds, let words):
        show("\n(\(words))\n")
        house.moveClock(to: house.clock.now + .seconds(seconds))
        tell(house.wake([]), show)
      case .service(let place, let mishap): house.mobility?.meet(place, with: mishap)
      case .ride(let status): house.mobility?.advance(to: status)
      }
    }
    _ = house.wake([.gone(session)])
    house.letClockRun()
  }

  private static func tell(_ effects: [Effect], _ show: (String) -> Void) {
    for effect in effects {
      var octets: [UInt8] = []
      switch effect {
      case .greet(_, let reply), .reply(_, _, let reply):
        reply.writePlain(into: &octets, lineEnd: .lf)
      case .notice(_, let notice): notice.writePlain(into: &octets, lineEnd: .lf)
      case .commit, .refuse, .result, .ping, .setDisplay, .askWindow, .board, .close, .call,
        .errand, .account,
        .readOpenings, .readTokens,
        .signIn,
        .moveClock,
        .scriptGateway, .startAfresh, .tellOperator:
        continue
      }
      show(String(decoding: octets, as: UTF8.self))
    }
  }
}
