// News as they are heard in a life, and whether anything is left when everybody is back.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import House
import JSON
import LineProtocol

extension Life {
  func hear(_ notice: Notice, on id: SessionID) {
    if notice.members["kind"]?.string == "account" {
      counts.note(.accountNews)
      if peers[id]?.hearsAccounts == false {
        promises.break("of accounts nobody hears where others read along", "\(notice.lines)")
      }
      // What is of the moment is told once, without a number.
      if notice.members["seq"] == nil, notice.members["account"] == nil { return }
    }
    let account = notice.members["provider"]?.string.map { "account \($0)" }
    guard let seq = notice.members["seq"]?.integer.map({ Int($0) }),
      let user = notice.members["user"]?.string,
      let booking = notice.members["ref"]?.string ?? account,
      let attempt = notice.members["attempt"]?.integer
    else { return promises.break("news have a number", "\(notice.lines)") }
    // What comes after the end of a connection nobody hears.
    guard let peer = peers[id] else { return }
    let isJSON = peer.isJSON
    let kind = notice.members["kind"]?.string ?? ""
    let version = notice.members["booking"]?["version"]?.integer ?? 0
    let matter = NewsWatch.Matter(
      user: user, of: booking, version: kind == "wait" ? 0 : Int(version))
    switch kind {
    case "pass": break
    case "wait": counts.note(.waitNews)
    case "ride": counts.note(.rideNews)
    case "account": break
    default: counts.note(.deedNews)
    }
    checkReader(user, of: booking)
    checkReach(of: user, notice, on: peer)
    let fault = promises.news.hear(
      seq, meaning: "\(user)'s of \(booking)", ["pass", "account"].contains(kind) ? nil : matter,
      attempt: Int(attempt), byProgram: isJSON)
    if let fault { promises.break("news are told once, and to programs counted", fault) }
    if !isJSON, !peer.mayBeAnybody, let name = peer.user, name != user {
      promises.break("news go to whom they are for", "\(name) hears \(user)'s: \(notice.lines)")
    }
    if peers[id]?.hear(news: seq) == false {
      promises.break("a connection is sent news once", "\(id) \(seq)")
    }
  }

  /// News are for whoever waits, or holds the booking.
  private func checkReader(_ user: String, of name: String) {
    guard let ledger = house?.world.ledger, let number = Int(name.dropFirst()) else { return }
    let readers: [UserID]? =
      name.hasPrefix("W")
      ? ledger.waits[WaitReference(number)].map { [$0.user] }
      : ledger.booking(BookingReference(number))?.holders
    guard let readers, !readers.contains(UserID(user)) else { return }
    promises.break("news go to whom they are for", "\(user) hears of \(name), of \(readers)")
  }

  /// What a program says it has of the news of its connection was noted, or not.
  func noted(_ asked: Asked, _ reply: Reply, on peer: Peer) {
    guard let upTo = asked.acknowledges else { return }
    let seqs = peer.news.filter { $0 <= upTo }
    if reply.code == .heard {
      promises.news.acknowledge(seqs)
    } else if Told.isFailure(reply) {
      promises.news.loseAcknowledgement(of: seqs, hadArrived: isInDoubt)
    }
  }

  /// A connection is gone with what was under way on it.
  func lost(_ peer: Peer) {
    for upTo in peer.acknowledging {
      promises.news.loseAcknowledgement(
        of: peer.news.filter { $0 <= upTo },
        hadArrived: peer.asked.contains { $0.acknowledges == upTo })
    }
  }

  /// What a process told just before it was killed it had no time to note as heard: whom it told
  /// that may be told again.
  func allowTellingAgain(_ house: RunningHouse) {
    do {
      promises.news.mayTellAgain(try house.durableState().news.map(\.seq))
    } catch {
      // A store that cannot be read now owes what it owed.
      trace.note("news not read: \(error)")
    }
  }

  /// Everybody comes back: then nothing is left for them.
  func hearWhatIsLeft() {
    for user in SimulatedPeople.users {
      sessionsOpened += 1
      let id = SessionID(sessionsOpened)
      let face = SessionFace(kind: .pipe, encoding: .text, user: user)
      peers[id] = Peer(id, face)
      wake([.opened(id, face)])
    }
    // A store that has just failed rests; only then they are told, and what they were told is heard
    // in the wake behind it.
    for _ in 0...1 {
      guard let wait = house?.nextWake else { break }
      now = now + wait
      wake([.due])
    }
    do {
      // What was over when the clock showed most is forgotten, also where it was set back since.
      for news in try house?.durableState().news ?? []
      where SimulatedPeople.users.contains(news.user.text) && news.expires > latest {
        promises.break("whoever is back hears everything", "\(news)")
      }
    } catch {
      promises.break("a healthy store can be read", "\(error)")
    }
    compare()
    if let ledger = house?.world.ledger { promises.endNews(ledger) }
  }
}
