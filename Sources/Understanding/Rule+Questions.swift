// Questions, and lines that go on with the last one. Nothing is ever booked by them.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let questions = [ask, goOn]

  /// `what is free at 2`, `is Bunker free`, `show B1`, `my bookings`.
  private static let ask = Rule(name: "ask") { context in
    guard let view = context.view else { return [] }
    if context.slots.booking != nil, [.show, .bookings].contains(context.intent) {
      return context.pointed("ask", .which) { meant in
        Purpose(.tell(.booking(meant.booking.reference)), Request())
      }
    }
    let request = context.grounding.request(on: Request(), spokenOf: context.roomSpokenOf)
    return [
      hypothesis(
        "ask", .pursue([Purpose(.tell(view), request)], either: false, answering: nil),
        in: context)
    ]
  }

  /// `and tomorrow?`, `at 11?`, `only with a whiteboard`, `no, at 11` behind a question: it is
  /// asked again, with what the line says otherwise.
  private static let goOn = Rule(name: "goOn") { context in
    // A correction is read as a change, and may be one of the question.
    let carriesOn: Set<Intent> = [.details, .find, .isFree, .rooms, .no, .change]
    guard let asked = context.asked, let question = context.question, context.saysContent,
      carriesOn.contains(context.intent), !context.asksAnew, context.slots.booking == nil
    else { return [] }
    let said = context.grounding.request(
      on: question.request, spokenOf: context.roomSpokenOf)
    return [
      hypothesis(
        "goOn",
        .pursue(
          [Purpose(.tell(question.view), question.request.revised(by: said))], either: false,
          answering: nil),
        in: context, distance: context.distance(to: asked))
    ]
  }
}

extension TurnContext {
  /// What a question asks to be told.
  var view: View? {
    let views: [Intent: View] = [
      .find: .find, .isFree: .isFree, .rooms: .rooms, .show: .room, .bookings: .bookings,
    ]
    return views[intent]
  }

  /// Whether a question says so much of its own that it goes on with none: a verb, and a room or a
  /// time, without `and` or `only`.
  var asksAnew: Bool {
    isSaid && slots.also == nil && ![.no, .change].contains(intent) && namesPlace
  }
}
