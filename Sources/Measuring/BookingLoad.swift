// Bookings that are said as sentences in JSON, by many connections.

/// Books in the house of a sheet, number after number.
struct BookingLoad {
  /// How many bookings wait for their answer on each connection.
  static let depth = 4

  let sheet: HouseSheet
  var hasAttendees = false
  /// Whether each message has a name, so that its answer is kept.
  var namesMessages = true

  /// Books some numbers, each by a user of the house.
  func book(_ numbers: Range<Int>, on load: Load) throws(MeasuringFault) {
    try load.say(numbers.count, inFlight: Self.depth, expecting: .json(code: 250)) {
      place, octets in
      let number = numbers.lowerBound + place
      let name = namesMessages ? "\"msg\":\"m\(number)\"," : ""
      let text = sheet.order(number, withAttendee: hasAttendees)
      octets += Array(
        """
        {"jsonrpc":"2.0","id":\(number),"method":"say","params":{"user":"\(sheet.user(number))",\
        \(name)"text":"\(text)"}}

        """.utf8)
    }
  }

  /// Lets the passes of all that was booked leave, and returns when the gateway has answered.
  static func sendPasses(on load: Load) throws(MeasuringFault) {
    try load.say(1, inFlight: 1, expecting: .json(code: 200)) { _, octets in
      // Passes wait ten seconds, so that "undo" takes them back.
      octets += Array(
        """
        {"jsonrpc":"2.0","id":"c","method":"clock","params":{"advance":15}}

        """.utf8)
    }
  }
}
