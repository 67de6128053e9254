// What a line is said for.

extension Reader {
  /// The features of an example, read as it would be in its situation.
  func features(of example: ActExample, in context: ReadingContext) -> [UInt32] {
    var context = context
    context.take(example.situation)
    let octets = Array(example.line.utf8)
    let readings = read(octets, in: context)
    return octets.withUnsafeBufferPointer { octets in
      grammar.withTables { tables in
        guard let chart = chart(octets, tables, context) else { return [] }
        return ActFeatures(chart, read: readings, in: example.situation).hashes
      }
    }
  }
}

extension ReadingContext {
  /// What a situation says of the circumstances of a line.
  mutating func take(_ situation: Situation) {
    isContinuing = situation != .first
    hasListed = [.listed, .offered].contains(situation)
    expected =
      switch situation {
      case .first, .free, .taken, .listed, .booked, .changed, .cancelled, .told, .missed: []
      case .offered: [.choice]
      case .shown: [.confirmation]
      case .askedWhen: [.day, .when, .start, .end, .length, .headcount]
      case .askedRoom: [.room]
      case .askedWho: [.name, .people, .email, .phone]
      }
  }
}
