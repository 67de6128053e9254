// Places that are held for who waits: told once to whom they are for, over restarts and clocks.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol
import Testing

@Suite("Offers")
struct OfferTests {
  private static let order = "book Bunker tomorrow 10-11"
  private static let wish = "tell me when Bunker is free tomorrow 10-11"

  /// Tom has the Bunker, Mia and then Zoe wait for it, and both have left.
  private func house() throws -> (play: Play, tom: SessionID) {
    var play = try Play()
    let tom = play.text(1, as: "tom")
    #expect(try play.say(Self.order, on: tom).codes(to: tom) == [250])
    for (number, user) in [(2, "mia"), (3, "zoe")] {
      let id = play.text(number, as: user)
      #expect(try play.say(Self.wish, on: id).codes(to: id) == [250])
      play.tell(.gone(id))
    }
    return (play, tom)
  }

  private func news(_ effects: [Effect], to id: SessionID) -> [String] {
    effects.compactMap { effect in
      guard case .notice(id, let notice) = effect else { return nil }
      return "\(notice.code.rawValue) \(notice.members["user"]?.string ?? "")"
        + " \(notice.members["ref"]?.string ?? "") \(notice.members["effects"]?.array?.count ?? 0)"
    }
  }

  @Test("Who was away is told after a restart, and books what is held by a word")
  func survivesRestart() throws {
    var (play, tom) = try house()
    #expect(try play.say("cancel it", on: tom).codes(to: tom) == [250])
    _ = try play.restart()
    let mia = play.text(4)
    #expect(news(try play.say("/as mia", on: mia), to: mia) == ["151 mia W1 2"])
    let other = play.text(5, as: "tom")
    #expect(try play.say(Self.order, on: other).codes(to: other) == [352])
    _ = try play.restart()
    let again = play.text(6, as: "mia")
    let booked = try play.say("book", on: again)
    #expect(booked.codes(to: again) == [250])
    #expect(booked.booked.map(\.owner.text) == ["mia"])
    // Nothing is left for the next.
    let zoe = play.text(7)
    #expect(news(try play.say("/as zoe", on: zoe), to: zoe) == [])
  }

  @Test("A hold ends in its time, also after a restart, and the next in line is told")
  func lapses() throws {
    var (play, tom) = try house()
    _ = try play.say("cancel it", on: tom)
    _ = try play.restart()
    #expect(play.agent.nextWake(at: play.now) == tuesday + .seconds(600))
    play.wait()
    let mia = play.text(4), zoe = play.text(5)
    #expect(news(try play.say("/as mia", on: mia), to: mia) == ["151 mia W1 0"])
    #expect(news(try play.say("/as zoe", on: zoe), to: zoe) == ["151 zoe W2 2"])
    // Mia's is over: a yes means nothing.
    #expect(try play.say("book", on: mia).booked.isEmpty)
    play.wait()
    #expect(try play.say("book", on: zoe).booked.isEmpty)
    let other = play.text(6, as: "tom")
    #expect(try play.say(Self.order, on: other).codes(to: other) == [250])
  }

  @Test("A program is sent an offer until it says that it has it")
  func isAcknowledged() throws {
    var (play, tom) = try house()
    let bridge = play.json(8)
    _ = try play.call("subscribe", [:], on: bridge)
    let told = try play.say("cancel it", on: tom)
    #expect(news(told, to: bridge) == ["151 mia W1 2"])
    #expect(told.words(to: tom).contains("Cancelled"))
    let other = play.json(9)
    #expect(news(try play.call("subscribe", [:], on: other), to: other) == ["151 mia W1 2"])
    _ = try play.call("ack", ["upto": 1], on: other)
    let third = play.json(10)
    #expect(news(try play.call("subscribe", [:], on: third), to: third) == [])
  }

  @Test("A clock that is set back makes no hold last longer")
  func clockSetBack() throws {
    var (play, tom) = try house()
    _ = try play.say("cancel it", on: tom)
    play.now = play.now - .seconds(3600)
    play.tell(.due)
    #expect(play.agent.nextWake(at: play.now) == play.now + .seconds(600))
  }

  @Test("What could not be made durable is offered to nobody")
  func failedCommit() throws {
    var (play, tom) = try house()
    _ = play.tellInVain([try said("cancel it", on: tom)])
    let mia = play.text(4)
    #expect(news(try play.say("/as mia", on: mia), to: mia) == [])
    play.now = play.now + .seconds(5)
    #expect(try play.say("cancel it", on: tom).codes(to: tom) == [250])
    #expect(news(play.tell(.due), to: mia) == [])
  }
}
