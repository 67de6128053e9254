// Which answers are sent for a field, and why others are not.

import JSON
import Mobility
import Testing

struct FieldCheckingTests {
  /// Rows 32 and 33, as far as a form can tell.
  @Test(
    arguments: [
      (#""type":"string""#, nil, nil), (#""type":"string","required":true"#, nil, .required),
      (#""type":"string","required":true,"value":"came""#, nil, nil),
      (#""type":"string","required":true"#, .text(" \t"), .required),
      (#""type":"string""#, .text(""), nil),
      (#""type":"string""#, .text(String(repeating: "x", count: 4_097)), .tooLong),
      (#""type":"string""#, .flag(true), .kind),
      (#""type":"string","keyboardType":"EMAIL""#, .text("mia@example.org"), nil),
      (#""type":"string","keyboardType":"EMAIL""#, .text("mia.example.org"), .email),
      (#""type":"string","keyboardType":"EMAIL""#, .text("mia@b@c"), .email),
      (#""type":"string","keyboardType":"EMAIL""#, .text("mia b@c"), .email),
      (#""type":"string","keyboardType":"PHONE""#, .text("+49 (30) 123-456"), nil),
      (
        #""type":"string","keyboardType":"PHONE""#, .text(String(repeating: "1", count: 40)), .phone
      ),
      (#""type":"string","keyboardType":"PHONE""#, .text("call me"), .phone),
      (#""type":"string","keyboardType":"NUMBER""#, .text("0123"), nil),
      (#""type":"string","keyboardType":"NUMBER""#, .text("two and a half"), .digits),
      (#""type":"string","keyboardType":"NUMPUN""#, .text("12/34"), nil),
      (#""type":"string","keyboardType":"NUMPUN""#, .text("12a"), .digits),
      (#""type":"number","minValue":1,"maxValue":9"#, .number(9), nil),
      (#""type":"number","minValue":1,"maxValue":9"#, .number(0), .range),
      (#""type":"number","minValue":1,"maxValue":9"#, .number(99), .range),
      (#""type":"number""#, .number(-1), nil), (#""type":"number""#, .number(.infinity), .kind),
      (#""type":"time""#, .time(seconds: 86_399), nil),
      (#""type":"time""#, .time(seconds: -1), .range),
      (#""type":"switch","required":true"#, .flag(true), nil),
      (#""type":"switch","required":true"#, .flag(false), .mustBeYes),
      (#""type":"switch""#, .flag(false), nil),
      (#""type":"option","allValues":["a"]"#, .option(FormOption(title: "A", whole: "a")), nil),
      (
        #""type":"option","#
          + #""allValues":["a"]"#, .option(FormOption(title: "A", whole: "b")), .notOffered
      ),
      (#""type":"address""#, .place(Place()), .required),
      (#""type":"password""#, .secret(SecretHandle("h")), nil),
      (#""type":"password""#, .text("word"), .kind), (#""type":"hologram""#, .flag(true), .kind),
    ] as [(String, FieldAnswer?, FieldFault?)])
  func `is sent, or not and why`(members: String, given: FieldAnswer?, fault: FieldFault?) throws {
    let form = FormReadingTests.read(FormReadingTests.form(#"{"id":"x",\#(members)}"#))
    #expect(try #require(form?.fields.first).fault(of: given, limits: limits) == fault)
  }

  @Test(arguments: [
    (#"{"type":"bookingForm","form":[{"fields":[{"id":"cardNo","type":"string"}]}]}"#, true),
    (#"{"type":"bookingForm","form":[{"fields":[{"id":"creditcard_x","type":"string"}]}]}"#, true),
    (#"{"type":"bookingForm","payment":{"key":"k"},"form":[]}"#, true),
    (
      #"{"type":"paymentForm","form":[{"fields":[{"id":"a","type":"string","#
        + #""required":true}]}]}"#, true
    ),
    (#"{"type":"paymentForm","form":[{"fields":[{"id":"a","type":"string"}]}]}"#, false),
    (
      #"{"type":"bookingForm","payment":false,"form":[{"fields":[{"id":"card","#
        + #""type":"string"}]}]}"#, false
    ),
  ])
  func `a card is asked for (rule R7)`(body: String, asks: Bool) {
    #expect(FormReadingTests.read(body)?.asksForCard == asks)
  }
}
