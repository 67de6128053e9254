// What the store may hold of a booker's wishes after a kill, and what is known from then on.

import JSON

extension Booker {
  /// Compares the store with what was answered: everything confirmed is there, what was not
  /// answered is there wholly or not at all and in the order in which it was said, and nothing
  /// else.
  func settle(with look: StoreLook) {
    let found = look.bookings.values.filter { $0.owner == name }
    let titles = Dictionary(grouping: found, by: \.title)
    for index in bookings.indices {
      let rows = titles[bookings[index].title] ?? []
      if rows.count > 1 { note("\(bookings[index].title) is there \(rows.count) times") }
      compare(index, rows.first)
    }
    for title in Set(titles.keys).subtracting(bookings.map(\.title)) {
      note("nobody asked for \(title)")
    }
    checkOrder(titles)
    if encoding == .json { checkMessages(titles, look) }
    learn(titles)
  }

  private func compare(_ index: Int, _ row: StoreLook.Booking?) {
    let booking = bookings[index]
    let asked = requests.filter { $0.booking == index }
    let least = asked.filter(\.isConfirmed).map(\.version).max() ?? 0
    let most = asked.filter(\.mayBeDone).map(\.version).max() ?? 0
    let version = row?.version ?? 0
    guard least <= version, version <= most else {
      return note("\(booking.title) has version \(version) and not \(least) to \(most)")
    }
    guard let row else { return }
    if let known = booking.reference, known != row.reference {
      note("\(booking.title) is B\(row.reference) and was B\(known)")
    }
    bookings[index].reference = row.reference
    if row.content != booking.versions[version - 1] {
      note("B\(row.reference) is \(row.content) and not \(booking.versions[version - 1])")
    }
    for attendee in row.attendees {
      guard let number = Person.number(ofEmail: attendee.email),
        attendee.phone == Person.phone(number), !attendee.name.isEmpty
      else {
        note("half an attendee of B\(row.reference): \(attendee)")
        continue
      }
    }
  }

  private func isDone(_ request: BookerRequest, _ rows: [String: [StoreLook.Booking]]) -> Bool {
    (rows[bookings[request.booking].title]?.first?.version ?? 0) >= request.version
  }

  private func checkOrder(_ rows: [String: [StoreLook.Booking]]) {
    var firstMissing: [String: BookerRequest] = [:]
    for request in requests where request.mayBeDone {
      if !isDone(request, rows) {
        firstMissing[request.conversation] = firstMissing[request.conversation] ?? request
      } else if let missing = firstMissing[request.conversation] {
        note("\"\(request.text)\" was done and not \"\(missing.text)\", said before it")
      }
    }
  }

  /// A change and the answer to its message are one commit.
  private func checkMessages(_ rows: [String: [StoreLook.Booking]], _ look: StoreLook) {
    for request in requests where request.mayBeDone {
      let isStored = look.messages.contains(
        StoreLook.Message(speaker: name, name: "m\(request.number)"))
      if isStored != isDone(request, rows) {
        note(
          "\"\(request.text)\" was \(isStored ? "not " : "")done and its answer is"
            + "\(isStored ? "" : " not") stored")
      }
    }
  }

  private func learn(_ rows: [String: [StoreLook.Booking]]) {
    for index in requests.indices {
      let isDone = isDone(requests[index], rows)
      switch requests[index].standing {
      case .confirmed, .refused, .abandoned: continue
      case .open where isDone:
        if encoding == .text { requests[index].standing = .confirmed(.null) }
        requests[index].isKnownDone = true
      case .open, .postponed:
        // What hangs on the line before it cannot be said again: the talk is forgotten.
        let canAskAgain = encoding == .json && !requests[index].needsContext
        requests[index].standing = canAskAgain ? .open : .abandoned
        if !canAskAgain { abandonVersions(of: requests[index]) }
      }
    }
  }

  private func abandonVersions(of request: BookerRequest) {
    let count = bookings[request.booking].versions.count
    guard count >= request.version else { return }
    bookings[request.booking].versions.removeSubrange((request.version - 1)...)
  }
}
