// How the simulated mobility service writes its answers. What it says of somebody's trip has a word
// in it that stands for that person alone, and its secrets begin with `canary-`.

import CivilTime
import JSON

extension SimulatedMobility {
  /// The word that stands in all that is told of somebody's trip.
  static func mark(of user: String) -> String { "zr\(user)" }

  private func address(_ user: String, _ rest: String) -> JSONValue {
    .string("\(Self.base)\(user)/\(rest)")
  }

  func updated(_ user: String) -> JSONValue { ["updateURL": address(user, "trip")] }

  // MARK: - What can be booked

  static let names = [
    "shuttle": "Campus shuttle", "bike": "Night bike", "uber": "Uber", "ferry": "Ferry",
  ]
  /// In the order in which they are listed.
  static let listed = ["shuttle", "bike", "uber", "ferry"]

  static func name(of product: String, for user: String) -> String {
    "\(names[product] ?? product) \(mark(of: user))"
  }

  func products(of user: String) -> JSONValue {
    .array(
      Self.listed.map { product in
        var members: JSONObject = [
          "productID": .string(product), "title": .string(Self.name(of: product, for: user)),
          "bookingTitle": "Book", "bookingURL": address(user, "book/\(product)"),
          "price": 3.5, "priceString": "3.50 EUR",
        ]
        if product == "uber", wantsAccounts {
          members["modeInfo"] = ["identifier": .string(Self.mode)]
        }
        if product == "ferry" { members["bookingResponseType"] = "REVIEW" }
        return .object(members)
      })
  }

  // MARK: - What is asked before

  /// A form whose questions nobody is asked by any other form.
  func form(_ number: Int, of user: String, wantsSecret: Bool) -> JSONValue {
    let secret: JSONValue = [
      "type": "password", "id": "pin", "title": .string("Pin f\(number)z"),
      "value": "canary-echo", "required": true,
    ]
    let fields: [JSONValue] = [
      ["type": "string", "id": "name", "title": .string("Name f\(number)z"), "required": true],
      ["type": "string", "id": "note", "title": .string("Note f\(number)z")],
      [
        "type": "option", "id": "size", "title": .string("Size f\(number)z"), "required": true,
        "allValues": [["title": "Small", "value": "s"], ["title": "Large", "value": "l"]],
      ],
      ["type": "string", "id": "fleet", "hidden": true, "value": "berlin"],
    ]
    return [
      "type": "bookingForm", "title": .string("Bike \(Self.mark(of: user))"),
      "action": ["title": "Rent", "url": address(user, "form/\(number)")],
      "form": [["title": "Rider", "fields": .array((wantsSecret ? [secret] : []) + fields)]],
    ]
  }

  func agreement(of user: String) -> JSONValue {
    [
      "type": "bookingForm", "title": .string("Surge \(Self.mark(of: user))"),
      "form": [
        [
          "fields": [
            [
              "type": "link", "id": "auth", "title": "Terms", "method": "external",
              "value": address(user, "page"),
            ],
            [
              "type": "string", "id": "disregardURL", "hidden": true, "value": "usher://accepted",
            ],
          ]
        ]
      ],
      "action": ["title": "Accept", "url": address(user, "terms/uber")],
    ]
  }

  func quote(of user: String) -> JSONValue {
    [
      "review": [
        [
          "price": 850, "currency": "EUR",
          "provider": ["title": .string("Ferries \(Self.mark(of: user))")],
        ]
      ],
      "reviewActionTitle": "Pay", "ephemeralKey": .string("canary-key-\(secrets)"),
      "publishableApiKey": .string("canary-api-\(secrets)"),
      "paymentOptions": [
        [
          "id": "wallet", "paymentMode": "WALLET", "method": "POST",
          "url": address(user, "pay/ferry"), "currency": "EUR", "fullPrice": 850,
          "description": "Wallet",
        ],
        [
          "id": "card", "paymentMode": "INTERNAL", "method": "POST",
          "url": address(user, "pay/card"), "currency": "EUR", "fullPrice": 850,
          "description": "Card",
        ],
      ],
    ]
  }

  // MARK: - The trip

  /// The trip of somebody, as it is now: a walk, and what can be booked.
  func trip(of user: String) -> JSONValue {
    func moment(_ minutes: Int64) -> JSONValue { .integer(depart.seconds + minutes * 60) }
    func template(_ hash: Int64, _ mode: String, _ from: String, _ to: String) -> JSONValue {
      [
        "hashCode": .integer(hash), "type": "unscheduled", "modeIdentifier": .string(mode),
        "action": .string("Go to \(to)"),
        "from": ["name": .string(from), "timezone": "Europe/Berlin"],
        "to": ["name": .string(to), "timezone": "Europe/Berlin"],
      ]
    }
    let places = ["Home", "Stop", "Campus"].map { "\($0) \(Self.mark(of: user))" }
    let trip: JSONValue = [
      "id": .string("trip-\(user)"), "depart": moment(0), "arrive": moment(30),
      "currency": "EUR", "moneyCost": 7.3, "updateURL": address(user, "trip"),
      "segments": [
        [
          "id": "walk", "segmentTemplateHashCode": 1, "startTime": moment(0),
          "endTime": moment(10),
        ],
        [
          "id": "ride", "segmentTemplateHashCode": 2, "startTime": moment(10),
          "endTime": moment(30), "booking": .object(booking(of: user)),
          "bookingHashCode": .integer(Int64(travellers[user]?.edition ?? 0)),
        ],
      ],
    ]
    return [
      "groups": [["trips": [trip]]], "region": "Demo",
      "segmentTemplates": [
        template(1, "wa_wal", places[0], places[1]), template(2, "ps_drt", places[1], places[2]),
      ],
    ]
  }

  private func booking(of user: String) -> JSONObject {
    var members: JSONObject = [
      "title": "Ride", "quickBookingsUrl": address(user, "list"),
    ]
    guard let ride = travellers[user]?.rides.last, let status = ride.status else { return members }
    var actions: [JSONValue] = []
    if ride.isActive {
      actions.append(
        [
          "title": "Cancel ride", "type": "CANCEL", "isDestructive": true,
          "internalURL": address(user, "cancel/\(ride.number)"),
          "confirmationMessage": .string("Give back \(Self.mark(of: user))?"),
        ])
    }
    members["confirmation"] = [
      "status": ["title": .string("status \(status.lowercased())"), "value": .string(status)],
      "purchase": [
        "id": .string("ride-\(ride.number)"), "currency": "EUR", "price": 3.5,
        "productName": .string(Self.name(of: ride.product, for: user)),
      ],
      "provider": ["title": .string("Nadia \(Self.mark(of: user))")],
      "actions": .array(actions),
    ]
    return members
  }
}
