// Messages with a name in text: said twice, done once.

import BookingAgent
import JSON
import LineProtocol
import Testing

@Suite("Messages with a name in text")
struct OnceInTextTests {
  @Test("A line with @msg= said again has no second effect and gets the stored answer")
  func once() throws {
    var play = try Play()
    let mia = play.text(1, as: "mia")
    let line = "@msg=m1 book Bunker tomorrow 10-11"
    let first = try play.say(line, on: mia)
    #expect(first.codes(to: mia) == [250])
    let again = try play.say(line, on: mia)
    #expect(again.codes(to: mia) == [251])
    #expect(again.replies(to: mia).first?.lines == first.replies(to: mia).first?.lines)
    #expect(try play.say("@msg=m1 cancel B1", on: mia).codes(to: mia) == [551])
    // A name of a program's own, beside it.
    let labelled = try play.say("@label=7;msg=m1 book Bunker tomorrow 10-11", on: mia)
    #expect(labelled.codes(to: mia) == [251])
    // The same message over the other encoding.
    let program = play.json(2)
    let json = try play.call(
      "say", ["user": "mia", "msg": "m1", "text": "book Bunker tomorrow 10-11"], on: program)
    #expect(json.codes(to: program) == [251])
  }

  @Test(
    "A name that is none is refused, and so is one for a word of the session",
    arguments: [
      "@msg rooms", "@msg= rooms", "@msg=a\\nb rooms", "@msg=ä rooms", "@msg=m1 /status",
      "@msg=m1;msg=m2 rooms",
    ])
  func refused(line: String) throws {
    var play = try Play()
    let mia = play.text(1, as: "mia")
    #expect(try play.say(line, on: mia).codes(to: mia) == [501])
  }

  @Test("Before anybody knows who speaks, the message is done once the name is said, and once only")
  func unowned() throws {
    var play = try Play()
    let peer = play.text(1)
    let line = "@msg=m1 book Bunker tomorrow 10-11"
    #expect(try play.say(line, on: peer).codes(to: peer) == [350])
    #expect(try play.say("/as mia", on: peer).codes(to: peer) == [250])
    #expect(try play.say(line, on: peer).codes(to: peer) == [251])
  }
}
