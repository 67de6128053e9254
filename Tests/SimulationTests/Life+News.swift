// News in a life: who was told which, and whether anything is left when everybody is back.

import BookingAgent
import Bookings
import CivilTime
import House
import JSON
import LineProtocol

/// What was told of each piece of news, by the wake in which it was.
struct NewsWatch {
  /// How many wakes there were.
  var wakes = 0
  /// Whom a number is for, and of which booking.
  private var meanings: [Int: String] = [:]
  private var told: [Int: Int] = [:]
  private var sent: [Int: Int] = [:]

  /// Takes in a piece as it was told; what is wrong with that, if anything.
  mutating func hear(
    _ seq: Int, meaning: String, attempt: Int, byProgram isJSON: Bool
  ) -> String? {
    if let before = meanings.updateValue(meaning, forKey: seq), before != meaning {
      return "\(seq) was \(before) and is \(meaning)"
    }
    if let wake = told[seq], wake < wakes { return "\(seq) was heard by a person before" }
    guard isJSON else {
      told[seq] = wakes
      return nil
    }
    defer { sent[seq] = sent[seq] ?? wakes }
    if let wake = sent[seq], wake < wakes, attempt < 2 { return "\(seq) comes again as new" }
    return nil
  }
}

extension Life {
  func hear(_ notice: Notice, on id: SessionID) {
    guard let seq = notice.members["seq"]?.integer.map({ Int($0) }),
      let user = notice.members["user"]?.string, let booking = notice.members["ref"]?.string,
      let attempt = notice.members["attempt"]?.integer
    else { return promises.break("news have a number", "\(notice.lines)") }
    // What comes after the end of a connection nobody hears.
    guard let peer = peers[id] else { return }
    let isJSON = peer.isJSON
    let fault = promises.news.hear(
      seq, meaning: "\(user)'s of \(booking)", attempt: Int(attempt), byProgram: isJSON)
    if let fault { promises.break("news are told once, and to programs counted", fault) }
    if !isJSON, !peer.mayBeAnybody, let name = peer.user, name != user {
      promises.break("news go to whom they are for", "\(name) hears \(user)'s: \(notice.lines)")
    }
    if peers[id]?.hear(news: seq) == false {
      promises.break("a connection is sent news once", "\(id) \(seq)")
    }
  }

  /// Everybody comes back: then nothing is left for them.
  func hearWhatIsLeft() {
    for user in Self.users {
      sessionsOpened += 1
      let id = SessionID(sessionsOpened)
      let face = SessionFace(kind: .pipe, encoding: .text, user: user)
      peers[id] = Peer(id, face)
      wake([.opened(id, face)])
    }
    // A store that has just failed rests.
    if let wait = house?.nextWake {
      now = now + wait
      wake([.due])
    }
    do {
      for news in try house?.durableState().news ?? [] where Self.users.contains(news.user.text) {
        promises.break("whoever is back hears everything", "\(news)")
      }
    } catch {
      promises.break("a healthy store can be read", "\(error)")
    }
    compare()
  }
}
