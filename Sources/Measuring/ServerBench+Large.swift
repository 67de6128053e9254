// A house of a thousand rooms with very many bookings: its start, its memory, its answers.

import House
import Storage

extension ServerBench {
  /// So many people that nobody holds more bookings than somebody would.
  private static let largeSheet = HouseSheet(roomCount: 1000, userCount: 10_000)
  private static let question = "what is free tomorrow 10 to 11"
  private static let firstQuestion = "what is free tomorrow"

  /// Books as many as are wanted and as many again, each time looking at the memory; asks then.
  func measureLarge(in folder: BenchFolder) throws {
    let count = bookings
    let load = BookingLoad(sheet: Self.largeSheet, namesMessages: false)
    try tell("")
    var files = try ServedHouse.Files(Self.largeSheet, in: folder, named: "large")
    let backup = "\(folder.path)/backup.db"
    try withHouse(files, in: folder) { house in
      let connections = try Load(port: house.jsonPort, connections: Self.connectionCount)
      try load.book(0..<count, on: connections)
      let before = try house.meter.residentOctets()
      if wants(.start) {
        _ = try Store.backUp(files.store, to: backup, replacing: false)
      }
      if wants(.memory) || wants(.rooms) {
        try load.book(count..<2 * count, on: connections)
        let growth = try house.meter.residentOctets() - before
        if wants(.memory) { try tellMemory(growth, "bare") }
      }
      if wants(.rooms) { try ask(house) }
    }
    if wants(.memory) { try measureMemoryWithPasses(in: folder) }
    if wants(.start) {
      files.store = backup
      try measureStart(files, in: folder)
    }
  }

  private var bookings: Int { options.bookings ?? Self.usualBookings }

  private func withHouse(
    _ files: ServedHouse.Files, in folder: BenchFolder, _ body: (ServedHouse) throws -> Void
  ) throws {
    let house = try ServedHouse(program, files, in: folder)
    defer { house.end() }
    try body(house)
  }

  private func tellMemory(_ octets: Int64, _ what: String) throws {
    let count = bookings
    try tell(
      "a booking in memory, \(what): \(Figure.text(Double(octets) / Double(count))) octets, "
        + "from \(count) to \(2 * count) bookings")
  }

  private func measureMemoryWithPasses(in folder: BenchFolder) throws {
    let count = bookings
    // So many at once that passes do not wait for long.
    let portion = 5000
    let files = try ServedHouse.Files(Self.largeSheet, in: folder, named: "passes")
    let load = BookingLoad(sheet: Self.largeSheet, hasAttendees: true, namesMessages: false)
    try withHouse(files, in: folder) { house in
      let connections = try Load(port: house.jsonPort, connections: Self.connectionCount)
      let book = { (numbers: Range<Int>) throws in
        for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: portion) {
          try load.book(first..<min(first + portion, numbers.upperBound), on: connections)
          try BookingLoad.sendPasses(on: connections)
        }
      }
      try book(0..<count)
      let before = try house.meter.residentOctets()
      try book(count..<2 * count)
      try tellMemory(
        try house.meter.residentOctets() - before, "with an attendee and an accepted pass")
    }
  }

  private func ask(_ house: ServedHouse) throws {
    let load = try Load(
      port: house.textPort, connections: Self.connectionCount, greeting: .text(code: 220))
    let count = options.requests ?? 5000
    let say = { (count: Int) throws(MeasuringFault) in
      try load.say(count, inFlight: 16, expecting: .text(code: 212)) { _, octets in
        octets += Array("\(Self.question)\r\n".utf8)
      }
    }
    try say(max(1, count / 10))
    var rates: [Rate] = []
    for _ in 0..<runs {
      rates.append(try Rate(of: count, by: house.meter) { try say(count) })
    }
    try tell(
      Figure.heading(
        "\(Self.largeSheet.roomCount) rooms, \(2 * bookings) bookings, in text"))
    try tell(Figure.row("\(Self.question), 16 in flight", rates.cells))
  }

  private func measureStart(_ files: ServedHouse.Files, in folder: BenchFolder) throws {
    var times: [Double] = []
    for _ in 0..<runs {
      let clock = ContinuousClock()
      let begin = clock.now
      try withHouse(files, in: folder) { house in
        let load = try Load(port: house.textPort, connections: 1, greeting: .text(code: 220))
        try load.say(1, inFlight: 1, expecting: .text(code: 212)) { _, octets in
          octets += Array("\(Self.firstQuestion)\r\n".utf8)
        }
        times.append((clock.now - begin).inSeconds * 1e3)
      }
    }
    try tell(
      "from the start to the answer of \"\(Self.firstQuestion)\", \(bookings) bookings: "
        + "\(Figure.text(times.median)) ms")
  }
}
