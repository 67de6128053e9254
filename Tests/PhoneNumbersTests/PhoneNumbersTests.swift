// Written numbers beside what they mean, as people write them and as attackers might.

import PhoneNumbers
import Testing

struct PhoneReadingTests {
  /// A row of a table: what is written in Germany, and what it means.
  struct Row: CustomTestStringConvertible, Sendable {
    let written: String
    let meant: String
    var testDescription: String { "\(written) → \(meant)" }

    init(_ written: String, _ meant: String) {
      self.written = written
      self.meant = meant
    }
  }

  static let german: [Row] = [
    // The forms of one landline.
    Row("030 901820", "+4930901820 landline"),
    Row("030901820", "+4930901820 landline"),
    Row("  030 901820 ", "+4930901820 landline"),
    Row("030/90 18 20", "+4930901820 landline"),
    Row("030 / 90-18-20", "+4930901820 landline"),
    Row("(030) 901820", "+4930901820 landline"),
    Row("[030] 90.18.20", "+4930901820 landline"),
    Row("0 30 90 18 20", "+4930901820 landline"),
    Row("+49 30 901820", "+4930901820 landline"),
    Row("+4930901820", "+4930901820 landline"),
    Row("+ 49 30 901820", "+4930901820 landline"),
    Row("(+49) 30 901820", "+4930901820 landline"),
    Row("+49(30)901820", "+4930901820 landline"),
    Row("+49 (0) 30 901820", "+4930901820 landline"),
    Row("+49 030 901820", "+4930901820 landline"),
    Row("0049 30 901820", "+4930901820 landline"),
    Row("0049 (0)30 901820", "+4930901820 landline"),
    Row("tel:+49-30-901820", "+4930901820 landline"),
    Row("TEL:030901820", "+4930901820 landline"),
    Row("030\u{2013}901820", "+4930901820 landline"),
    Row("+49\u{A0}30\u{202F}90\u{2009}18\u{2011}20", "+4930901820 landline"),
    Row("030/12 34 56", "+4930123456 landline"),
    Row("+49 30 1234567", "+49301234567 landline"),
    // A dash before a direct line is part of the number (DIN 5008).
    Row("030 901820-12", "+493090182012 landline"),
    // Mobile telephones.
    Row("+49 171 1234567", "+491711234567 mobile"),
    Row("+49 (0)171 1234567", "+491711234567 mobile"),
    Row("0171 7654321", "+491717654321 mobile"),
    Row("0151-23456789", "+4915123456789 mobile"),
    Row("171 1234567", "+491711234567 mobile"),
    // Abroad. Italy keeps the 0 of its towns.
    Row("+44 20 7946 0958", "+442079460958 landline"),
    Row("0044 20 7946 0958", "+442079460958 landline"),
    Row("+44 (0)20 7946 0958", "+442079460958 landline"),
    Row("+43 1 58858", "+43158858 landline"),
    Row("+39 06 12345678", "+390612345678 landline"),
    Row("+33 6 12 34 56 78", "+33612345678 mobile"),
    Row("+1 212-555-1234", "+12125551234 mobileOrLandline"),
    Row("0800 1234567", "+498001234567 other"),
    Row("+800 1234 5678", "+80012345678 other"),
    // Neither +, 00 nor 0 before it.
    Row("491711234567", "+491711234567 mobile?"),
    Row("49 171 1234567", "+491711234567 mobile?"),
    Row("4930901820", "+4930901820 landline?"),
    Row("442079460958", "+442079460958 landline?"),
    Row("12125551234", "+12125551234 mobileOrLandline?"),
    Row("30 901820", "+4930901820 landline?"),
    // Not numbers.
    Row("", "notANumber"),
    Row(" ", "notANumber"),
    Row("+", "notANumber"),
    Row("tel:", "notANumber"),
    Row("()", "notANumber"),
    Row("hello", "notANumber"),
    Row("++4930901820", "notANumber"),
    Row("49+30901820", "notANumber"),
    Row("030 901820+", "notANumber"),
    Row("(030 901820", "notANumber"),
    Row("030) 901820", "notANumber"),
    Row("((030)) 901820", "notANumber"),
    Row("(030] 901820", "notANumber"),
    Row("-030 901820", "notANumber"),
    Row("030 901820 or 12", "notANumber"),
    Row("call 030 901820", "notANumber"),
    Row("1-800-FLOWERS", "notANumber"),
    Row("ext 12", "notANumber"),
    Row("030 901820 ext", "notANumber"),
    Row("10:15-11:00", "notANumber"),
    Row("030\u{0}901820", "notANumber"),
    Row("030\u{301} 901820", "notANumber"),
    Row("030 901820\r\n", "notANumber"),
    // Numbers, but none that a pass can be sent to.
    Row("030 901820 ext. 12", "hasExtension"),
    Row("030 901820 x12", "hasExtension"),
    Row("030 901820 Durchwahl 12", "hasExtension"),
    Row("tel:+49-30-901820;ext=3", "hasExtension"),
    Row("112", "tooShort"),
    Row("0", "tooShort"),
    Row("00", "tooShort"),
    Row("+49", "tooShort"),
    Row("+49 30", "tooShort"),
    Row("+49 171 12345678901234", "tooLong"),
    Row("+49 30 123456789012", "tooLong"),
    Row("012345678901234567890", "tooLong"),
    Row(String(repeating: "0", count: 65), "tooLong"),
    Row(String(repeating: " ", count: 5000) + "030 901820", "tooLong"),
    Row("+999 123456", "unknownCountry"),
    Row("00999 123456", "unknownCountry"),
    Row("0171 123", "unassigned"),
    Row("+1 555 555 5555", "unassigned"),
    Row("01234 567", "unassigned"),
    // Zeros alone are possible by their length and nobody's.
    Row("0000 000000", "unassigned"),
    Row("00000000000000000", "tooLong"),
  ]

