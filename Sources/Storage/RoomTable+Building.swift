// Enters the rooms of a building at the start.

import Bookings

extension RoomTable {
  /// Makes the table say what the building says. Rooms that are gone from it stay, for their
  /// bookings, and are marked. Where a grid has changed, the slots of bookings that were not over
  /// at the journal's end are made anew with the largest step that fits all of these.
  func enter(
    _ rooms: [Room], journalEndsAt now: Int64, in database: Database
  ) throws(StoreFault) {
    try database.prepare(
      "UPDATE room SET listed = 0, checksum =", Self.wrongStays,
      """
        row_checksum(number, id, name, location, floor, seats, square_metres, step_free,
          grid_minutes, step_minutes, slots_since_seconds, 0) END
      """
    ).run()
    let enter = try database.prepare(
      """
      INSERT INTO room (number, id, name, location, floor, seats, square_metres, step_free,
          grid_minutes, step_minutes, slots_since_seconds, listed, checksum)
        SELECT next, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, 1,
            row_checksum(next, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, 1)
          FROM (SELECT coalesce(max(number), 0) + 1 AS next FROM room) WHERE true
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, location = excluded.location,
          floor = excluded.floor, seats = excluded.seats, square_metres = excluded.square_metres,
          step_free = excluded.step_free, listed = 1, checksum =
      """, Self.wrongStays,
      """
        row_checksum(number, id, excluded.name, excluded.location, excluded.floor, excluded.seats,
          excluded.square_metres, excluded.step_free, grid_minutes, step_minutes,
          slots_since_seconds, 1) END
      """)
    for room in rooms {
      enter.bind(1, try knownID(of: room))
      enter.bind(2, room.name)
      enter.bind(3, room.location)
      enter.bind(4, room.floor)
      enter.bind(5, room.seats.map { Int64($0) })
      enter.bind(6, room.squareMetres.map { Int64($0) })
      enter.bind(7, room.isStepFree.map { $0 ? 1 : 0 })
      enter.bind(8, room.policy.gridMinutes)
      // A room that is new has no bookings, so it has the slots of all of them.
      enter.bind(9, Coded.numbers.lowerBound)
      try enter.run()
    }
    try read()
    for room in rooms {
      guard var entry = byNumber[try number(of: room.id)] else { continue }
      let grid = Int64(room.policy.gridMinutes)
      guard grid != entry.gridMinutes else { continue }
      entry.gridMinutes = grid
      entry.slotsSince = now
      entry.stepMinutes = try holds(of: entry).reduce(grid) { step, held in
        Self.step(step, held.1.start, held.1.end)
      }
      try rebuild(entry)
    }
  }

  /// The id as it stands in the table, though the file may now compose its letters otherwise.
  private func knownID(of room: Room) throws(StoreFault) -> String {
    let known = byNumber.values.first { $0.id == room.id }
    return known?.id.text ?? room.id.text
  }
}
