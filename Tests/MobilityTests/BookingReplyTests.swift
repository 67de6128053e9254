// Which reply an answer is (rule R8): the whole order, each row before the next.

import JSON
import Mobility
import Testing

struct BookingReplyTests {
  static let fields = #"""
    "type":"authForm","value":"vans","form":[{"fields":[
      {"id":"clientID","type":"string","hidden":true,"readOnly":true,"value":"us"},
      {"id":"clientSecret","type":"string","hidden":true,"readOnly":true,"value":"handle-9"},
      {"id":"authURL","type":"string","hidden":true,"value":"https://v.example/auth"},
      {"id":"tokenURL","type":"string","hidden":true,"value":"http://v.example/token"},
      {"id":"access_token","type":"string","hidden":true},
      {"id":"accessTokenBasicAuth","type":"string","hidden":true,"value":"true"},
      {"id":"disregardURL","type":"string","hidden":true,"value":"https://v.example/back"},
      {"id":"auth","type":"string","hidden":true,"value":"https://v.example/terms?s=1"}]}]
    """#
  static let asked = #"{"id":"x","type":"string"}"#

  static func said(_ reply: BookingReply) -> String {
    switch reply {
    case .done: "done"
    case .unreadable(let why): "unreadable \(why)"
    case .incomplete(let missing, let invalid):
      "missing \(missing) invalid \(invalid.map { "\($0.name): \($0.reason ?? "-")" })"
    case .failed(let failure):
      parts(
        "failed", "\(failure.code ?? failure.status)", failure.title, failure.text,
        failure.isForUser ? "for user" : nil, failure.recovery?.text, failure.recoveryTitle,
        failure.page?.text, failure.retryAfterSeconds.map { "after \($0)" },
        failure.isCertain ? nil : "unknown")
    case .authorization(let own): "own \(own.provider) \(own.authorize) \(own.token)"
    case .agreement(let agreement): parts("agreement", agreement.page?.text, agreement.next?.text)
    case .updated(let address): "updated \(address.text)"
    case .options(let options): "options \(options.available.map(\.product.title))"
    case .quote(let quote): "quote \(quote.items.count)"
    case .form(let form): "form \(form.kind)"
    }
  }

  /// Each body has what makes the rows below it match too: the first wins.
  @Test(arguments: [
    (200, "", "done"), (204, " \n", "done"),
    (200, #"{"errorCode":1"#, "unreadable unterminated at octet 14"),
    (500, "<html>", "unreadable unexpected at octet 0"), (302, "", "unreadable status 302"),
    (404, "", "failed 404"), (503, "", "failed 503 unknown"),
    (
      400, #"{"missing":["a"],"invalid":[{"name":"b","reason":"no"}],"errorCode":470}"#,
      #"missing ["a"] invalid ["b: no"]"#
    ),
    (
      200, #"{"missing":[],"invalid":[],"errorCode":470,"usererror":true,"error":"E",\#(fields)}"#,
      "failed 470 E for user"
    ),
    (200, #"{"title":"T","updateURL":"u"}"#, "failed 200 T unknown"),
    (
      200, #"{"title":"T","usererror":false,"updateURL":"u","availableList":[],\#(fields)}"#,
      "own vans https://v.example/auth http://v.example/token"
    ),
    (
      200, #"{"updateURL":"u",\#(fields.replacing("authForm", with: "bookingForm"))}"#,
      "agreement https://v.example/terms?s=1"
    ),
    (
      200,
      #"{"action":{"done":true},"refreshURLForSourceObject":"r","updateURL":"u","#
        + #""type":"statusForm","form":[]}"#,
      "updated https://api.example.org/v1/trip/r"
    ),
    (200, #"{"refreshURLForSourceObject":"r"}"#, "updated https://api.example.org/v1/trip/r"),
    (200, #"{"refreshURLForSourceObject":"r","type":"statusForm","form":[]}"#, "form status"),
    (
      200, #"{"updateURL":"u","availableList":[],"review":[]}"#,
      "updated https://api.example.org/v1/trip/u"
    ),
    (200, #"{"updateURL":"javascript:x","availableList":[]}"#, "done"),
    (200, #"{"availableList":[],"review":[],"type":"bookingForm","form":[]}"#, "options []"),
    (200, #"{"review":[],"type":"bookingForm","form":[]}"#, "quote 0"),
    (200, #"{"type":"bookingForm","title":"T","form":[]}"#, "form booking"),
    (200, #"{"title":"T","form":[]}"#, "unreadable object"),
    (200, "{}", "unreadable object"), (200, "true", "unreadable true or false"),
    (200, "[]", "unreadable list"),
    // Row 16: HTTP 200 with an error, 500 with a form, 204 with a body.
    (200, #"{"errorCode":401,"error":"who?"}"#, "failed 401 who?"),
    (500, #"{"type":"bookingForm","title":"T","form":[]}"#, "failed 500 T unknown"),
    (500, "[]", "failed 500 unknown"), (204, #"{"errorCode":470}"#, "failed 470"),
  ])
  func `is the first that matches`(status: Int, body: String, reply: String) {
    #expect(Self.said(BookingReply(answer(body, status: status), limits: limits)) == reply)
  }

  /// Rows 17 and 18, and what is certain of a request that could book.
  @Test(arguments: [
    (#"{"errorCode":"470","error":"E"}"#, nil, "failed 470 E"),
    (#"{"errorCode":"E","error":470}"#, nil, "failed 470 E"),
    (#"{"errorCode":"E","error":"F"}"#, nil, "failed 200 F unknown"),
    (#"{"errorCode":"E","error":"F"}"#, "460", "failed 460 F"),
    (#"{"errorCode":470}"#, "460", "failed 470"), (#"{"errorCode":470}"#, "x", "failed 470"),
    (#"{"errorCode":null,"error":null}"#, nil, "unreadable object"),
    (#"{"errorCode":0,"error":"","type":"statusForm","form":[]}"#, nil, "form status"),
    (#"{"error":true}"#, nil, "failed 200 unknown"),
    (#"{"error":{"a":1}}"#, nil, "failed 200 unknown"),
    (#"{"errorCode":299}"#, nil, "failed 299 unknown"),
    (#"{"errorCode":1e99}"#, nil, "failed 200 1e+99 unknown"),
    (
      #"{"recovery":"https://evil.example/x","recoveryTitle":"Mend"}"#, nil,
      "failed 200 https://evil.example/x Mend unknown"
    ),
    (
      #"{"errorCode":446,"recovery":"javascript:x","subtitle":"S","url":"p"}"#, nil,
      "failed 446 S https://api.example.org/v1/trip/p"
    ),
  ])
  func `fails so`(body: String, code: String?, reply: String) {
    #expect(Self.said(BookingReply(answer(body, code: code), limits: limits)) == reply)
  }

  @Test func `a busy service tells when to come again`() {
    var busy = answer("", status: 429)
    busy.retryAfterSeconds = 30
    #expect(Self.said(BookingReply(busy, limits: limits)) == "failed 429 after 30")
  }

  /// Row 19: as long as is quoted, and whole characters. What it holds is shown safely later.
  @Test(arguments: [
    ("é", 300, 200), ("👩‍👩‍👧", 40, 22), ("x", 400, 400),
    ("x\\r\\n250 Booked\\u001b[2J\\u202e", 1, 1),
  ])
  func `a quotation is cut`(text: String, times: Int, kept: Int) throws {
    let long = String(repeating: text, count: times)
    guard case .failed(let failure) = BookingReply(answer(#"{"title":"\#(long)"}"#), limits: limits)
    else {
      Issue.record("no failure")
      return
    }
    let title = try #require(failure.title)
    #expect(title.utf8.count <= limits.quoteOctetsMax)
    #expect(times == 1 ? title == "x\r\n250 Booked\u{1b}[2J\u{202e}" : title.count == kept)
  }

  @Test func `ten thousand marks on one letter are no title of ten thousand marks (row 19)`() {
    let marks = "e" + String(repeating: "\u{301}", count: 10_000)
    let product = #"{"title":"\#(marks)","bookingTitle":"B","bookingURL":"x"}"#
    let read = MobilityTests.said({ () throws(AnswerFault) in
      try ProductList(answer("[\(product)]"), limits: limits)
    }) { list in "\(list.products.map(\.title.utf8.count))" }
    #expect(read == "[4095]")
  }

  @Test func `our secret at a provider stands in no form that is read`() throws {
    guard case .authorization(let own) = BookingReply(answer("{\(Self.fields)}"), limits: limits)
    else {
      Issue.record("no authorization")
      return
    }
    #expect(own.clientSecret == SecretHandle("handle-9") && own.usesBasic && own.clientID == "us")
    #expect(!"\(own.form)".contains("handle-9"))
    let body = own.form.body(answers: ["access_token": .secret(SecretHandle("t"))])
    #expect(body.secrets.values.map(\.text) == ["t"])
  }

  /// A form that shows a person a page is one of the service's own authorisation (rule R3 b).
  @Test func `a page to sign in on is a form`() {
    let fields = Self.fields.replacing(
      #""fields":["#,
      with:
        #""fields":[{"id":"oauth","type":"link","value":"https://v.example/in","#
        + #""method":"external"},"#
    )
    let body = "{\(fields.replacing("disregardURL", with: "d"))}"
    #expect(Self.said(BookingReply(answer(body), limits: limits)) == "form authorization")
  }

  /// Row 25: terms without their page.
  @Test(arguments: [
    (#"{"id":"auth","type":"link","value":"/terms?x=1"}"#, "/terms?x=1"),
    (#"{"id":"auth","type":"external","value":"/terms"}"#, "/terms"),
    (#"{"id":"auth","type":"string","value":"javascript:x"}"#, nil),
    (#"{"id":"other","type":"string","title":"Fee","subtitle":"2 EUR"}"#, nil),
  ])
  func `an agreement`(field: String, page: String?) throws {
    let body = #"""
      {"type":"bookingForm","title":"T","subtitle":"S","action":{"url":"next"},
       "form":[{"title":"Surge","footer":"1.5 times","fields":[\#(field),
        {"id":"disregardURL","type":"string","value":"https://v.example/back"}]}]}
      """#
    guard case .agreement(let agreement) = BookingReply(answer(body), limits: limits) else {
      Issue.record("no agreement")
      return
    }
    #expect(agreement.page?.target == page)
    #expect(agreement.next?.path == "/v1/trip/next" && agreement.title == "T")
    let fee = field.contains("Fee") ? ["Fee", "2 EUR"] : []
    #expect(agreement.texts == ["S", "Surge"] + fee + ["1.5 times"])
  }

  @Test func `options with a warning come last`() throws {
    let body = #"""
      {"availableList":[{"title":"A","bookingTitle":"B","bookingURL":"a","warningMessage":"Late"},
        {"title":"C"},{"title":"D","bookingTitle":"B","bookingURL":"d","minPrice":100,
         "maxPrice":"250",
         "bookingResponseType":"REVIEW","fares":[{"id":"f","name":"F","price":1,
          "currency":"EUR"}]}],
       "unavailableList":[{"title":"E","warningMessage":"Too soon"},{"title":"F"},7]}
      """#
    guard case .options(let options) = BookingReply(answer(body), limits: limits) else {
      Issue.record("no options")
      return
    }
    #expect(options.available.map(\.product.title) == ["D", "A"])
    #expect(options.available.first?.most == Amount(hundredths: 250, currency: "EUR"))
    #expect(options.available.last?.warning == "Late")
    #expect(options.unavailable.map(\.reason) == ["Too soon", nil])
  }

  /// Row 39: each price has its own currency.
  @Test func `a quote keeps no keys`() throws {
    let body = #"""
      {"review":[{"price":500,"currency":"EUR","provider":{"title":"V","subtitle":"0800"},
         "tickets":[{"id":"a","name":"A","price":500,"value":1}],"origin":{"address":"A 1"},
          "depart":"2026"},
        {"price":700,"currency":"CHF","provider":"W"}],
       "reviewActionTitle":"Pay","publishableApiKey":"canary-1",
        "ephemeralKey":{"secret":"canary-2"},
       "paymentOptions":[{"paymentMode":"WALLET","method":"POST","url":"pay","currency":"EUR",
        "fullPrice":500,
         "discountedPrice":450,"currentBalance":900,"newBalance":450,"walletName":"Purse"},
        {"paymentMode":"internal","url":"card","clientSecret":"canary-3","fullPrice":1},
         {"url":"x"}]}
      """#
    guard case .quote(let quote) = BookingReply(answer(body), limits: limits) else {
      Issue.record("no quote")
      return
    }
    #expect(quote.items.map { $0.price?.said } == ["500EUR", "700CHF"])
    #expect(quote.items.map(\.provider) == ["V", "W"] && quote.actionTitle == "Pay")
    #expect(quote.items.first?.fares.first?.quantity == 1)
    #expect(quote.payments.map(\.mode) == [.wallet, .card("internal")])
    let wallet = try #require(quote.payments.first)
    #expect(wallet.isPosted && wallet.title == "Purse")
    #expect(
      [wallet.price, wallet.fullPrice, wallet.balance, wallet.newBalance].map { $0?.said }
        == ["450EUR", "500EUR", "900EUR", "450EUR"])
    #expect(quote.payments.last?.price == Amount(hundredths: 1, currency: nil))
    #expect(!"\(quote)".contains("canary"))
  }

  /// Row 22, as far as reading goes; what is too big is not read at all.
  @Test(arguments: [
    (0, Array(#"{"a":1,"a":2}"#.utf8), "unreadable duplicateName at octet 7"),
    (0, [0x22, 0xFF, 0x22], "unreadable notUTF8 at octet 1"),
    (2 << 20, Array("{}".utf8), "unreadable tooLong at octet 2097152"),
  ])
  func `octets that are no answer`(blanks: Int, octets: [UInt8], reply: String) {
    let body = Array(repeating: 0x20, count: blanks) + octets
    let answer = MobilityAnswer(status: 200, body: body, from: here)
    #expect(Self.said(BookingReply(answer, limits: limits)) == reply)
  }
}
