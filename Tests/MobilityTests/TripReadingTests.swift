// How trips and their legs are read, and what of them is dropped.

import CivilTime
import Mobility
import Testing

struct TripReadingTests {
  static let walk = #"{"hashCode":7,"modeIdentifier":"wa_wal","modeInfo":{"alt":"Walk"}}"#

  /// One trip of these segments and templates.
  static func trip(_ segments: String, _ templates: String = walk, _ more: String = "") -> String {
    #"{"groups":[{"trips":[{"id":"a","segments":["# + segments + "]" + more
      + #"}]}],"segmentTemplates":["# + templates + "]}"
  }

  /// `a: mode action; … ! faults`.
  static func read(_ body: String, status: Int = 200) -> String {
    said({ () throws(AnswerFault) in try TripAnswer(answer(body, status: status), limits: limits) })
    {
      read in
      let trips = read.trips.map { trip in
        let legs = trip.legs.map { "\($0.mode) \($0.action)" }
        return "\(trip.id): \(legs.count > 3 ? "\(legs.count) legs" : legs.joined(separator: "; "))"
      }
      let faults = read.faults.map { "! \($0.said)" }
      return (trips + faults + (read.isUnchanged ? ["unchanged"] : [])).joined(separator: " | ")
    }
  }

  @Test(arguments: [
    (trip(#"{"id":"s","segmentTemplateHashCode":7}"#), "a: wa_wal "),
    // A leg without its template stays; so does one whose hash is a text.
    (
      trip(#"{"segmentTemplateHashCode":8},{"segmentTemplateHashCode":"7"},{}"#),
      "a:  ; wa_wal ;   | ! groups[0].trips[0].segments[0].segmentTemplateHashCode missing | "
        + "! groups[0].trips[0].segments[2].segmentTemplateHashCode missing"
    ),
    // Template hash missing, duplicate, the least there is (row 5).
    (
      trip(
        #"{"segmentTemplateHashCode":-9223372036854775808}"#,
        #"{"modeIdentifier":"x"},\#(walk),{"hashCode":7},"#
          + #"{"hashCode":-9223372036854775808,"modeIdentifier":"ps_tax"}"#),
      "a: ps_tax  | ! segmentTemplates[0].hashCode missing | ! segmentTemplates[2].hashCode twice"
    ),
    // A leg that is none, a trip without legs, one without an id.
    (
      trip(#"7,{"segmentTemplateHashCode":7}"#),
      "a: wa_wal  | ! groups[0].trips[0].segments[0] kind"
    ),
    (trip(""), "! groups[0].trips[0].segments missing"),
    (
      #"{"groups":[{"trips":[{"segments":[{}]}, 9]}]}"#,
      "! groups[0].trips[1] kind | ! groups[0].trips[0].id missing"
    ),
    (
      #"{"id":"b","segments":[{"segmentTemplateHashCode":7}],"segmentTemplates":[\#(walk)]}"#,
      "b: wa_wal "
    ),
    ("", "unchanged"), ("{}", "unreadable groups missing"), ("[]", "unreadable  kind"),
    (#"{"groups":{}}"#, "unreadable groups missing"), ("<html>", "unreadable  json"),
    (#"{"groups":[],"groups":[]}"#, "unreadable  json"),
    (#"{"error":"no","errorCode":1001}"#, "failed 1001"), (#"{"title":"Gone"}"#, "failed 200"),
  ])
  func `is read`(body: String, read: String) {
    #expect(Self.read(body) == read)
  }

  @Test(arguments: [
    (404, "", "failed 404"), (410, "<html>", "failed 410"), (302, "", "unreadable  kind"),
    (204, "", "unchanged"), (500, #"{"groups":[]}"#, "failed 500"),
  ])
  func `by its status, where the body says nothing`(status: Int, body: String, read: String) {
    #expect(Self.read(body, status: status) == read)
  }

  @Test func `of 2,000 legs the first 40 are kept (row 6)`() {
    let legs = Array(repeating: #"{"segmentTemplateHashCode":7}"#, count: 2_000)
    #expect(
      Self.read(Self.trip(legs.joined(separator: ",")))
        == "a: 40 legs | ! groups[0].trips[0].segments tooMany")
  }

  @Test(arguments: [
    ("Take <NUMBER> to <DIRECTION>", "Take U2 to Pankow"),
    ("Take <NUMBER> from <PLATFORM>", "Take U2 from"), ("<TRAFFIC> Take", "Take"),
    ("Take <WHATEVER> now", "Take now"), ("Walk<DURATION>", "Walk 17 min"),
    ("Leave at <TIME>, then walk", "Leave at 09:40, then walk"), ("<STOPS>", ""),
    ("Take <LINE_NAME>.", "Take."), ("<1/4 miles", "<1/4 miles"), ("a < b <", "a < b <"),
    ("<<NUMBER>>", "<U2>"), ("From <LOCATIONS>\nto <NUMBER>", "From\nto U2"), ("<", "<"),
  ])
  func `placeholders are filled, or vanish with the blank beside them`(
    text: String, filled: String
  ) {
    let segment =
      #"{"segmentTemplateHashCode":7,"serviceNumber":"U2","serviceDirection":"Pankow","#
      + #""startTime":"2026-11-24T09:40:00+01:00","endTime":"2026-11-24T09:57:00+01:00"}"#
    let template = #"{"hashCode":7,"action":"\#(text.replacing("\n", with: "\\n"))"}"#
    #expect(Self.read(Self.trip(segment, template)) == "a:  \(filled)")
  }

  @Test func `where times are hidden no minutes are told`() throws {
    let segment =
      #"{"segmentTemplateHashCode":7,"startTime":1795509600,"endTime":1795510620}"#
    let template = #"{"hashCode":7,"action":"Walk<DURATION> <TIME>","hideExactTimes":"true"}"#
    let leg = try #require(
      try TripAnswer(answer(Self.trip(segment, template)), limits: limits).trips.first?.legs.first)
    #expect(leg.hidesExactTimes)
    #expect(leg.action == "Walk")
  }

  @Test func `a leg tells what can be booked, and what it costs`() throws {
    let segment = #"""
      {"id":"s","segmentTemplateHashCode":7,"bookingHashCode":-5,
       "availability":"MISSED_PREBOOKING_WINDOW",
       "booking":{"title":"Book","accessibilityLabel":"Book a van",
        "quickBookingsUrl":"../quick?x=1",
        "externalActions":["vanapp","tel:+49 30 1","https://van.example/","sms:12",7,
         "javascript:x"],
        "productID":42,"confirmation":{"status":{"title":"Accepted","value":"accepted"}}}}
      """#
    let template = #"""
      {"hashCode":7,"modeIdentifier":"ps_drt","modeInfo":{"identifier":"ps_drt_van","alt":"Shuttle",
       "description":"Van"},"from":{"lat":52.5,"lng":"13.4","address":"A 1",
        "timezone":"Europe/Berlin"},
       "to":{"lat":999,"lng":0,"name":"Dock"},"localCost":{"cost":13.855,"currency":"EUR"}}
      """#
    let more =
      #","moneyCost":0,"currency":"EUR","updateURL":"/v1/update/7?hash=1","#
      + #""saveURL":"save/7","hookURL":"javascript:x""#
    let read = try TripAnswer(answer(Self.trip(segment, template, more)), limits: limits)
    let trip = try #require(read.trips.first)
    let leg = try #require(trip.legs.first)
    let booking = try #require(leg.booking)
    #expect(trip.cost == Amount(hundredths: 0, currency: "EUR"))
    #expect(trip.update?.text == "https://api.example.org/v1/update/7?hash=1")
    #expect(trip.aliases.map(\.text) == ["https://api.example.org/v1/trip/save/7"])
    #expect(trip.hook == nil)
    #expect(leg.cost == Amount(hundredths: 1386, currency: "EUR"))
    #expect(leg.isBookable && leg.availability == .missedPrebookingWindow && leg.bookingHash == -5)
    #expect((leg.mode, leg.modeName) == ("ps_drt", "Van"))
    #expect(leg.from?.latitude == 52.5 && leg.from?.longitude == 13.4 && leg.to?.latitude == nil)
    #expect(booking.products?.text == "https://api.example.org/v1/quick?x=1")
    #expect(
      booking.links == [
        .phone("+49 30 1"), .page(try #require(WebAddress("https://van.example/"))), .text("12"),
      ])
    #expect(booking.productID == "42" && booking.longTitle == "Book a van")
    #expect(booking.confirmation?.status.stage == .confirmed)
  }

  /// Times in every spelling (row 13), and what is none.
  @Test(arguments: [
    ("1795509600", 1_795_509_600_000), ("1795509600000", 1_795_509_600_000), ("0", 0),
    (#""1795509600""#, 1_795_509_600_000), (#""2026-11-24T09:40:00+01:00""#, 1_795_509_600_000),
    (#""2026-11-24T08:40:00Z""#, 1_795_509_600_000), (#""2026-11-24T08:40Z""#, 1_795_509_600_000),
    (#""2026-11-24T09:40:00.250+0100[Europe/Berlin]""#, 1_795_509_600_000),
    (#""9999-12-31T23:59:59Z""#, 253_402_300_799_000), ("-1", -1_000),
    ("1795509600.5", 1_795_509_600_500), ("9223372036854775807", nil), ("1e300", nil),
    ("1e400", nil), (#""NaN""#, nil), (#""2026-11-24T08:40:00""#, nil),
    (#""2026-13-24T08:40:00Z""#, nil),
    (#""2026-11-24""#, nil), (#""soon""#, nil), ("true", nil), ("null", nil), (#""""#, nil),
    (#""2026-11-24T08:40:""#, nil), (#""2026-11-24T08:40:0é+01:00""#, nil),
  ])
  func `a time is read`(written: String, milliseconds: Int64?) throws {
    let segment = #"{"segmentTemplateHashCode":7,"startTime":\#(written)}"#
    let trip = try #require(
      try TripAnswer(answer(Self.trip(segment)), limits: limits).trips.first)
    #expect(trip.depart == milliseconds.map { Instant(milliseconds: $0) })
  }

  @Test func `a file holds the same`() throws {
    let octets = Array(Self.trip(#"{"segmentTemplateHashCode":7}"#).utf8)
    #expect(try TripAnswer(parsing: octets, from: nil, limits: limits).trips.map(\.id) == ["a"])
  }

  /// What many legs share is read once, however long it takes to look through.
  /// The limit is wide: it also counts while other tests hold the processors.
  @Test(.timeLimit(.minutes(5)))
  func `a template of 200,000 members does not hold up 2,000 legs`() throws {
    let members = (0..<200_000).map { #""\#($0)":0"# }.joined(separator: ",")
    let legs = Array(repeating: #"{"segmentTemplateHashCode":7}"#, count: 40)
    let trips = Array(
      repeating: #"{"id":"a","segments":[\#(legs.joined(separator: ","))]}"#, count: 50)
    let body =
      #"{"groups":[{"trips":["# + trips.joined(separator: ",")
      + #"]}],"segmentTemplates":[{\#(members),"hashCode":7}]}"#
    var wide = limits
    wide.answerOctetsMax = 8 << 20
    #expect(try TripAnswer(answer(body), limits: wide).trips.count == 50)
  }
}
