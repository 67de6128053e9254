// How time passes while clocks are set: lengths in minutes that pass, not those that clocks show.
// And what may be meant by a moment that they show twice or never.

extension ZoneRules {
  /// What clocks show when so many minutes have passed since they showed a moment: on the night
  /// they go forward an hour after 01:30 is 03:30. A moment that they jump over counts as that of
  /// the jump, one that they show twice as the first.
  public func moment(minutes: Int, after moment: CivilMoment) -> CivilMoment {
    civil(at: instant(nearest: moment) + .seconds(minutes * 60))
  }

  /// The moment itself or, where clocks jump over it, what they show after the jump.
  public func shown(_ moment: CivilMoment) -> CivilMoment {
    guard case .gap(let jump) = resolve(moment) else { return moment }
    return civil(at: jump)
  }

  /// The instant at which what ends at a moment is over: that at which its last minute is, where
  /// the moment itself is shown twice or never; nil if so is that. So 24:00 can be an end also on a
  /// night when the clocks change at midnight.
  public func end(at moment: CivilMoment) -> Instant? {
    if case .once(let instant) = resolve(moment) { return instant }
    guard case .once(let last) = resolve(moment.adding(minutes: -1)) else { return nil }
    return last + .seconds(60)
  }

  /// The instants that may be meant by a moment, in order: where the clocks show it twice, both;
  /// where they jump over it, the nearest before and behind the jump, on a grid of so many minutes.
  public func instants(near moment: CivilMoment, gridMinutes: Int) -> [Instant] {
    switch resolve(moment) {
    case .once(let instant): return [instant]
    case .fold(let first, let second): return [first, second]
    case .gap(let jump):
      let before = civil(at: jump - .seconds(60)).roundedDown(toMultipleOf: gridMinutes)
      let behind = civil(at: jump).roundedUp(toMultipleOf: gridMinutes)
      return [before, behind].map(instant(nearest:))
    }
  }

  /// How many minutes pass from the beginning of a span to its end.
  public func minutes(of span: CivilSpan) -> Int {
    let end = end(at: span.end) ?? instant(nearest: span.end)
    return Int(end.since(instant(nearest: span.start)).components.seconds / 60)
  }
}
