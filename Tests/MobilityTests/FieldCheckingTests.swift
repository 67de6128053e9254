// Which lines are sent for a field, and which forms ask for a card.

import JSON
import Mobility
import Testing

struct FieldCheckingTests {
  @Test(
    arguments: [
      (.text, "", true), (.text, "anything 1", true),
      (.email, "mia@example.org", true), (.email, "mia.example.org", false),
      (.email, "mia@example", false), (.email, "mia@.org", false), (.email, "mia@org.", false),
      (.email, "@example.org", false), (.email, "mia@b.de@c.de", false),
      (.email, "mia b@c.de", false), (.email, "mia\t@c.de", false),
      (.phone, "+49 (30) 123-456", true), (.phone, "112", true), (.phone, "11", false),
      (.phone, String(repeating: "1", count: 15), true),
      (.phone, String(repeating: "1", count: 16), false), (.phone, "call 12345", false),
      (.number, "0123", true), (.number, "-2,5", true), (.number, "-", false),
      (.number, "two and a half", false), (.number, "1 2", false),
      (.punctuated, "12/34", true), (.punctuated, "12a", false), (.punctuated, "//", false),
    ] as [(Field.Keyboard, String, Bool)])
  func `is sent, or not (rows 32 and 33)`(keyboard: Field.Keyboard, text: String, isTaken: Bool) {
    #expect(keyboard.takes(text) == isTaken)
  }

  @Test(arguments: [
    (#"{"type":"bookingForm","form":[{"fields":[{"id":"cardNo","type":"string"}]}]}"#, true),
    (#"{"type":"bookingForm","form":[{"fields":[{"id":"CVC","type":"string"}]}]}"#, true),
    (#"{"type":"bookingForm","form":[{"fields":[{"id":"creditcard_x","type":"string"}]}]}"#, true),
    (#"{"type":"bookingForm","payment":{"key":"k"},"form":[]}"#, true),
    (
      #"{"type":"paymentForm","form":[{"fields":[{"id":"a","type":"string","#
        + #""required":true}]}]}"#, true
    ),
    (#"{"type":"paymentForm","form":[{"fields":[{"id":"a","type":"string"}]}]}"#, false),
    (
      #"{"type":"paymentForm","form":[{"fields":[{"id":"a","type":"string","#
        + #""required":true,"hidden":true}]}]}"#, false
    ),
    (
      #"{"type":"bookingForm","payment":false,"form":[{"fields":[{"id":"card","#
        + #""type":"string"}]}]}"#, false
    ),
  ])
  func `a card is asked for (rule R7)`(body: String, asks: Bool) {
    #expect(FormReadingTests.read(body)?.asksForCard == asks)
  }
}
