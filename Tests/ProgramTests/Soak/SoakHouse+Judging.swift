// What has to agree when a soak is over: the store, what everybody was told, what the gateway saw
// and the news that were heard.

import Foundation

extension SoakHouse {
  func judge() throws {
    let look = try StoreLook(at: store, copiedInto: folder.path)
    for fault in look.faults { notes.fault(fault) }
    try watch.check(look, isEnd: true)
    for fault in watch.takeFaults() { notes.fault(fault) }
    judgeBookings(look)
    try judgeNews(look)
    let check = try Program.run(["store", "check", "--store", store], in: folder)
    if check.code != 0 { notes.fault("the check ended \(check.code): \(check.output)") }
    let passes = look.passes.count
    print("soak: \(look.bookings.count) bookings, \(passes) passes, \(watch.doubles) left twice")
  }

  /// Every booking is one that somebody asked for, once, and as they were told last.
  private func judgeBookings(_ look: StoreLook) {
    var titles: Set<String> = []
    for booking in look.bookings.values {
      let name = "B\(booking.reference) \"\(booking.title)\" of \(booking.owner)"
      let isFromQuestion = booking.content.room == SoakWishes.quietRoom
      if !isFromQuestion, !wishes.titles.contains(booking.title) {
        notes.fault("nobody asked for \(name)")
      }
      if !isFromQuestion, !titles.insert(booking.title).inserted {
        notes.fault("\(name) is there twice")
      }
      // What people in text were told is words; programs were told all of it.
      guard booking.owner.contains(":") else { continue }
      guard let told = notes.told[booking.reference] else {
        notes.fault("nobody was told of \(name)")
        continue
      }
      if told.version != booking.version || told.isHeld != booking.content.isHeld {
        notes.fault("\(name) is \(booking.version) \(booking.content), and was told as \(told)")
      }
    }
    for reference in notes.told.keys where look.bookings[reference] == nil {
      notes.fault("B\(reference) was told and is not there")
    }
    for person in people {
      for (reference, line) in person.heard {
        let booking = look.bookings[reference]
        if booking?.owner != person.name || !line.contains("\"\(booking?.title ?? "?")\"") {
          notes.fault("B\(reference) was told to \(person.name), who said \(line)")
        }
      }
    }
  }

  /// No news are left, and whoever has a booking for which passes went heard of them.
  private func judgeNews(_ look: StoreLook) throws {
    let left = try StoreLook.usersWithNews(at: store, copiedInto: folder.path)
    for user in left where user.hasPrefix("slack:") { notes.fault("news of \(user) are left") }
    for booking in look.bookings.values
    where booking.owner.hasPrefix("slack:") && booking.content.isHeld && booking.version == 1 {
      let passes = look.passes.filter { $0.booking == booking.reference }
      guard !passes.isEmpty, !listener.subjects.contains("pass B\(booking.reference)") else {
        continue
      }
      notes.fault("no news of the passes of B\(booking.reference)")
    }
  }
}
