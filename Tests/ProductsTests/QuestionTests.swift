// Questions of forms and products: which answers are taken, and as what they are sent.

import CivilTime
import JSON
import Mobility
import Products
import Testing

struct QuestionTests {
  /// A field, an answer, and why it is not taken, or as what it is sent.
  static let fields: [(String, QuestionAnswer, String)] = [
    (#""type":"string""#, .text("Mia"), #""Mia""#),
    (#""type":"string""#, .text("  "), "required"),
    (#""type":"string""#, .number(1), "kind"),
    (#""type":"string""#, .text(String(repeating: "x", count: 4_097)), "tooLong"),
    (#""type":"string","keyboardType":"EMAIL""#, .text("mia"), "email"),
    (#""type":"string","keyboardType":"EMAIL""#, .text("mia@x"), "email"),
    (#""type":"string","keyboardType":"EMAIL""#, .text("a b@x.de"), "email"),
    (#""type":"string","keyboardType":"EMAIL""#, .text("mia@x.de"), #""mia@x.de""#),
    (#""type":"string","keyboardType":"PHONE""#, .text("+49 30 1234"), #""+49 30 1234""#),
    (
      #""type":"string","keyboardType":"PHONE""#, .text(String(repeating: "1", count: 40)),
      "phone"
    ),
    (#""type":"string","keyboardType":"PHONE""#, .text("call me"), "phone"),
    (#""type":"string","keyboardType":"NUMBER""#, .text("two"), "kind"),
    (#""type":"string","keyboardType":"NUMBER""#, .text("2,5"), #""2,5""#),
    (#""type":"number","minValue":1,"maxValue":3"#, .number(0), "range"),
    (#""type":"number","minValue":1,"maxValue":3"#, .number(99), "range"),
    (#""type":"number","minValue":1,"maxValue":3"#, .number(-1), "range"),
    (#""type":"number","minValue":1,"maxValue":3"#, .number(2.5), "2.5"),
    (#""type":"number","minValue":1,"maxValue":3"#, .text("two and a half"), "kind"),
    (#""type":"number""#, .number(.infinity), "range"),
    (#""type":"number","value":"x""#, .number(2), #""2""#),
    (#""type":"time""#, .clock(seconds: 86_400), "range"),
    (#""type":"time""#, .clock(seconds: 34_200), "34200"),
    (#""type":"password""#, .text("canary"), "kind"),
    (#""type":"password""#, .secret(SecretHandle("h")), #""""#),
    (#""type":"switch""#, .flag(false), "mustBeYes"),
    (#""type":"switch""#, .flag(true), "true"),
    (#""type":"switch","required":false"#, .flag(false), "false"),
    (#""type":"option","allValues":["a","b"],"value":"x""#, .choice(2), "range"),
    (#""type":"option","allValues":["a","b"]"#, .choice(-1), "range"),
    (#""type":"option","allValues":["a","b"]"#, .choice(1), #""b""#),
    (#""type":"address""#, .place(Place()), "required"),
    (#""type":"address""#, .place(Fixture.place), #"{"address":"Weg 1"}"#),
    (#""type":"datetime","value":"soon""#, .moment(begin), "1764000000"),
    (#""type":"datetime""#, .clock(seconds: 1), "kind"),
    (#""type":"datetime","timezone":"Asia/Tokyo""#, .moment(begin), "1764000000"),
    (#""type":"datetime","timezone":"Mars/Olympus_Mons""#, .moment(begin), "1764000000"),
    (#""type":"external","value":"https://a.example/""#, .flag(true), "kind"),
  ]

  @Test(arguments: fields.indices)
  func `an answer to a field`(row: Int) {
    let (field, answer, expected) = Self.fields[row]
    let required = field.contains("required") ? "" : #","required":true"#
    var stage = Stage()
    stage.sendForm(#"{"id":"f","title":"F",\#(field)\#(required)}"#)
    #expect(stage.described == "asking f", "\(field)")
    let id = stage.purchase
    stage.say { desk throws(RideFault) in try desk.answer(answer, in: id, at: begin) }
    if let fault = stage.fault {
      #expect("\(fault)".contains(expected), "\(field) \(answer)")
      #expect(stage.described == "asking f")
    } else {
      stage.say { desk throws(RideFault) in
        if case .reviewing = desk.purchases[id]?.state { try desk.send(in: id, at: begin) }
      }
      let sent = stage.last?.body?.value["input"]?.array?.first?["value"]
      #expect(sent.map { String(decoding: $0.octets, as: UTF8.self) } == expected, "\(field)")
    }
  }

  /// What is there already is not asked, but shown; what could not be an answer is asked.
  @Test(arguments: [
    (#""type":"string","value":"Mia""#, "reviewing"),
    (#""type":"number","value":9,"maxValue":3"#, "asking f"),
    (#""type":"option","allValues":["a","b"],"value":"b""#, "reviewing"),
    (#""type":"option","allValues":["a","b"],"value":"c""#, "asking f"),
    (#""type":"option","allValues":[{"title":"A","value":1}],"value":{"value":1}"#, "reviewing"),
    (#""type":"option","allValues":[{"title":"A","value":1}],"value":{"value":2}"#, "asking f"),
    (#""type":"option""#, "ended FORM/FIELD"), (#""type":"switch","value":"true""#, "reviewing"),
    (#""type":"switch","value":false"#, "asking f"),
    (#""type":"datetime","value":1764000000000"#, "reviewing"),
    (#""type":"datetime","value":"2026-11-24T09:00:00+01:00""#, "reviewing"),
    (#""type":"datetime","value":0,"timezone":"Mars/Olympus_Mons""#, "reviewing"),
    (#""type":"datetime","value":253402300799,"timezone":"Pacific/Kiritimati""#, "reviewing"),
    (#""type":"datetime","value":253402300800000"#, "asking f"),
    (#""type":"string","hidden":true,"value":"x""#, "reviewing"),
    (#""type":"hologram""#, "ended FORM/FIELD"),
    (#""type":"hologram","readOnly":true"#, "reviewing"),
    (#""type":"qrcode","value":"x""#, "reviewing"),
  ])
  func `what is there already`(field: String, state: String) {
    var stage = Stage()
    stage.sendForm(#"{"id":"f","title":"F","required":true,\#(field)}"#)
    #expect(stage.described == state, "\(field)")
  }

  @Test func `terms must be accepted by whoever speaks, whatever is there already`() {
    var stage = Stage()
    stage.sendForm(#"{"id":"acceptTermsAndConditions","type":"switch","value":true}"#)
    for line in [
      "= asking acceptTermsAndConditions", "answer skipped", "? required", "answer no",
      "? mustBeYes", "answer yes", "= reviewing", "send", "> POST /v1/post/f",
    ] { stage.play(line) }
  }

  @Test func `everything can be skipped that need not be answered (row 34)`() {
    var stage = Stage()
    stage.sendForm(
      #"{"id":"a","type":"string"},{"id":"b","type":"number"},{"id":"c","type":"address"}"#)
    for line in [
      "answer skipped", "answer skipped", "answer skipped", "= reviewing", "back", "= asking c",
      "change 9", "? noSuch", "send", "> POST /v1/post/f",
    ] { stage.play(line) }
  }

  /// Fares: at most, at least and how many are there already; what is taken of 0, 1, 5 and 30.
  @Test(arguments: [
    (#""max":0"#, "fareQuantity", "fareQuantity"), (#""min":5,"value":2"#, "fareQuantity", ""),
    (#""min":25"#, "fareQuantity", "fareQuantity"), ("\"max\":1", "", "fareQuantity"),
    ("\"price\":999999999999999999", "", ""),
  ])
  func `fares (row 38)`(fare: String, one: String, five: String) {
    let price = fare.contains("price") ? "" : #","price":100"#
    let products = """
      [{"title":"Van","bookingTitle":"Book","bookingURL":"/v1/book/van","fares":[
        {"id":"a","name":"A"\(price),"currency":"EUR",\(fare)}]}]
      """
    for (count, fault) in [(0, "noFare"), (1, one), (5, five), (30, "fareQuantity"), (-1, "range")]
    {
      var stage = Stage()
      stage.play("list")
      stage.answer(Fixture.answer(200, products))
      stage.play("book 1")
      guard stage.described == "asking fares" else { continue }
      stage.play("answer counts \(count)")
      let told = stage.fault.map { "\($0)" } ?? ""
      #expect(fault.isEmpty ? stage.fault == nil : told.contains(fault), "\(fare) \(count) \(told)")
    }
  }

  @Test func `a secret is asked again when it was typed too long ago`() {
    var stage = Stage()
    for line in PathTests.booking + ["< form", "answer text Mia", "answer secret h"] {
      stage.play(line)
    }
    for line in [
      "answer number 1", "= reviewing", "wait 601", "send", "= asking pin", "answer secret i",
      "= reviewing", "send", "> POST /v1/post/form",
    ] { stage.play(line) }
    #expect(stage.last?.body?.secrets.values.map(\.text) == ["i"])
  }
}

extension Fixture {
  static var place: Place {
    var place = Place()
    place.address = "Weg 1"
    return place
  }
}

extension Stage {
  /// Books, and is answered by a form of these fields.
  mutating func sendForm(_ fields: String) {
    for line in PathTests.booking { play(line) }
    let form = """
      {"type":"bookingForm","action":{"url":"/v1/post/f"},"form":[{"fields":[\(fields)]}]}
      """
    answer(Fixture.answer(200, form))
  }
}
