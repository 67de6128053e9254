// No sign that cannot be seen gets into a title, a description or a name, but as part of an emoji
// that Unicode lists.

import Bookings
import Testing

@Suite("Invisible signs") struct InvisibleSignsTests {
  /// Default_Ignorable_Code_Point of Unicode 15.1, as DerivedCoreProperties.txt has it.
  static let invisible: [ClosedRange<UInt32>] = [
    0x00AD...0x00AD, 0x034F...0x034F, 0x061C...0x061C, 0x115F...0x1160, 0x17B4...0x17B5,
    0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164,
    0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3,
    0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  /// What is wrong with a booking of which a text stands in the title, in the description or in
  /// the name of somebody.
  private func refusals(of text: String) -> [String] {
    let ledger = Demonstration.ledger()
    var titled = request("Bunker 2026-11-26 10:00-11:00")
    var described = titled
    var attended = titled
    titled.title = text
    described.description = text
    attended.attendees = [AttendeeRequest(name: text, email: "a@x.com", phone: "+491711234567")]
    return [titled, described, attended].map {
      ledger.refusals(of: .book($0), by: Demonstration.mia, at: Demonstration.now)
    }
  }

  private static let allRefused = Array(repeating: "textNotPlain", count: 3)
  private static let allTaken = Array(repeating: "", count: 3)

  @Test(arguments: invisible)
  func `Every sign that cannot be seen is refused`(signs: ClosedRange<UInt32>) throws {
    for value in signs {
      let sign = try #require(Unicode.Scalar(value))
      let hex = String(value, radix: 16)
      #expect(refusals(of: "Re\(sign)tro") == Self.allRefused, "\(hex)")
      #expect(refusals(of: "Retro\(sign)") == Self.allRefused, "\(hex)")
    }
    for value in [signs.lowerBound - 1, signs.upperBound + 1] {
      guard let sign = Unicode.Scalar(value), !sign.properties.isWhitespace,
        !Self.invisible.contains(where: { $0.contains(value) })
      else { continue }
      #expect(refusals(of: "Re\(sign)tro") == Self.allTaken, "\(String(value, radix: 16))")
    }
  }

  /// One of each kind that is listed with such signs: pictures of text, keycaps, flags, people.
  static let listed = [
    "❤️", "⚡️", "1️⃣", "#️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈", "🏴‍☠️", "🐻‍❄️", "🐦‍🔥", "🙂‍↕️", "❤️‍🔥", "👁️‍🗨️",
    "👩‍💻", "🧑🏽‍💻", "👨‍⚕️", "🧑‍🎄", "👩🏿‍🦱", "👨‍🦽‍➡️", "🕵️‍♀️", "🕵🏻‍♂️", "🧜‍♀️", "👯‍♂️", "🏃🏾‍♀️‍➡️",
    "🚶‍➡️", "👨‍👩‍👧‍👦", "👩‍👧", "🧑‍🧑‍🧒‍🧒", "👩‍❤️‍👨", "👨🏻‍❤️‍💋‍👨🏻", "🧑🏻‍❤️‍🧑🏿", "🧑‍🤝‍🧑", "👩🏻‍🤝‍👨🏾", "🫱🏻‍🫲🏿",
  ]

  @Test(arguments: listed)
  func `A listed emoji may have what joins it`(emoji: String) {
    #expect(emoji.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint })
    for text in [emoji, "Lunch \(emoji) out", "\(emoji)\(emoji)"] {
      #expect(refusals(of: text) == Self.allTaken, "\(text)")
    }
    // What is left out, added or said twice is no longer that emoji.
    for broken in ["\(emoji)\u{200D}", "\u{200D}\(emoji)", "\(emoji)\u{FE0F}\u{FE0F}"] {
      #expect(refusals(of: broken) == Self.allRefused, "\(broken.unicodeScalars)")
    }
  }

  /// Joined as emoji are, and listed nowhere.
  static let unlisted = [
    "a\u{200D}b", "1\u{FE0F}", "#\u{20E3}\u{FE0F}", "\u{1F600}\u{FE0F}", "❤\u{FE0E}",
    "\u{1F469}\u{200D}\u{1F469}", "\u{1F466}\u{200D}\u{1F469}", "\u{1F600}\u{200D}\u{1F4BB}",
    "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F466}\u{200D}\u{1F467}",
    "\u{1F9D1}\u{1F3FB}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F9D1}\u{1F3FB}",
    "\u{1FAF1}\u{1F3FB}\u{200D}\u{1FAF2}\u{1F3FB}", "\u{2764}\u{200D}\u{1F525}",
    "\u{1F3F4}\u{E0067}\u{E007F}", "\u{1F3F4}\u{E0075}\u{E0073}\u{E0063}\u{E0061}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}", "\u{1F468}\u{200D}\u{1F384}",
    "\u{1F9D1}\u{200D}\u{1F9D1}", "\u{1F6B6}\u{200D}\u{27A1}",
  ]

  @Test(arguments: unlisted)
  func `What only looks like an emoji's parts is refused`(text: String) {
    #expect(refusals(of: text) == Self.allRefused)
  }
}
