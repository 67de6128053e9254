// What is sent back: forms (rule R6), inputs and fares, actions, sign-ins.

import CivilTime
import JSON
import Mobility
import Testing

struct BodyTests {
  /// One field of that type with its answer: the `value` that goes out.
  @Test(
    arguments: [
      (#""type":"string","value":"old""#, nil, #""old""#), (#""type":"string""#, nil, "none"),
      (#""type":"string","value":"old""#, .text("new"), #""new""#),
      (#""type":"string","hidden":true,"value":7"#, nil, "7"),
      (#""type":"number","value":1"#, .number(2), "2"),
      (#""type":"number","value":1"#, .number(2.5), "2.5"),
      (#""type":"stepper","value":"1""#, .number(2), #""2""#),
      (#""type":"number""#, .number(.nan), "null"),
      (#""type":"number""#, .number(1e300), "1e+300"),
      (#""type":"time","value":"60""#, .time(seconds: 32_400), #""32400""#),
      (#""type":"time","value":60"#, .time(seconds: 32_400), "32400"),
      (#""type":"switch","value":false"#, .flag(true), "true"),
      (#""type":"switch""#, .flag(false), "false"),
      (#""type":"switch","value":"false""#, .flag(true), #""true""#),
      (
        #""type":"option","value":{"title":"Z","value":"z"},"allValues":[]"#, nil,
        #"{"title":"Z","value":"z"}"#
      ),
      (
        #""type":"option","allValues":["a"]"#,
        .option(FormOption(title: "A", whole: ["title": "A", "value": ["x": 1]])),
        #"{"title":"A","value":{"x":1}}"#
      ),
      (#""type":"address""#, .place(place("A 1")), #"{"address":"A 1"}"#),
      (
        #""type":"datetime","value":5"#, .moment(Instant(milliseconds: 1_795_509_600_999)),
        "1795509600"
      ),
      (#""type":"datetime","value":1795509600000"#, .moment(Instant(seconds: 60)), "60000"),
      (
        #""type":"datetime","value":"2026-11-24T09:40:00+01:00""#, .moment(Instant(seconds: 60)),
        #""1970-01-01T00:01:00Z""#
      ),
      (#""type":"datetime""#, .moment(Instant(seconds: 60)), "60"),
      (#""type":"hologram","value":[1]"#, nil, "[1]"),
      (#""type":"string","readOnly":true,"value":"x""#, .text("y"), "not sent"),
      (#""type":"link","value":"x""#, nil, "not sent"),
      (#""type":"external","value":"x""#, nil, "not sent"),
      (#""type":"qrcode","value":"x""#, nil, "not sent"),
      (#""type":"authForm","form":[]"#, nil, "not sent"),
    ] as [(String, FieldAnswer?, String)])
  func `a field is sent`(members: String, given: FieldAnswer?, sent: String) throws {
    let form = try #require(
      FormReadingTests.read(FormReadingTests.form(#"{"id":"x",\#(members)}"#)))
    let body = form.body(answers: given.map { ["x": $0] } ?? [:])
    let entries = try #require(body.value["input"]?.array)
    #expect((entries.first.map { $0["value"]?.written ?? "none" } ?? "not sent") == sent)
    #expect(body.secrets.isEmpty && body.form == .json)
  }

  static func place(_ address: String) -> Place {
    var place = Place()
    place.address = address
    return place
  }

  @Test func `a form goes out in its order, hidden fields too, secrets as handles`() throws {
    let form = try #require(
      FormReadingTests.read(
        #"{"type":"bookingForm","form":[{"fields":[{"id":"op","type":"string","#
          + #""hidden":true,"value":"login"},"#
          + #"{"id":"shown","type":"text","readOnly":true}]},{"fields":[{"id":"name","#
          + #""type":"STRING"},"#
          + #"{"id":"word","type":"password","value":"canary-1"}]}]}"#))
    let body = form.body(answers: [
      "word": .secret(SecretHandle("h")), "name": .text("Mia"), "stranger": .text("x"),
    ])
    #expect(
      body.value.written
        == #"{"input":[{"id":"op","type":"string","value":"login"},{"id":"name","#
        + #""type":"STRING","value":"Mia"},"#
        + #"{"id":"word","type":"password","value":""}]}"#)
    #expect(body.secrets.map { "\($0.key) \($0.value.text)" } == ["input[2].value h"])
  }

  @Test func `a product is booked with its inputs and tickets`() throws {
    let asked = #"""
      "input":[{"id":"a","type":"LONG_TEXT","value":"came"},{"id":"b","type":"MULTIPLE_CHOICE",
       "values":["x"]},
       {"id":"c","type":"MULTIPLE_CHOICE","options":[]},{"id":"d","type":"TERMS"},{"id":"e",
        "type":"PIN"}],
      "fares":[{"id":"f","name":"F","price":1,"value":1},{"id":"g","name":"G","price":1,"value":1},
       {"id":"h","name":"H","price":1}]
      """#
    let list = try ProductList(answer("[\(ProductReadingTests.product(asked))]"), limits: limits)
    let product = try #require(list.products.first)
    let body = product.body(
      answers: ["c": .several(["y", "z"]), "d": .one("true"), "e": .secret(SecretHandle("pin"))],
      quantities: ["g": 0, "h": 2])
    #expect(
      body.value.written
        == #"{"input":[{"id":"a","type":"LONG_TEXT","value":"came"},{"id":"b","#
        + #""type":"MULTIPLE_CHOICE","values":["x"]},"#
        + #"{"id":"c","type":"MULTIPLE_CHOICE","values":["y","z"]},{"id":"d","#
        + #""type":"TERMS","value":"true"},"#
        + #"{"id":"e","type":"PIN","value":""}],"fares":[{"id":"f","value":1},{"id":"h","#
        + #""value":2}]}"#
    )
    #expect(body.secrets.map { "\($0.key) \($0.value.text)" } == ["input[4].value pin"])
  }

  @Test func `an action goes out with what is hidden and what was asked`() {
    var action = RideAction(title: "Unlock", kind: .unlock)
    #expect(action.body(answers: ["code": "1"]) == nil)
    action.inputs = [
      RideAction.Input(field: "code", value: nil, isHidden: false),
      RideAction.Input(field: "key", value: "k", isHidden: true),
    ]
    #expect(
      action.body(answers: ["code": "1", "key": "other"])?.value.written
        == #"{"input":[{"field":"code","value":"1"},{"field":"key","value":"k"}]}"#)
  }

  @Test func `who signs in sends a handle`() {
    let body = Errand.Body.signIn(name: "mia", password: SecretHandle("h"))
    #expect(body.value.written == #"{"username":"mia","password":""}"#)
    #expect(body.secrets.map { "\($0.key) \($0.value.text)" } == ["password h"])
  }
}