  @Test("a number written in Germany means what people expect", arguments: german)
  func meansWhatPeopleExpect(row: Row) {
    #expect(words(PhoneReader(region: .germany).read(row.written)) == row.meant)
  }

  @Test("a number reads back from its E.164, and no slip of one octet traps")
  func survivesSlips() {
    let reader = PhoneReader(region: .germany)
    var wrong: [String] = []
    var numbers = 0
    for row in Self.german where row.written.utf8.count < 30 {
      let octets = Array(row.written.utf8)
      var slips = [octets]
      for index in octets.indices {
        for octet: UInt8 in [0x00, 0x20, 0x28, 0x2B, 0x30, 0x39, 0xC3, 0xFF] {
          slips.append(octets)
          slips[slips.count - 1][index] = octet
        }
        slips.append(Array(octets[..<index]))
      }
      for slip in slips {
        switch reader.read(octets: slip[...]) {
        case .number(let number), .ambiguous(let number):
          numbers += 1
          if PhoneNumber(e164: number.e164) != number || reader.read(number.e164) != .number(number)
          {
            wrong.append(String(decoding: slip, as: UTF8.self))
          }
        case .invalid: break
        }
      }
    }
    #expect(wrong == [])
    #expect(numbers > 1000)
  }

  static let elsewhere: [(region: String, written: String, meant: String)] = [
    ("US", "212 555 1234", "+12125551234 mobileOrLandline"),
    ("US", "1 212 555 1234", "+12125551234 mobileOrLandline"),
    ("US", "432 555 1234", "+14325551234 mobileOrLandline"),
    ("US", "011 49 30 901820", "+4930901820 landline"),
    ("US", "4930901820", "+4930901820 landline?"),
    ("GB", "020 7946 0958", "+442079460958 landline"),
    ("IT", "06 12345678", "+390612345678 landline"),
    ("IT", "39 06 12345678", "+390612345678 landline?"),
    ("ES", "612 34 56 78", "+34612345678 mobile"),
  ]

