// How forms are read (rule R5), and which fields are left out.

import JSON
import Mobility
import Testing

struct FormReadingTests {
  static func form(_ fields: String, _ more: String = "") -> String {
    #"{"type":"bookingForm","form":[{"fields":["# + fields + "]}]" + more + "}"
  }

  static func read(_ body: String) -> Form? {
    if case .form(let form) = BookingReply(answer(body), limits: limits) { form } else { nil }
  }

  @Test(arguments: [
    (#""type":"string","keyboardType":"EMAIL","value":"m""#, #"text(email) string("m")"#),
    (#""type":"STRING","keyboardType":"RUNES""#, "text(text)"),
    (#""type":"text","readOnly":true"#, "text(text) shown"),
    (#""type":"number","minValue":0,"maxValue":"15","value":1"#, "number(0.0…15.0) integer(1)"),
    (#""type":"stepper","value":"1""#, #"number(nil…nil) as text string("1")"#),
    // Row 12: no number is between.
    (#""type":"number","minValue":9,"maxValue":2"#, "number(nil…nil)"),
    (#""type":"number","minValue":"NaN","maxValue":1e400"#, "number(nil…nil)"),
    (#""type":"time","value":32400"#, "time integer(32400)"),
    (#""type":"password","value":"canary-1""#, "password"),
    (#""type":"switch","value":false,"required":"true""#, "flag bool(false) required"),
    (#""type":"switch","value":"true""#, #"flag as text string("true")"#),
    (#""type":"address""#, "address"),
    // Row 13: the unit stays that of the value.
    (
      #""type":"datetime","value":1795509600,"timezone":"Europe/Berlin""#,
      "moment(seconds Europe/Berlin) integer(1795509600)"
    ),
    (#""type":"DATETIME","value":1795509600000"#, "moment(milliseconds ) integer(1795509600000)"),
    (
      #""type":"datetime","value":"2026-11-24T09:40:00+01:00""#,
      #"moment(iso ) string("2026-11-24T09:40:00+01:00")"#
    ),
    (
      #""type":"datetime","value":"9999-12-31T23:59:59Z""#,
      #"moment(iso ) string("9999-12-31T23:59:59Z")"#
    ),
    (#""type":"datetime","value":0,"timezone":"Moon/Sea""#, "moment(seconds Moon/Sea) integer(0)"),
    (#""type":"datetime","value":"soon""#, #"moment(seconds ) string("soon")"#),
    (
      #""type":"link","value":"next?t=1","method":"POST""#,
      "link(https://api.example.org/v1/trip/next?… post)"
    ),
    (#""type":"link","value":"https://a.example/in""#, "link(https://a.example/in get)"),
    (#""type":"link","value":"javascript:x","method":"teleport""#, "link(nil external)"),
    (
      #""type":"external","value":"https://a.example/p","nextURL":"n","#
        + #""disregardURL":"/d","message":"M""#,
      "external(https://a.example/p https://api.example.org/v1/trip/n https://api.example.org/d M)"
    ),
    (#""type":"qrcode","value":"abc""#, #"code string("abc")"#),
    (
      #""type":"hologram","required":true,"value":[1]"#,
      "other array([JSON.JSONValue.integer(1)]) required"
    ),
    (#""value":7,"hidden":true"#, "other integer(7) hidden"),
    (
      #""type":"string","refresh":true,"placeHolder":"P","sidetitle":"S""#, "text(text) P S refresh"
    ),
    (
      #""type":"authForm","title":"Other way","form":[{"fields":[{"type":"string","id":"y"}]}]"#,
      "form(authorization y)"
    ),
    (#""type":"bookingForm","value":{"type":"statusForm","form":[]}"#, "form(status )"),
    // A form that is none is left out: nothing could be sent for it.
    (#""type":"bookingForm","value":7"#, "nothing"),
  ])
  func `a field is read`(members: String, read: String) {
    let form = Self.read(Self.form(#"{"id":"x",\#(members)}"#))
    #expect(form?.fields.map(Self.said).joined() == (read == "nothing" ? "" : read))
  }

  static func said(_ field: Field) -> String {
    let kind =
      switch field.kind {
      case .text(let keyboard): "text(\(keyboard))"
      case .number(let least, let most, let asText):
        "number(\(bound(least))…\(bound(most)))\(asText ? " as text" : "")"
      case .time(let asText): "time\(asText ? " as text" : "")"
      case .password: "password"
      case .flag(let asText): "flag\(asText ? " as text" : "")"
      case .option(let options): "option(\(options.map(\.title).joined(separator: ",")))"
      case .address: "address"
      case .moment(let unit, let zone): "moment(\(unit) \(zone ?? ""))"
      case .link(let address, let method): "link(\(address.map { "\($0)" } ?? "nil") \(method))"
      case .external(let page, let next, let disregard, let message):
        "external(\(parts(page?.text, next?.text, disregard?.text, message)))"
      case .form(let form): "form(\(form.kind) \(form.fields.map(\.id).joined()))"
      case .code: "code"
      case .other: "other"
      }
    return parts(
      kind, field.value.map { "\($0)" }, field.placeholder, field.sidetitle,
      field.isRequired ? "required" : nil, field.isReadOnly ? "shown" : nil,
      field.isHidden ? "hidden" : nil, field.refreshesForm ? "refresh" : nil)
  }

  static func bound(_ number: Double?) -> String { number.map { "\($0)" } ?? "nil" }

  /// Row 11: what is in no list stays as it came.
  @Test(arguments: [
    (
      #""value":{"title":"B","value":"b"},"allValues":[{"title":"A","value":"a"},"#
        + #"{"value":"b"},"c",{},7.5]"#,
      "A,b,c,7.5"
    ),
    (#""value":"z""#, ""), (#""allValues":{}"#, ""),
  ])
  func `options are read`(members: String, titles: String) {
    let field = Self.read(Self.form(#"{"id":"x","type":"option",\#(members)}"#))?.fields.first
    guard case .option(let options) = field?.kind else {
      Issue.record("no option")
      return
    }
    #expect(options.map(\.title).joined(separator: ",") == titles)
  }

  @Test(arguments: [
    // Row 7: a form without a type, or with an odd one, or without a list, is none.
    (#"{"form":[]}"#, nil), (#"{"type":"mysteryForm","form":[]}"#, nil),
    (#"{"type":"bookingForm","form":{}}"#, nil), (#"{"type":"STATUSFORM","form":[]}"#, ""),
    // Row 10: two fields, one id.
    (
      form(#"{"type":"string","id":"a"},{"type":"number","id":"a"}"#),
      "a ! form[0].fields[1].id twice"
    ),
    // What would be sent needs an id; what is only shown does not.
    (
      form(#"{"type":"string"},{"type":"text","readOnly":true},{"type":"link","value":"x"},9"#),
      " , ! form[0].fields[3] kind ! form[0].fields[0].id missing"
    ),
    // Row 8 and its like: no deeper than four, no more than sixty, no more than twenty.
    (nested(5), " ! form[0].fields[0].form[0].fields[0].form[0].fields[0].form[0].fields[0] depth"),
    (nested(4), ""),
    (
      form((1...61).map { #"{"type":"string","id":"\#($0 % 10)x\#($0)"}"# }.joined(separator: ",")),
      "60 fields ! form[0].fields tooMany"
    ),
    (
      #"{"type":"bookingForm","#
        + #""form":[\#(Array(repeating: "{}", count: 21).joined(separator: ","))]}"#,
      " ! form tooMany"
    ),
  ])
  func `is a form, or none, and tells what is left out`(body: String, read: String?) {
    let form = Self.read(body)
    let ids = form?.fields.map(\.id) ?? []
    let fields = ids.count > 3 ? "\(ids.count) fields" : ids.joined(separator: " ,")
    #expect(
      form.map { ([fields] + $0.faults.map { "! \($0.said)" }).joined(separator: " ") } == read)
  }

  /// Forms in forms, so many deep.
  static func nested(_ depth: Int) -> String {
    (1..<depth).reduce(form("")) { inner, _ in form(inner) }
  }

  @Test func `200 deep is no JSON that is read (row 8)`() {
    #expect(
      BookingReply(answer(Self.nested(200)), limits: limits)
        == .unreadable("tooDeep at octet 328"))
  }

  @Test func `what stands around the fields is read`() throws {
    let body = #"""
      {"type":"bookingForm","title":"T","subtitle":"S","message":"M","id":7,"value":"vans",
       "payment":{},
       "refreshURL":"again","refreshURLForSourceObject":"trip",
       "action":{"title":"Go","url":"send","enabled":"false","hudText":"Wait","finalStep":true},
       "form":[{"title":"G","footer":"Ok","fields":[]},{"footer":"Mind the step"}]}
      """#
    let form = try #require(Self.read(body))
    #expect(parts(form.title, form.subtitle, form.message, form.id, form.value) == "T S M 7 vans")
    #expect(form.groups.map { $0.title ?? $0.footer } == ["G", "Mind the step"])
    #expect(form.groups.first?.footer == nil)
    #expect(form.hasPayment && form.refresh?.path == "/v1/trip/again")
    #expect(form.tripUpdate?.path == "/v1/trip/trip")
    let action = try #require(form.action)
    #expect(!action.isEnabled && action.isFinal && !action.isDone && action.progress == "Wait")
    #expect(action.address?.text == "https://api.example.org/v1/trip/send")
  }
}
