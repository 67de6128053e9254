// Somebody who books series in a room of their own, moves them, gives them or single days of them
// back and undoes that; and whether the store holds each of these wholly or not at all.

import JSON

/// A series that somebody asked for, under a title that nobody else uses.
struct WantedSeries {
  /// One of its bookings: how often it was changed, and how it is.
  struct Day: Equatable {
    var version: Int
    var content: WantedVersion
  }

  let title: String
  /// What each line that was said of it makes of its days.
  var versions: [[Day]]
  /// Its number, as soon as an answer or the store told it.
  var reference: Int?
  /// The numbers of its bookings, as soon as they are known.
  var bookings: [Int] = []

  var heldDays: [Int] {
    guard let latest = versions.last else { return [] }
    return latest.indices.filter { latest[$0].content.isHeld }
  }

  /// Changes some days of the last version and makes that the next.
  mutating func change(_ days: [Int], _ change: (Int, inout WantedVersion) -> Void) {
    guard var next = versions.last else { return }
    for day in days {
      next[day].version += 1
      change(day, &next[day].content)
    }
    versions.append(next)
  }

  /// Takes the last version back and makes that the next.
  mutating func undo() {
    guard let latest = versions.last else { return }
    let before = versions.dropLast().last
    let changed = latest.indices.filter { before?[$0] != latest[$0] }
    change(changed) { day, content in
      if let before { content = before[day].content } else { content.isHeld = false }
    }
  }
}

/// A booker of series.
final class SeriesBooker {
  /// 2026-12-01, as days since 1970-01-01, and how many of those after it may be booked.
  private static let firstDay = 20_788
  private static let daysMax = 350

  let caller: Caller
  private let room: String
  private var series: [WantedSeries] = []
  private var nextDay = 0
  /// Which version of which series a line is to make; a line that only asks makes none.
  private var made: [Int: (series: Int, version: Int)] = [:]

  init(name: String, room: String) {
    caller = Caller(name: name)
    self.room = room
  }

  var count: Int { series.count { $0.reference != nil } }
  /// How many versions behind the first are there.
  var changeCount: Int { series.reduce(0) { $0 + max(0, $1.versions.count - 1) } }

  // MARK: - Saying

  /// Books a series or says something of one, if of all before it is known what came of it. Tells
  /// how many lines were said.
  func speak(_ draws: inout Draws) -> Int {
    guard caller.isSettled else { return 0 }
    let known = series.indices.filter { which in
      series[which].reference != nil && !series[which].heldDays.isEmpty
    }
    let size = draws.one(of: [2, 3, 5, 20])
    var texts: [(String, makes: Bool)] = []
    let which: Int
    if known.isEmpty || draws.happens(45), nextDay + size <= Self.daysMax {
      which = series.count
      texts = [(books(size, &draws), true)]
    } else if !known.isEmpty {
      which = draws.one(of: known)
      texts = changes(which, &draws)
    } else {
      return 0
    }
    if draws.happens(40) {
      series[which].undo()
      texts.append(("undo", true))
    }
    say(texts, of: which)
    return texts.count
  }

  private func say(_ texts: [(String, makes: Bool)], of which: Int) {
    let asks = texts.contains { !$0.makes }
    let said = caller.say(
      texts.enumerated().map { place, text in
        // A question is not asked again: what was to answer it may be gone.
        Caller.Line(
          text: text.0, conversation: "s\(which)", needsContext: place > 0 || asks)
      })
    var version = series[which].versions.count - texts.count { $0.makes }
    for (line, text) in zip(said, texts) where text.makes {
      version += 1
      made[line] = (which, version)
    }
  }

  private func books(_ size: Int, _ draws: inout Draws) -> String {
    let first = Self.firstDay + nextDay
    nextDay += size
    let start = 15 * draws.number(28...60)
    let days = (first..<first + size).map { day in
      WantedSeries.Day(
        version: 1,
        content: WantedVersion(
          room: room, date: PassPlace.date(ofDay: day), start: start, end: start + 60))
    }
    let title = "\(caller.name) s\(series.count)"
    series.append(WantedSeries(title: title, versions: [days]))
    let (from, until) = (days[0].content, days[size - 1].content)
    return "book \(room) every day \(from.span) from \(from.date) until \(until.date)"
      + " titled \"\(title)\""
  }

