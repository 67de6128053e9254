// The ways through a purchase (rule R12), line by line: `>` is what is sent, `<` what is answered,
// `=` the state, `!` what is told unasked, `?` why something is not done, `$` the body sent last.

import Products
import Testing

struct PathTests {
  @Test(arguments: Self.paths.sorted { $0.key < $1.key })
  func `a purchase goes`(name: String, lines: [String]) {
    var stage = Stage()
    for line in lines { stage.play("\(line)") }
    #expect(stage.sent.isEmpty, "\(name)")
    #expect(stage.news.isEmpty, "\(name): \(stage.news.map(\.kind.described))")
  }

  static let listed = ["list", "> GET /v1/list/shuttle?first=1&max=7", "< products", "= listed"]
  static let booking = listed + ["book 1", "> POST /v1/book/shuttle", "= sending"]
  static let booked =
    booking + [
      "< updated", "> GET /v1/update/2", "= updating", "< trip CONFIRMED",
      "= following confirmed",
    ]

  static let paths: [String: [String]] = [
    "to a confirmed booking": booked,
    "to an unconfirmed one, which is confirmed later": booking + [
      "< 204", "> GET /v1/update/1", "< trip PROCESSING", "= following", "wait 70",
      "> GET /v1/update/1", "< trip PROCESSING", "wait 70", "> GET /v1/update/1",
      "< trip ACCEPTED", "! confirmed ACCEPTED", "= following confirmed",
    ],
    "to one without a word, of which waiting is no news": booking + [
      "< 204", "> GET /v1/update/1", "< empty", "= following", "wait 70", "> GET /v1/update/1",
      "< trip PENDING", "= following", "wait 70", "> GET /v1/update/1", "< trip USER_ACCEPTED",
      "! confirmed USER_ACCEPTED",
    ],
    "to one that the provider takes back": booked + [
      "wait 660", "> GET /v1/update/1", "< trip PROVIDER_CANCELED", "! status PROVIDER_CANCELED",
      "= ended over PROVIDER_CANCELED",
    ],
    "to nothing to be booked": [
      "list", "> GET /v1/list/shuttle?first=1&max=7", "< no products",
      "= ended no products",
    ],
    "to nobody": [
      "list", "> GET /v1/list/shuttle?first=1&max=7", "< not sent",
      "= ended unreached",
    ],
    "not to an address that may not be asked": [
      "list", "> GET /v1/list/shuttle?first=1&max=7", "< not allowed",
      "= ended PRODUCT/HOST",
    ],
    "not to a product that may not be asked for": listed + [
      "book 1", "> POST /v1/book/shuttle", "< not allowed", "= ended PRODUCT/HOST",
    ],
    "late": ["list", "> GET /v1/list/shuttle?first=1&max=7", "late", "< products", "! goes on"],
    "past a list that cannot be read": [
      "list", "> GET /v1/list/shuttle?first=1&max=7",
      "< nonsense", "= ended unreadable",
    ],
    "elsewhere": listed + ["book 3", "= ended elsewhere"],
    "into the trip": listed + ["use 1", "> GET /v1/use/shuttle", "< trip", "= ended used"],
    "to the second offer": listed + [
      "book 1 second", "> POST /v1/book/both", "< not sent",
      "= ended unreached",
    ],
    "not to a second offer that is none": listed + ["book 2 second", "? noSuch(2)", "= listed"],
    "through questions": listed + [
      "book 2", "= asking note", "answer skipped", "= asking bags", "answer skipped",
      "? required(\"Bags\")", "answer number 4", "? range", "answer number 1.5", "? kind",
      "answer number 2", "= asking seat", "answer choice 1", "= asking fares",
      "answer counts 0,0", "? noFare", "answer counts 1,1", "? fareQuantity", "answer counts 2,0",
      "= reviewing", "change 2", "= asking bags", "back", "= asking note", "answer text hi",
      "= reviewing", "send", "> POST /v1/book/van",
      """
      $ {"input":[{"id":"note","type":"LONG_TEXT","value":"hi"},\
      {"id":"bags","type":"NUMBER","value":"2"},{"id":"seat","type":"SINGLE_CHOICE","value":"a"}],\
      "fares":[{"id":"adult","value":2}]}
      """,
      "< lost", "= unsure 1",
      "wait 1", "> GET /v1/update/1", "< trip hash 7", "! goes on", "= following",
    ],
    "through what was answered before": listed + [
      "book 4", "= reviewing", "send",
      "> POST /v1/book/ferry",
      #"$ {"input":[{"id":"name","type":"LONG_TEXT","value":"Mia"}]}"#, "< error 1",
      "= ended failed 1",
    ],
    "through a form": booking + [
      "< form", "= asking name", "answer text Mia", "answer secret h1", "= asking tip",
      "answer number 2", "= reviewing", "send", "> POST /v1/post/form",
      """
      $ {"input":[{"id":"name","type":"string","value":"Mia"},\
      {"id":"pin","type":"password","value":""},{"id":"tip","type":"number","value":2},\
      {"id":"key","type":"string","value":"k7"}]}
      """, "< missing name", "= asking name", "answer text Mia Moll", "= asking tip",
      "answer number 1", "= reviewing", "send", "> POST /v1/post/form", "< updated",
      "> GET /v1/update/2", "< trip ACCEPTED", "= following confirmed",
    ],
    "past what nobody was asked": booking + ["< missing nobody", "= ended FORM/VALUE"],
    "through a form that has a newer version": booking + [
      "< refreshing form", "= asking town", "answer choice 1", "> POST /v1/post/refreshing",
      "< refreshed form", "= asking line", "answer text S1", "> POST /v1/post/refreshed",
      """
      $ {"input":[{"id":"town","type":"option","value":{"title":"Berlin","value":"b"}},\
      {"id":"line","type":"string","value":"S1"}]}
      """, "< 500", "= unsure 1 because failed 500", "wait 1", "> GET /v1/update/1",
      "< trip CONFIRMED", "! confirmed CONFIRMED",
    ],
    "past a form that refreshes for ever": booking
      + (0..<5).flatMap { _ in
        ["< form for ever", "> GET /v1/form/again"]
      } + ["< form for ever", "= ended FORM/FIELD"],
    "to another form that is offered": booking + [
      "< menu", "= reviewing", "send", "? nothingOpen", "choose 4", "? noSuch(4)", "choose 3",
      "= asking name", "answer text Mia", "> POST /v1/post/part", "< menu", "choose 1",
      "> GET /v1/form/more", "< short form", "= asking name", "stop", "= ended stopped, sent",
    ],
    "to a link that does something": booking + [
      "< menu", "choose 2", "> GET /v1/form/drop", "< lost", "= unsure 1", "stop", "? alreadySent",
      "wait 30", "> GET /v1/update/1", "< trip", "wait 30", "> GET /v1/update/1", "< trip",
      "wait 30", "> GET /v1/update/1", "< trip", "wait 30", "> GET /v1/update/1", "< trip",
      "! not booked", "= ended not booked",
    ],
    "through a page that is opened": booking + [
      "< page", "= asking page", "answer done",
      "> GET /v1/form/next", "< updated", "> GET /v1/update/2", "< trip ACCEPTED",
    ],
    "through a page to sign in on": booking + [
      "< sign in by page", "= asking oauth",
      "answer done", "> POST /v1/book/shuttle", "< sign in by page", "answer done",
      "> POST /v1/book/shuttle", "< error 5", "= ended failed 5",
    ],
    "not to a card": booking + ["< card form", "= ended FORM/PAYMENT"],
    "not to what nobody knows": booking + ["< unknown field", "= ended FORM/FIELD"],
    "through terms": booking + [
      "< agreement", "= agreement", "accept", "> POST /v1/post/terms",
      """
      $ {"input":[{"id":"disregardURL","type":"string","value":"https://back.example/"}]}
      """,
      "< agreement", "= ended PRODUCT/AGREEMENT",
    ],
    "through terms without an address": booking + [
      "< agreement without address", "accept", "> POST /v1/book/shuttle", "< updated",
      "> GET /v1/update/2", "< trip ACCEPTED",
    ],
    "not past terms that are declined": booking + ["< agreement", "decline", "= ended declined"],
    "through options": booking + [
      "< options", "= choosing options", "choose 3", "? noSuch(3)",
      "choose 2", "= asking note", "answer skipped", "> POST /v1/book/large", "< one option",
      "> POST /v1/book/small", "< lost", "= unsure 1", "wait 5", "> GET /v1/update/1", "< lost",
      "= unsure 2",
    ],
    "past options for ever": booking
      + (0..<20).flatMap { _ in
        ["< one option", "> POST /v1/book/small"]
      } + ["< one option", "= ended FORM/FIELD"],
    "through a quote": booking + [
      "< quote", "= choosing payment", "choose 3", "? refused",
      "= choosing payment", "choose 1", "> POST /v1/pay/wallet", "< updated",
      "> GET /v1/update/2", "< trip ACCEPTED",
    ],
    "not to a quote for cards": booking + ["< card only", "choose 1", "= ended FORM/PAYMENT"],
    "through a payment that is undecided": booking + [
      "< quote", "choose 2", "> GET /v1/pay/free", "< error 299", "= sending", "wait 1", "wait 1",
      "> GET /v1/pay/free", "< 299", "wait 4", "> GET /v1/pay/free", "< not sent", "wait 8",
      "> GET /v1/pay/free", "< error 299", "= unsure 1",
    ],
    "past a booking that is answered nonsense": booking + [
      "< nonsense", "= unsure 1", "stop", "? alreadySent",
    ],
    "past a booking that is answered by half": booking + [
      "< cut off", "= unsure 1", "wait 1", "> GET /v1/update/1", "< cut off", "= unsure 2",
    ],
    "past a payment that is refused": booking + ["< error 491", "= ended PRODUCT/PAYMENT"],
    "back to a new list": booking + [
      "< error 470", "> GET /v1/list/shuttle?first=1&max=7",
      "= listing because failed 470", "< products", "= listed because failed 470", "book 1",
      "> POST /v1/book/shuttle", "= sending",
    ],
    "through an account, once": booking + [
      "< error 446", "= linking ps_drt", "linked other", "linked ps_drt",
      "> POST /v1/book/shuttle", "< error 446", "! goes on", "= ended ACCOUNT/UNLINKED",
    ],
    "through an account that is refused, once": booking + [
      "< error 460", "= linking ps_drt", "linked ps_drt", "> POST /v1/book/shuttle",
      "< error 460", "- ps_drt", "! goes on", "= ended ACCOUNT/REFUSED",
    ],
    "through an account of the service": [
      "list", "> GET /v1/list/shuttle?first=1&max=7",
      "< 401", "= linking ", "linked ", "> GET /v1/list/shuttle?first=1&max=7", "< products",
      "! goes on", "= listed",
    ],
    "through an account that is known to be missing": listed + [
      "book 1 uber", "= linking uber",
      "linked uber", "> POST /v1/book/shuttle", "< own authorisation", "! goes on",
      "= ended ACCOUNT/UNLINKED",
    ],
    "through leave that the service wants": booking + [
      "< own authorisation", "= linking uber",
      "linked uber", "> POST /v1/book/shuttle", "< agreement", "! goes on", "= agreement",
    ],
    "back to the list without an account": booking + [
      "< error 446", "unlinked ps_drt",
      "! goes on", "= listed because ACCOUNT/UNLINKED", "book 1", "> POST /v1/book/shuttle",
      "< error 446", "= linking ps_drt", "wait 900", "= listed because expired",
    ],
    "to a form of a leg": [
      "list bike", "> GET /v1/form/bike", "< short form", "= asking name",
      "answer text Mia", "> POST /v1/post/short", "< 204", "> GET /v1/update/1", "< trip",
      "= following",
    ],
    "nowhere with an empty form of a leg": [
      "list bike", "> GET /v1/form/bike", "< 204",
      "= ended unreadable",
    ],
    "through a broken connection": booking + [
      "< lost", "= unsure 1", "wait 1",
      "> GET /v1/update/1", "< trip", "wait 2", "> GET /v1/update/1", "< lost", "wait 6",
      "> GET /v1/update/1", "< trip", "wait 18", "> GET /v1/update/1", "< lost", "! unknown",
      "= ended unknown",
    ],
    "through an update that fails": booking + [
      "< updated", "> GET /v1/update/2", "< error 1001",
      "= updating 1", "wait 1", "> GET /v1/update/2", "< nonsense", "wait 2",
      "> GET /v1/update/2", "< no trips", "wait 6", "> GET /v1/update/2", "< lost", "= unsure 1",
      "wait 1", "> GET /v1/update/2", "< trip CONFIRMED", "! confirmed CONFIRMED",
    ],
    "on although a purchase is stopped": listed + [
      "stop", "= ended stopped", "stop",
      "? nothingOpen",
    ],
    "to its end by itself": listed + [
      "wait 7200", "= ended expired", "wait 86400",
      "= forgotten",
    ],
  ]
}
