// What people wait for and what is held for them, by plain SQL.

extension StoreLook {
  struct Wait {
    let number: Int
    let user: String
    let state: String
    let wish: WantedVersion
    /// What is or was held for them.
    let offered: WantedVersion?
    /// Until when, in seconds of UNIX time.
    let until: Int
    /// How many pieces of news there are of it.
    let notices: Int
  }

  static func waits(_ database: Rows) throws -> [Wait] {
    let waits = """
      SELECT w.number, u.name, w.state, wanted.name, json_extract(w.wish, '$.from'),
        json_extract(w.wish, '$.to'), r.name, w.from_minute, w.to_minute, w.until_ms / 1000,
        (SELECT count(*) FROM notice n WHERE n.wait = w.number AND n.user = w.user)
      FROM wait w LEFT JOIN user u ON u.number = w.user LEFT JOIN room r ON r.number = w.room
      LEFT JOIN room wanted ON wanted.number = json_extract(w.wish, '$.rooms[0]')
      ORDER BY w.number
      """
    return try database.all(waits).map { row in
      Wait(
        number: row.number(0), user: row[1], state: row[2], wish: content(row, from: 3),
        offered: row[6].isEmpty ? nil : content(row, from: 6), until: row.number(9),
        notices: row.number(10))
    }
  }

  /// A room and a span, of three columns.
  private static func content(_ row: [String], from column: Int) -> WantedVersion {
    let place = PassPlace(
      email: "", room: row[column], from: row.number(column + 1), to: row.number(column + 2))
    return WantedVersion(
      room: place.room, date: place.date, start: place.start, end: place.end)
  }

  /// Rows of waits that contradict each other or bookings, in words.
  static func faultsOfWaits(_ database: Rows) throws -> [String] {
    let twice = """
      SELECT a.number, b.number FROM wait a JOIN wait b ON a.room = b.room
      WHERE a.number < b.number AND a.state = 'offered' AND b.state = 'offered'
        AND a.from_minute < b.to_minute AND b.from_minute < a.to_minute
      """
    let booked = """
      SELECT w.number, b.reference FROM wait w JOIN booking b ON b.room = w.room
      WHERE w.state = 'offered' AND b.state = 'held'
        AND w.from_minute < b.to_minute AND b.from_minute < w.to_minute
      """
    let steps = """
      SELECT w.number FROM wait w LEFT JOIN room r ON r.number = w.room
      LEFT JOIN slot s ON s.wait = w.number GROUP BY w.number
      HAVING count(s.wait) != CASE w.state WHEN 'offered'
          THEN (w.end_seconds - w.start_seconds) / (r.step_minutes * 60) ELSE 0 END
        OR min(s.start_seconds) < w.start_seconds
        OR max(s.start_seconds) >= w.end_seconds OR max(s.room) != w.room
      """
    return try database.all(twice).map { "W\($0[0]) and W\($0[1]) are offered the same" }
      + database.all(booked).map { "W\($0[0]) is offered what B\($0[1]) has" }
      + database.all(steps).map { "W\($0[0]) does not hold its steps" }
  }
}
