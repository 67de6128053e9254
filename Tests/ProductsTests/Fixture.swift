// The trip of the tests and what the service answers about it, by name.

import CivilTime
import JSON
import Mobility
import Products

/// When the tests begin: 24 November 2025, 16:00 UTC. The shuttle leaves three hours later.
let begin = Instant(seconds: 1_764_000_000)
let mia = "mia"
let shuttle = LegReference(TripReference(1), 2)
let bike = LegReference(TripReference(1), 3)
let here = Fixture.address("https://api.example.org/v1/trip/1")

enum Fixture {
  static func address(_ text: String) -> WebAddress {
    guard let address = WebAddress(text) else { preconditionFailure("no address: \(text)") }
    return address
  }

  /// What a leg tells of its booking.
  struct LegTold {
    var status: String?
    var hash: Int?
    var actions = true
  }

  /// The trip: a walk, a shuttle that has products, a bike that has a form.
  static func trip(
    _ id: String = "one", _ told: LegTold = LegTold(), bike: LegTold = LegTold(),
    without gone: String? = nil, legIDs: String = "", updates: String = "/v1/update/1"
  ) -> String {
    let start = begin.seconds + 10_800
    let legs = [("walk", 0, LegTold()), ("shuttle", 1, told), ("bike", 2, bike)]
      .filter { $0.0 != gone }
      .map { name, place, told in
        let hash = told.hash.map { ",\"bookingHashCode\":\($0)" } ?? ""
        return """
          {"id":"\(name)\(legIDs)","segmentTemplateHashCode":\(place),\
          "startTime":\(start + Int64(place) * 1_800),\
          "endTime":\(start + Int64(place + 1) * 1_800)\(hash),\
          "booking":{\(address(of: name))\(confirmation(of: told))}}
          """
      }
    return """
      {"groups":[{"trips":[{"id":"\(id)","updateURL":"\(updates)",\
      "segments":[\(legs.joined(separator: ","))]}]}],\
      "segmentTemplates":[{"hashCode":0,"modeIdentifier":"wa_wal"},\
      {"hashCode":1,"modeIdentifier":"ps_drt"},{"hashCode":2,"modeIdentifier":"ps_bik"}]}
      """
  }

  private static func address(of leg: String) -> String {
    switch leg {
    case "shuttle": #""quickBookingsUrl":"/v1/list/shuttle""#
    case "bike": #""url":"/v1/form/bike""#
    default: #""title":"nothing""#
    }
  }

  private static func confirmation(of told: LegTold) -> String {
    guard let status = told.status else { return "" }
    let value = status == "TEXT" ? "" : ",\"value\":\"\(status)\""
    return """
      ,"confirmation":{"status":{"title":"is \(status)"\(value)},"actions":[\
      {"title":"Cancel","type":"CANCEL","internalURL":"/v1/act/cancel"},\
      {"title":"Rate","type":"RATE","internalURL":"/v1/act/rate"},\
      {"title":"Write","type":"OTHER","internalURL":"/v1/act/write",\
      "input":[{"type":"STRING","field":"text"},{"type":"HIDDEN","field":"key","value":"k"}]}]}
      """
  }

  static func answer(_ status: Int = 200, _ body: String, from: WebAddress = here) -> ErrandOutcome
  {
    .answered(MobilityAnswer(status: status, body: Array(body.utf8), from: from))
  }

