// How lists of products, accounts, histories and answers to a sign-in are read.

import CivilTime
import Mobility
import Testing

struct ProductReadingTests {
  /// One product with these members more.
  static func product(_ more: String) -> String {
    #"{"title":"Van","bookingTitle":"Take it","#
      + #""bookingURL":"book/1"\#(more.isEmpty ? "" : ",")\#(more)}"#
  }

  static func read(_ body: String, status: Int = 200) -> String {
    said({ () throws(AnswerFault) in try ProductList(answer(body, status: status), limits: limits) }
    ) {
      list in
      let products = list.products.map { product in
        parts(
          product.title, product.price?.said, product.priceText, product.surge.map { "(\($0))" },
          product.arrivesInSeconds.map { "in \($0)" }, "\(product.answers)")
      }
      let dropped = list.dropped > 0 ? ["dropped \(list.dropped)"] : []
      return (products + dropped + list.faults.map { "! \($0.said)" }).joined(separator: " | ")
    }
  }

  @Test(arguments: [
    ("[\(product(""))]", "Van direct"), ("[]", ""), ("", ""),
    // Rows 1 and 2.
    (
      #"[{"title":"A","bookingTitle":"B"},{"title":"A","bookingURL":"x"},{"bookingTitle":"B"},7]"#,
      "dropped 4 | ! [3] kind | ! [0].bookingURL missing | ! [1].bookingTitle missing | "
        + "! [2].title missing"
    ),
    (
      #"[{"title":"A","bookingTitle":"B","bookingURL":"javascript:x"}]"#,
      "dropped 1 | ! [0].bookingURL missing"
    ),
    ("{}", "unreadable  kind"), (#"{"title":"No"}"#, "failed 200"),
    (#"{"errorCode":"444","usererror":"true"}"#, "failed 444"), ("7", "unreadable  kind"),
    // Row 3: prices; and row 4: when it arrives.
    (
      "[\(product(#""price":3.5,"currency":"EUR","priceString":"3,50 €""#))]",
      "Van 350EUR 3,50 € direct"
    ),
    ("[\(product(#""price":"3.505","surgeString":"1.5x""#))]", "Van 351? (1.5x) direct"),
    ("[\(product(#""USDPrice":23.512814"#))]", "Van 2351USD direct"),
    ("[\(product(#""price":0"#))]", "Van 0? direct"),
    ("[\(product(#""price":"NaN""#))]", "Van direct"),
    ("[\(product(#""price":1e400"#))]", "Van direct"),
    ("[\(product(#""price":1e300"#))]", "Van direct"),
    ("[\(product(#""price":-1"#))]", "Van direct"),
    ("[\(product(#""price":"0x1p3""#))]", "Van direct"),
    ("[\(product(#""price":[3]"#))]", "Van direct"),
    ("[\(product(#""ETA":360"#))]", "Van in 360 direct"),
    ("[\(product(#""ETAInSeconds":"360""#))]", "Van in 360 direct"),
    ("[\(product(#""ETA":-1"#))]", "Van direct"),
    ("[\(product(#""ETA":9223372036854775808"#))]", "Van direct"),
    ("[\(product(#""ETA":9223372036854775807"#))]", "Van direct"),
    // Older spellings.
    (
      #"[{"localizedTitle":"Van","bookingTitle":"B","bookingUrl":"x","localPrice":2}]"#,
      "Van 200? direct"
    ),
    // What booking answers.
    ("[\(product(#""bookingResponseType":"OPTIONS""#))]", "Van options"),
    ("[\(product(#""bookingResponseType":"LATER""#))]", #"Van other("LATER")"#),
    ("[\(product(#""bookingURLIsDeepLink":true,"billingEnabled":true"#))]", "Van external"),
    ("[\(product(#""bookingURLIsDeepLink":false,"billingEnabled":"true""#))]", "Van review"),
    // Row 40: two of one title are two.
    ("[\(product("")),\(product(""))]", "Van direct | Van direct"),
  ])
  func `is listed`(body: String, read: String) {
    #expect(Self.read(body) == read)
  }

  @Test func `of more than 50 the first are kept, the others counted`() {
    let body = "[" + Array(repeating: Self.product(""), count: 53).joined(separator: ",") + "]"
    #expect(Self.read(body).hasSuffix("Van direct | dropped 3 | !  tooMany"))
  }

  @Test(arguments: [
    (#"{"id":"n","type":"NUMBER"}"#, "n n number(ClosedRange(1...10))"),
    (#"{"id":"n","type":"NUMBER","minValue":0,"maxValue":"3"}"#, "n n number(ClosedRange(0...3))"),
    // Row 12.
    (#"{"id":"n","type":"NUMBER","minValue":9,"maxValue":3}"#, "n n number(ClosedRange(1...10))"),
    (#"{"id":"n","type":"NUMBER","minValue":90}"#, "n n number(ClosedRange(90...90))"),
    (
      #"{"id":"t","title":"T","type":"TERMS","urlValue":"https://a.example/t?k=1"}"#,
      "t T terms(Optional(https://a.example/t?…))"
    ),
    (#"{"id":"x","type":"VIDEO"}"#, #"x x other("VIDEO")"#), (#"{"type":"LONG_TEXT"}"#, ""),
    (#"{"id":"r","type":"return_trip"}"#, "r r returnTrip"),
    (
      #"{"id":"c","type":"SINGLE_CHOICE","options":[{"id":"a","title":"A","#
        + #""lastUsed":true},{"title":"B"},{"id":"a"}]}"#,
      "c c single: a=A*"
    ),
    (#"{"id":"c","type":"MULTIPLE_CHOICE","options":{}}"#, "c c multiple: "),
  ])
  func `is asked before`(input: String, read: String) throws {
    let body = "[\(Self.product(#""input":[\#(input)]"#))]"
    let product = try #require(try ProductList(answer(body), limits: limits).products.first)
    let inputs = product.inputs.map { input in
      switch input.kind {
      case .single(let choices): "\(input.id) \(input.title) single: \(Self.list(choices))"
      case .multiple(let choices): "\(input.id) \(input.title) multiple: \(Self.list(choices))"
      case .text, .returnTrip, .number, .terms, .other: "\(input.id) \(input.title) \(input.kind)"
      }
    }
    #expect(inputs.joined() == read)
  }

  static func list(_ choices: [ProductInput.Choice]) -> String {
    choices.map { "\($0.id)=\($0.title)\($0.wasLastUsed ? "*" : "")" }.joined(separator: ",")
  }

  /// Row 38: `least…most quantity` of what is kept.
  @Test(arguments: [
    (
      #""fares":[{"id":"a","name":"Adult","price":250,"currency":"EUR","value":1,"min":0,"#
        + #""max":4}]"#,
      "a 250EUR ×1 0…4"
    ),
    (#""tickets":[{"id":"a","name":"Adult","price":"250"}]"#, "a 250? ×0"),
    (#""fares":[],"tickets":[{"id":"a","name":"Adult","price":1}]"#, "a 1? ×0"),
    (#""fares":[{"id":"a","name":"A","price":1,"min":5,"max":0,"value":2}]"#, "a 1? ×2 5…0"),
    (#""fares":[{"id":"a","name":"A","price":1,"min":5,"max":2}]"#, "a 1? ×0"),
    (#""fares":[{"id":"a","name":"A","price":9223372036854775807}]"#, ""),
    (
      #""fares":[{"id":"a","name":"A","price":-1},{"name":"B","price":1},{"id":"c","price":1}]"#, ""
    ),
    (#""fares":[{"id":"a","name":"A","price":1},{"id":"a","name":"B","price":2}]"#, "a 1? ×0"),
    (#""fares":[{"id":"a","name":"A","price":1,"value":-3,"max":99999999999}]"#, "a 1? ×0"),
  ])
  func `tickets are kept`(member: String, read: String) throws {
    let list = try ProductList(answer("[\(Self.product(member))]"), limits: limits)
    let fares = try #require(list.products.first).fares.map { fare in
      parts(
        fare.id, fare.price.said, "×\(fare.quantity)",
        fare.most.map { "\(fare.least ?? -1)…\($0)" })
    }
    #expect(fares.joined(separator: ", ") == read)
  }

  @Test(arguments: [
    (
      #"[{"modeIdentifier":"ps_x","provider":"vans","action":"signin","url":"/auth/in","#
        + #""companyInfo":{"name":"Vans"}},"#
        + #"{"modeIdentifier":"ps_y","provider":"bikes","action":"logout","url":"/auth/out"},"#
        + #"{"modeIdentifier":"ps_z","provider":"z","action":"sell","url":"/z"},"#
        + #"{"modeIdentifier":"ps_z","provider":"z","action":"signin","url":"file:///z"},7]"#,
      "vans open Vans, bikes linked"
    ),
    ("[]", ""), ("", ""), (#"{"errorCode":401}"#, "failed 401"), ("{}", "unreadable  kind"),
  ])
  func `accounts are listed`(body: String, read: String) {
    let found = said({ () throws(AnswerFault) in
      try AccountEntry.list(answer(body), limits: limits)
    }) { entries in
      entries.map { parts($0.provider, $0.isLinked ? "linked" : "open", $0.company) }
        .joined(separator: ", ")
    }
    #expect(found == read)
  }

  @Test(arguments: [
    (201, #"{"userToken":"handle-1"}"#, "secret handle-1"), (401, "", "failed 401"),
    (400, #"{"error":"no"}"#, "failed 400"), (200, "{}", "unreadable userToken missing"),
    (200, "", "unreadable  kind"), (200, #"{"userToken":""}"#, "unreadable userToken missing"),
    (200, #"{"title":"No"}"#, "failed 200"),
  ])
  func `a sign-in is answered`(status: Int, body: String, read: String) {
    let found = said({ () throws(AnswerFault) in
      try SignInAnswer(answer(body, status: status), limits: limits)
    }) { "\($0.token)" }
    #expect(found == read)
  }

  @Test func `a history leads to trips`() throws {
    let body = #"""
      {"bookings":[{"confirmation":{"status":{"title":"Pass"}},"mode":"pt_pub","time":1795509600,
       "trips":["https://api.example.org/trip/1",7,"/trip/2"]},8],"count":2}
      """#
    let history = try BookingHistory(answer(body), limits: limits)
    let entry = try #require(history.bookings.first)
    #expect(history.count == 2 && history.bookings.count == 1)
    #expect(entry.confirmation?.status.title == "Pass" && entry.mode == "pt_pub")
    #expect(entry.time == Instant(seconds: 1_795_509_600))
    #expect(
      entry.trips.map(\.text) == [
        "https://api.example.org/trip/1", "https://api.example.org/trip/2",
      ])
    #expect(
      said({ () throws(AnswerFault) in
        try BookingHistory(answer(#"{"errorCode":401}"#), limits: limits)
      }) { "\($0)" } == "failed 401")
  }
}
