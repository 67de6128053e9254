// Help on one thing: what is about it, and lines that can be said as they stand.

import Bookings
import Dialogue
import Discourse
import Products

extension Sentences {
  /// The trip of which it is said that something may go with it; nil where something is asked.
  func tripHinted(_ examples: HelpExamples) -> String? {
    examples.open.isEmpty ? examples.trip?.description : nil
  }

  /// What one says about one thing, with a room and a time that work.
  func help(_ examples: HelpExamples, on topic: HelpTopic) -> [String] {
    let lines = helpLines(
      on: topic, room: room(examples), booking: examples.booking?.description,
      example: bookingExample(examples))
    return [helpHead(of: topic)] + lines.map { "  " + $0 }
  }
}
