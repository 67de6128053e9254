// The lines that the reader is measured with: what people say most, short and long, in both
// languages, right and wrong.

/// A fixed mix.
enum LineBenchMix {
  /// What the clock shows while they are read.
  static let clock = "2026-11-24T09:07"

  /// The lines of a kind in a round, as octets; only new numbers differ from round to round.
  static func lines(_ kind: LineBench.Kind, octets: Int, round: Int) -> [[UInt8]] {
    switch kind {
    case .plain: plain.map { Array($0.utf8) }
    case .phone: phone.map { Array($0.utf8) }
    case .newPhone: phone.map { renumbered(Array($0.utf8), round) }
    case .long:
      longPieces.map { piece in
        let unit = Array(piece.utf8)
        return (0..<octets).map { unit[$0 % unit.count] }
      }
    }
  }

  /// The line with other digits at the end of each long run of digits, the same for one round.
  private static func renumbered(_ line: [UInt8], _ round: Int) -> [UInt8] {
    var line = line
    for end in 6...line.count
    where line[end - 6..<end].allSatisfy({ (0x30...0x39).contains($0) }) {
      var rest = round
      for place in (end - 4..<end).reversed() {
        line[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
      }
    }
    return line
  }

  private static let plain = [
    "book Aquarium tomorrow 10:15-11:00",
    "book a room for 6 tomorrow from 10 to 11:30",
    "what is free on friday afternoon",
    "cancel my 3pm",
    "move my meeting to thursday at 4",
    "is Bunker free at 2 for an hour",
    "yes",
    "my bookings",
    "help",
    "rooms with a projector and a whiteboard on the second floor",
    "add Ben",
    "book Cockpit next monday 9-10 with ana@x.com and ben@x.org",
    "undo that please",
    "what is the weather like in Berlin tomorrow",
    "I need a room for 8 people in half an hour for 90 minutes",
    "25.11. 14:00-15:30 Bunker title \"Weekly sync\"",
    "make it half an hour longer",
    "which rooms are free between 2 and 4 pm on 4 Sep",
    "remove Tom from my booking tomorrow",
    "Aquarium morgen von 10 bis halb zwölf",
    "buche einen Raum für 6 Personen übermorgen um 14 Uhr",
    "was ist am Freitagnachmittag frei?",
    "storniere meine Buchung am 27.8.",
    "verschieb das auf Donnerstag um 4",
    "eine Viertelstunde länger bitte",
    "Raum mit Beamer im zweiten Stock",
    "meine Buchungen",
    "spätestens um halb elf, anderthalb Stunden",
  ]

  private static let phone = [
    "book Aquarium tomorrow 10:15-11:00 with ana@x.com +49 30 1234567",
    "with Ana ana@x.com +49 171 1234567 and Ben ben@x.org 0171 7654321",
    "ben phone 0171 7654321",
    "Aquarium morgen 10-11 Uhr mit Ana ana@x.com 030 901820",
  ]

  private static let longPieces = [
    "1 ", "twenty-one ", "10-11 ", "1h ", "tomorrow ", "and ", "( ", "Aquarium ", "with Ana ",
    "a\u{301}",
    "einundzwanzig ", "halb ", "9 ", "@",
  ]
}