  @Test("a number without a country code is of the reader's region", arguments: elsewhere)
  func ofTheRegion(region: String, written: String, meant: String) throws {
    let reader = PhoneReader(region: try #require(PhoneRegion(region)))
    #expect(words(reader.read(written)) == meant)
  }

  @Test("a number read before means the same again, in each region what it means there")
  func again() throws {
    let italy = PhoneReader(region: try #require(PhoneRegion("IT")))
    let reader = PhoneReader(region: .germany)
    for round in 0..<3 {
      // So many others that they stand where the first stood.
      for other in 0..<2000 { _ = reader.read("0171 \(2_000_000 + round * 2000 + other)") }
      for (region, written, meant) in Self.elsewhere {
        let other = PhoneReader(region: try #require(PhoneRegion(region)))
        #expect(words(other.read(written)) == meant)
        #expect(words(other.read(written)) == meant)
      }
      for row in Self.german { #expect(words(reader.read(row.written)) == row.meant) }
      #expect(words(reader.read("06 12345678")) == "+49612345678 landline")
      #expect(words(italy.read("06 12345678")) == "+390612345678 landline")
    }
  }

  @Test(
    "a region is a country with telephones", arguments: ["de", "DEU", "", "ZZ", "D", "Ä", "XX"])
  func noRegion(code: String) {
    #expect(PhoneRegion(code) == nil)
    #expect(PhoneRegion("DE") == PhoneRegion.germany)
  }

  @Test("octets that are no UTF-8 are no number")
  func brokenOctets() {
    let octets: [UInt8] = [0x30, 0x33, 0x30, 0xFF, 0x39, 0x30, 0x31, 0x38, 0x32, 0x30]
    #expect(PhoneReader(region: .germany).read(octets: octets[...]) == .invalid(.notANumber))
    #expect(PhoneReader(region: .germany).read(octets: octets[4...4]) == .invalid(.tooShort))
  }

  @Test("many tasks read at once and each reads right")
  func concurrently() async {
    let readings = await withTaskGroup(of: String.self) { group in
      for _ in 0..<64 {
        group.addTask { words(PhoneReader(region: .germany).read("0171 7654321")) }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(readings == ["+491717654321 mobile"])
  }
}

struct PhoneNumberTests {
  @Test(
    "a stored number is read back as it was written",
    arguments: ["+4930901820", "+491711234567", "+1234567", "+999999999999999"])
  func readBack(text: String) {
    #expect(PhoneNumber(e164: text)?.e164 == text)
  }

  @Test(
    "what is not E.164 is no stored number",
    arguments: [
      "", "+", "4930901820", "+0930901820", "+49 30901820", "+123456", "+1234567890123456",
      "++4930901820", "+4930901820 ", "+٤٩٣٠٩٠١٨٢٠",
    ])
  func refused(text: String) {
    #expect(PhoneNumber(e164: text) == nil)
  }

  @Test("numbers are ordered as dialled, and a line that may miss an SMS says so")
  func orderAndKind() throws {
    let landline = try #require(PhoneNumber(e164: "+4930901820"))
    let mobile = try #require(PhoneNumber(e164: "+491711234567"))
    #expect(landline < mobile)
    #expect(landline.kind.mayMissTexts && !mobile.kind.mayMissTexts)
    #expect(try #require(PhoneNumber(e164: "+9991234567")).kind == .other)
  }
}

/// A reading in the words of the tables: the number and its kind, `?` where it is asked about.
private func words(_ reading: PhoneReading) -> String {
  switch reading {
  case .number(let number): "\(number) \(number.kind.rawValue)"
  case .ambiguous(let number): "\(number) \(number.kind.rawValue)?"
  case .invalid(let fault): fault.rawValue
  }
}
