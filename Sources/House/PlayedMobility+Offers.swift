// What the played mobility service offers: products, terms, a form, options and a quote.

import CivilTime
import JSON

extension PlayedMobility {
  static var products: [JSONValue] {
    [
      product("shuttle", "Campus shuttle", price: 3.5, minutes: 6),
      product(
        "uber", "Uber X", price: 11.2, minutes: 4,
        more: ["surgeString": "1.4× surge", "modeInfo": ["identifier": "ps_tnc_UBER"]]),
      product("bike", "Night bike", price: 1.5),
      product("van", "Van", more: ["bookingResponseType": "OPTIONS"]),
      product("ferry", "Ferry", price: 2.2, more: ["bookingResponseType": "REVIEW"]),
      product(
        "coach", "Coach", price: 4,
        more: [
          "bookingResponseType": "EXTERNAL", "bookingURL": "https://coach.example/tickets",
        ]),
    ]
  }

  /// The shuttle asks when one returns.
  static var productsAbroad: [JSONValue] {
    [
      product(
        "shuttle", "Campus shuttle", price: 3.5, minutes: 6,
        more: [
          "input": [
            ["id": "back", "title": "Way back", "type": "RETURN_TRIP", "required": true]
          ]
        ])
    ]
  }

  private static func product(
    _ id: String, _ title: String, price: Double? = nil, minutes: Int? = nil,
    more: JSONObject = [:]
  ) -> JSONValue {
    var members: JSONObject = [
      "productID": .string(id), "title": .string(title), "bookingTitle": "Book",
      "bookingURL": .string(base + "book/\(id)"), "tripUpdateURL": .string(base + "use/\(id)"),
    ]
    if let price {
      members["price"] = .number(price)
      members["USDPrice"] = .number(price)
      let cents = Int((price * 100).rounded())
      let rest = cents % 100
      members["priceString"] = .string("\(cents / 100).\(rest < 10 ? "0" : "")\(rest) EUR")
    }
    if let minutes { members["ETA"] = .integer(Int64(minutes * 60)) }
    return .object(members.merging(more))
  }

  var agreement: JSONValue {
    [
      "type": "bookingForm", "title": "Surge pricing", "subtitle": "Fares are 1.4 times as high.",
      "form": [
        [
          "fields": [
            [
              "type": "link", "id": "auth", "title": "Terms",
              "value": "https://mobility.example/page/terms", "method": "external",
            ],
            [
              "type": "string", "id": "disregardURL", "hidden": true, "value": "usher://accepted",
            ],
          ]
        ]
      ],
      "action": ["title": "Accept", "url": .string(Self.base + "terms/uber")],
    ]
  }

  static var form: JSONValue {
    [
      "type": "bookingForm", "title": "Night bike",
      "action": ["title": "Rent", "url": .string(base + "form/bike")],
      "form": [
        [
          "title": "Rider",
          "fields": [
            ["type": "string", "id": "name", "title": "Name", "required": true],
            [
              "type": "string", "id": "email", "title": "E-mail", "required": true,
              "keyboardType": "EMAIL",
            ],
            ["type": "string", "id": "note", "title": "Note"],
            [
              "type": "option", "id": "size", "title": "Size", "required": true,
              "allValues": [
                ["title": "Small", "value": "s"], ["title": "Medium", "value": "m"],
                ["title": "Large", "value": "l"],
              ],
            ],
            [
              "type": "stepper", "id": "hours", "title": "Hours", "value": 2, "minValue": 1,
              "maxValue": 8, "required": true,
            ],
            ["type": "string", "id": "fleet", "hidden": true, "value": "berlin"],
            ["type": "text", "id": "rules", "readOnly": true, "value": "Lights are on the bike."],
            [
              "type": "switch", "id": "acceptTermsAndConditions", "title": "I accept the terms",
              "required": true, "value": false,
            ],
          ],
        ]
      ],
    ]
  }

  /// What is asked by the clocks of a zone, of one that there is not, and as a time of day.
  var formAbroad: JSONValue {
    let zone: JSONValue = "America/New_York"
    return [
      "type": "bookingForm", "title": "Night bike",
      "action": ["title": "Rent", "url": .string(Self.base + "form/bike")],
      "form": [
        [
          "fields": [
            [
              "type": "datetime", "id": "pickup", "title": "Pick-up", "required": true,
              "timezone": zone,
            ],
            [
              "type": "datetime", "id": "return", "title": "Return", "timezone": zone,
              "value": .integer((depart + .seconds(6 * 3600)).seconds),
            ],
            [
              "type": "datetime", "id": "call", "title": "Call", "timezone": "Mars/Olympus_Mons",
            ],
            ["type": "time", "id": "lunch", "title": "Lunch"],
          ]
        ]
      ],
    ]
  }

  static var options: JSONValue {
    [
      "availableList": [
        [
          "title": "City van", "bookingTitle": "Take it", "bookingURL": .string(base + "van/city"),
          "bookingResponseType": "REVIEW", "minPrice": 300, "maxPrice": 300,
          "fares": [
            [
              "id": "adult", "name": "Adult", "price": 300, "currency": "EUR",
              "riders": ["ADULT"],
            ],
            [
              "id": "child", "name": "Child", "price": 250, "currency": "EUR",
              "riders": ["CHILD"],
            ],
          ],
        ],
        [
          "title": "Van with a ramp", "bookingTitle": "Take it",
          "bookingURL": .string(base + "van/ramp"), "bookingResponseType": "REVIEW",
          "minPrice": 500, "maxPrice": 700, "warningMessage": "It takes 20 minutes longer.",
        ],
      ],
      "unavailableList": [["title": "Night van", "warningMessage": "From 20:00 on"]],
    ]
  }

  var quote: JSONValue {
    [
      "review": [
        [
          "price": 850, "currency": "EUR",
          "provider": ["title": "City vans", "subtitle": "+49 30 555"],
          "tickets": [
            ["id": "adult", "name": "Adult", "price": 300, "currency": "EUR", "value": 2],
            ["id": "child", "name": "Child", "price": 250, "currency": "EUR", "value": 1],
          ],
        ]
      ],
      "reviewActionTitle": "Pay",
      "paymentOptions": [
        [
          "id": "wallet", "paymentMode": "WALLET", "method": "POST",
          "url": .string(Self.base + "pay/wallet"), "currency": "EUR", "fullPrice": 850,
          "currentBalance": 2_000, "newBalance": 1_150, "description": "Wallet",
        ],
        [
          "id": "card", "paymentMode": "INTERNAL", "method": "POST",
          "url": .string(Self.base + "pay/card"), "currency": "EUR", "fullPrice": 850,
          "description": "Credit card",
        ],
      ],
    ]
  }
}
