// What lines may mean after what was said before: a table of circumstances, lines and hypotheses.

import Bookings
import CivilTime
import Discourse
import Grammar
import Language
import Testing
import Understanding

@Suite("What a line may mean")
struct HypothesisTests {
  /// Circumstances in words of `Circumstance`, the line, and hypotheses that must be among those
  /// made: the rule, the turns it leans back, and what it would do.
  static let rows: [(before: [Circumstance], line: String, means: [String])] = [
    // An order stands by itself, whatever is open.
    ([], "book Bunker tomorrow 10-11", ["order 0: book Bunker 25 10:00-11:00"]),
    (
      [.booked, .optionsForChange], "book Bunker Friday 9:15-10:15",
      ["order 0: book Bunker 27 09:15-10:15"]
    ),
    // A question goes on, and a booking may be corrected; the nearer one leads.
    (
      [.booked, .asked], "no, at 11",
      ["goOn 0: tell Cockpit 27 11:00+60", "change 1 unpointed: change B1 Bunker 25 11:00+60"]
    ),
    ([.booked], "no, at 11", ["change 0: change B1 Bunker 25 11:00+60"]),
    ([.booked], "until 12", ["correct 0: change B1 Bunker 25 10:00-12:00"]),
    ([.booked], "30 minutes longer", ["change 0: change B1 Bunker 25 10:00+90"]),
    ([.booked], "move it to Friday", ["change 0: change B1 Bunker 27 10:00-11:00"]),
    ([.booked], "make it two hours", ["change 0: change B1 Bunker 25 10:00+120"]),
    ([.asked], "and tomorrow?", ["goOn 0: tell Cockpit 25 09:00+60"]),
    ([.asked], "take it", ["takeAsked 0: book Cockpit 27 09:00+60"]),
    ([.asked, .booked], "and tomorrow?", ["goOn 1: tell Cockpit 25 09:00+60"]),
    // What was shown last is it, also where it is somebody else's.
    ([.booked, .shownOfOther], "cancel it", ["cancel 0: cancel B2"]),
    ([.booked], "cancel it", ["cancel 0: cancel B1"]),
    ([], "cancel B1", ["cancel 0: misses reference B1"]),
    ([], "cancel it", ["cancel 0: misses booking"]),
    // As a first line all that there is may be meant, and nothing points to it.
    ([.there], "cancel it", ["cancel 0 unpointed: cancel B1"]),
    // The open question.
    ([.askedStart], "at 3", ["fill 0: book Bunker 25 15:00"]),
    ([.booked, .askedStart], "at 3", ["fill 0: book Bunker 25 15:00"]),
    ([.askedStart], "never mind", ["decline 0: no"]),
    ([.booked, .optionsForChange], "the second", ["pick 0: pick 2"]),
    ([.booked, .optionsForChange], "5", ["pick 0: no option 5"]),
    ([.booked, .optionsForChange], "Dachstube", ["pickByWords 0: pick 2"]),
    ([.booked, .optionsForChange, .asked], "the second", ["pick 1: pick 2"]),
    // Who comes stays, with whom a line adds or takes off.
    (
      [.bookedWithPeople], "add Cem cem@x.com 0171 1111111",
      ["add 0: change B1 Bunker 25 10:00-11:00 with Ana,Ben,Cem"]
    ),
    ([.bookedWithPeople], "remove Ben", ["remove 0: change B1 Bunker 25 10:00-11:00 with Ana"]),
    (
      [.bookedWithPeople], "Cem instead of Ben cem@x.com 0171 1111111",
      ["remove 0: change B1 Bunker 25 10:00-11:00 with Ana,Cem"]
    ),
    ([.bookedWithPeople], "remove Zoe", ["remove 0: misses attendee Zoe"]),
    // Courtesies, and what is nothing of ours.
    ([], "hello", ["courtesy 0: courtesy greeting"]),
    ([], "asdf qwer", []),
  ]

  @Test("A line may mean what the table says", arguments: rows)
  func means(before: [Circumstance], line: String, means: [String]) throws {
    let scene = try Scene(before)
    let made = try scene.hypotheses(of: line).map(Written.text)
    #expect(made.isEmpty == means.isEmpty)
    for hypothesis in means {
      #expect(made.contains(hypothesis), "\(line): \(made)")
    }
  }
}