  /// The trip as a value.
  static func read(_ text: String) -> Trip {
    let octets = Array(text.utf8)
    do throws(AnswerFault) {
      let trips = try TripAnswer(parsing: octets, from: here, limits: MobilityLimits()).trips
      guard let trip = trips.first else { preconditionFailure("no trip") }
      return trip
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// What the service answers, by name.
  static let bodies: [String: String] = [
    "products": """
    [{"title":"Campus shuttle","bookingTitle":"Book","bookingURL":"/v1/book/shuttle",
      "secondaryBookingTitle":"Both ways","secondaryBookingURL":"/v1/book/both",
      "tripUpdateURL":"/v1/use/shuttle","modeInfo":{"identifier":"ps_drt"}},
     {"title":"Van","bookingTitle":"Book","bookingURL":"/v1/book/van","price":3.5,
      "currency":"EUR","input":[
       {"id":"note","title":"Note","type":"LONG_TEXT"},
       {"id":"bags","title":"Bags","type":"NUMBER","required":true,"minValue":0,"maxValue":3},
       {"id":"seat","title":"Seat","type":"SINGLE_CHOICE","required":true,
        "options":[{"id":"w","title":"Window"},{"id":"a","title":"Aisle","lastUsed":true}]}],
      "fares":[{"id":"adult","name":"Adult","price":350,"currency":"EUR"},
               {"id":"child","name":"Child","price":150,"currency":"EUR","min":2,"max":4}]},
     {"title":"Coach","bookingTitle":"Open","bookingURL":"https://coach.example/",
      "bookingResponseType":"EXTERNAL"},
     {"title":"Ferry","bookingTitle":"Book","bookingURL":"/v1/book/ferry","input":[
       {"id":"name","title":"Name","type":"LONG_TEXT","value":"Mia"}]}]
    """,
    "no products": "[]",
    "updated": #"{"updateURL":"/v1/update/2"}"#,
    "form": """
    {"type":"bookingForm","title":"Details","action":{"title":"Go","url":"/v1/post/form"},
     "form":[{"fields":[
       {"id":"name","type":"string","title":"Name","required":true},
       {"id":"pin","type":"password","title":"PIN","required":true},
       {"id":"tip","type":"number","title":"Tip"},
       {"id":"key","type":"string","hidden":true,"value":"k7"}]}]}
    """,
    "short form": """
    {"type":"bookingForm","title":"Short","action":{"title":"Go","url":"/v1/post/short"},
     "form":[{"fields":[{"id":"name","type":"string","title":"Name","required":true}]}]}
    """,
    "refreshing form": """
    {"type":"bookingForm","action":{"url":"/v1/post/refreshing"},"form":[{"fields":[
      {"id":"town","type":"option","title":"Town","required":true,"refresh":true,
       "allValues":[{"title":"Berlin","value":"b"},{"title":"Bonn","value":"n"}]},
      {"id":"street","type":"string","title":"Street","required":true}]}]}
    """,
    "refreshed form": """
    {"type":"bookingForm","action":{"url":"/v1/post/refreshed"},"form":[{"fields":[
      {"id":"town","type":"option","title":"Town","required":true,
       "allValues":[{"title":"Bonn","value":"n"},{"title":"Berlin","value":"b"}]},
      {"id":"line","type":"string","title":"Line","required":true}]}]}
    """,
    "form for ever": """
    {"type":"bookingForm","refreshURL":"/v1/form/again","form":[{"fields":[]}]}
    """,
    "menu": """
    {"type":"bookingForm","title":"Menu","form":[{"fields":[
      {"id":"more","type":"link","title":"More","method":"get","value":"/v1/form/more"},
      {"id":"cancel_booking","type":"link","title":"Drop","value":"/v1/form/drop"},
      {"id":"part","type":"bookingForm","title":"Part","form":[{"fields":[
        {"id":"name","type":"string","title":"Name","required":true}]}],
       "action":{"url":"/v1/post/part"}}]}]}
    """,
    "page": """
    {"type":"bookingForm","form":[{"fields":[
      {"id":"page","type":"external","title":"Pay there","value":"https://pay.example/",
       "nextURL":"/v1/form/next"}]}]}
    """,
    "sign in by page": """
    {"type":"authForm","form":[{"fields":[
      {"id":"oauth","type":"link","title":"Sign in","value":"https://login.example/"}]}]}
    """,
    "card form": """
    {"type":"bookingForm","action":{"url":"/v1/post/card"},"form":[{"fields":[
      {"id":"cardNo","type":"string","title":"Card"}]}]}
    """,
    "unknown field": """
    {"type":"bookingForm","action":{"url":"/v1/post/x"},"form":[{"fields":[
      {"id":"x","type":"hologram","title":"Hologram","required":true}]}]}
    """,
    "agreement": """
    {"type":"bookingForm","title":"Terms","action":{"url":"/v1/post/terms"},"form":[{"fields":[
      {"id":"auth","type":"link","method":"external","value":"https://terms.example/"},
      {"id":"disregardURL","type":"string","hidden":true,"value":"https://back.example/"}]}]}
    """,
    "agreement without address": """
    {"type":"bookingForm","title":"Terms","form":[{"fields":[
      {"id":"disregardURL","type":"string","hidden":true,"value":"https://back.example/"}]}]}
    """,
    "own authorisation": """
    {"type":"authForm","value":"uber","form":[{"fields":[
      {"id":"clientID","type":"string","hidden":true,"value":"c"},
      {"id":"authURL","type":"string","hidden":true,"value":"https://login.example/a"},
      {"id":"tokenURL","type":"string","hidden":true,"value":"https://login.example/t"}]}]}
    """,
    "options": """
    {"availableList":[
      {"title":"Small","bookingTitle":"Book","bookingURL":"/v1/book/small"},
      {"title":"Large","bookingTitle":"Book","bookingURL":"/v1/book/large","input":[
        {"id":"note","title":"Note","type":"LONG_TEXT"}]}],
     "unavailableList":[{"title":"Huge","warningMessage":"gone"}]}
    """,
    "one option": """
    {"availableList":[{"title":"Small","bookingTitle":"Book","bookingURL":"/v1/book/small"}],
     "unavailableList":[]}
    """,
    "quote": """
    {"review":[{"price":850,"currency":"EUR"}],"paymentOptions":[
      {"id":"wallet","paymentMode":"WALLET","method":"POST","url":"/v1/pay/wallet"},
      {"id":"free","paymentMode":"FREE","method":"GET","url":"/v1/pay/free"},
      {"id":"card","paymentMode":"INTERNAL","method":"POST","url":"/v1/pay/card"}]}
    """,
    "card only": """
    {"review":[{"price":850,"currency":"EUR"}],"paymentOptions":[
      {"id":"card","paymentMode":"INTERNAL","method":"POST","url":"/v1/pay/card"}]}
    """,
    "missing name": #"{"missing":["name"],"invalid":[{"name":"tip","reason":"too much"}]}"#,
    "missing nobody": #"{"missing":["nobody"]}"#,
    "rating": """
    {"type":"statusForm","action":{"url":"/v1/post/rate"},"form":[{"fields":[
      {"id":"rate","type":"number","title":"Rate","required":true,"minValue":1,"maxValue":5}]}]}
    """,
    "nonsense": "<html>",
    "empty": "",
    "no trips": #"{"groups":[]}"#,
  ]

  /// A body by its name: one of those above, an error `error 470`, or a trip as it stands:
  /// `trip`, `trip CONFIRMED`, `trip hash 2`, `trip without shuttle`, `another trip`.
  static func body(_ name: String) -> String {
    if let body = bodies[name] { return body }
    let words = name.split(separator: " ").map(String.init)
    switch (words.first, words.last) {
    case ("error", let code?): return #"{"title":"No","errorCode":\#(code)}"#
    case ("trip", "trip"): return trip()
    case ("trip", let gone?) where words.contains("without"): return trip(without: gone)
    case ("trip", let hash?) where words.contains("hash"):
      let status = words.count == 4 ? words[1] : nil
      return trip("one", LegTold(status: status, hash: Int(hash)))
    case ("trip", let status?): return trip("one", LegTold(status: status))
    case ("another", _): return trip("two", updates: "/v1/update/two")
    default: preconditionFailure("no body: \(name)")
    }
  }
}