  private func changes(_ which: Int, _ draws: inout Draws) -> [(String, makes: Bool)] {
    let held = series[which].heldDays
    let number = series[which].reference ?? 0
    if held.count > 1, draws.happens(30) {
      series[which].change(held) { $1.isHeld = false }
      return [("cancel S\(number)", false), ("yes", true)]
    }
    if held.count > 2, draws.happens(30) {
      let day = draws.one(of: held)
      series[which].change([day]) { $1.isHeld = false }
      return [("cancel B\(series[which].bookings[day])", true)]
    }
    let before = series[which].versions.last?[held[0]].content.start
    var start = 15 * draws.number(28...60)
    while start == before { start = 15 * draws.number(28...60) }
    series[which].change(held) { ($1.start, $1.end) = (start, start + 60) }
    let span = "\(WantedVersion.time(start))-\(WantedVersion.time(start + 60))"
    return [("move S\(number) to \(span)", true)]
  }

  // MARK: - Hearing

  func hear() throws {
    for line in try caller.hear() {
      guard let made = made[line], case .answered(let told) = caller.lines[line].standing else {
        continue
      }
      compare(told.effects, series[made.series], made.version, line)
      if made.version == 1, series[made.series].bookings.isEmpty {
        let bookings = told.effects.map { $0["booking"] ?? .null }
        series[made.series].bookings = bookings.compactMap { Self.number($0["ref"]) }
        series[made.series].reference = Self.number(bookings.first?["series"]?["id"])
      }
    }
  }

  /// The effects must be what was asked for, one for each day that becomes otherwise.
  private func compare(
    _ effects: [JSONValue], _ wanted: WantedSeries, _ version: Int, _ line: Int
  ) {
    let days = wanted.versions[version - 1]
    let before = version > 1 ? wanted.versions[version - 2] : nil
    let expected = days.indices.filter { before?[$0] != days[$0] }.map { day in
      let kind =
        if let before {
          !days[day].content.isHeld
            ? "cancelled" : before[day].content.isHeld ? "changed" : "restored"
        } else {
          "booked"
        }
      return "\(kind) \(days[day].version) \(days[day].content.date) \(days[day].content.span)"
    }
    let found = effects.map { effect in
      let booking = effect["booking"] ?? .null
      let place = Hold(booking: booking)
      let content = WantedVersion(
        room: place?.room ?? "", date: place?.date ?? "", start: place?.start ?? 0,
        end: place?.end ?? 0)
      let isOurs = booking["title"]?.string == wanted.title && content.room == room
      return "\(effect["kind"]?.string ?? "") \(booking["version"]?.integer ?? 0)"
        + " \(content.date) \(content.span)\(isOurs ? "" : " of something else")"
    }
    if expected.sorted() != found.sorted() {
      caller.note("\(found) and not \(expected): \(caller.said(line))")
    }
  }

  private static func number(_ reference: JSONValue?) -> Int? {
    (reference?.string?.dropFirst()).flatMap { Int($0) }
  }

  // MARK: - Looking

  /// Compares the store with what was answered: each series is there as one of its lines has made
  /// it, wholly, and as the last of them that was done.
  func settle(with look: StoreLook) {
    caller.settle(with: look)
    let found = look.bookings.values.filter { $0.owner == caller.name }
    let titles = Dictionary(grouping: found, by: \.title)
    for which in series.indices {
      let rows = titles[series[which].title] ?? []
      settle(which, rows.sorted { $0.content.date < $1.content.date })
    }
    for title in Set(titles.keys).subtracting(series.map(\.title)) {
      caller.note("nobody asked for \(title)")
    }
  }

  private func settle(_ which: Int, _ rows: [StoreLook.Booking]) {
    let lines = made.filter { $0.value.series == which }
    let done = lines.filter { caller.isDone($0.key) }.map(\.value.version).max() ?? 0
    // What hangs on a line that was not done is not said any more.
    let lost = lines.filter { caller.lines[$0.key].standing == .abandoned }.map(\.value.version)
    if let first = lost.min(), first > done {
      series[which].versions.removeSubrange((first - 1)...)
      for line in lines.keys where caller.lines[line].standing == .abandoned { made[line] = nil }
    }
    let wanted = series[which]
    let days = rows.map { WantedSeries.Day(version: $0.version, content: $0.content) }
    let expected = done > 0 ? wanted.versions[done - 1] : []
    if days != expected {
      let known = wanted.versions.firstIndex(of: days).map { "as after line \($0 + 1)" }
      caller.note(
        "\(wanted.title) is \(known ?? "in pieces: \(days)") and not as after line \(done)")
    }
    guard let first = rows.first else { return }
    let places = rows.map(\.series)
    let whole = rows.indices.map { index in
      StoreLook.SeriesPlace(
        series: first.series?.series ?? 0, index: index + 1, count: wanted.versions[0].count)
    }
    if places != whole { caller.note("\(wanted.title) is numbered \(places)") }
    let references = rows.map(\.reference)
    if !wanted.bookings.isEmpty, wanted.bookings != references {
      caller.note("\(wanted.title) is \(references) and was \(wanted.bookings)")
    }
    series[which].bookings = references
    series[which].reference = first.series?.series
  }
}
