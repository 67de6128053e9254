// A room and span that somebody has and others wait for, and what each of them is to do.

/// A place that is given back while others wait for it.
struct WaitedPlace {
  /// What somebody does with what is held for them.
  enum Plan: CaseIterable {
    case take
    /// Takes it, and gives it to the next.
    case takeAndGiveBack
    case decline
    /// Lets the time run out.
    case leave
  }

  /// Somebody who is to wait.
  struct Waiter {
    /// Who, as the place of a caller.
    let caller: Int
    let plan: Plan
    /// The line that asks to be told.
    var asks: Int?
    /// The number of the wait, as soon as an answer or the store told it.
    var number: Int?
    /// The line that takes or declines what is held.
    var reacts: Int?
    /// The number of the booking, if it was taken.
    var booking: Int?
    /// The line that gives it back.
    var givesBack: Int?
    /// How the store knew the wait last.
    var state: String?

    /// Whether the store told that nothing comes of the wait any more.
    var isOver: Bool { state.map { $0 != "waiting" && $0 != "offered" } ?? false }
  }

  let date: String
  let start: Int
  let end: Int
  /// Who has it at first, as the place of a caller.
  let giver: Int
  var books: Int?
  var booking: Int?
  var frees: Int?
  /// In the order in which they ask; who asks too late does not wait.
  var line: [Waiter]

  var content: WantedVersion {
    WantedVersion(room: WaitingParty.room, date: date, start: start, end: end)
  }

  /// As lines name it.
  var said: String { "\(date) \(WantedVersion.time(start))-\(WantedVersion.time(end))" }
}
