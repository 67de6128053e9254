// The rules of a house or room as a file sets them, and whether they agree with each other.

internal import Bookings
internal import CivilTime
internal import JSON

/// Where in a file the rules of one house or room were set.
struct RulesReading {
  /// The ways to what was read, by the paths of the table.
  let said: [String: JSONPath]
  /// The object that holds `hours` and `rules`.
  let path: JSONPath
  /// What came out.
  let policy: HousePolicy

  /// Notes what cannot hold together: the same said twice, closing before opening, a time that is
  /// not on the grid, a shortest booking longer than the longest.
  func check(_ sink: inout FaultSink) {
    for name in ["opens", "closes"] {
      if let short = said["hours.\(name)"], said["rules.\(name)"] != nil {
        sink.add(.saidAlready(as: "rules.\(name)"), at: short)
      }
    }
    let opens = said["hours.opens"] ?? said["rules.opens"]
    let closes = said["hours.closes"] ?? said["rules.closes"]
    if opens != nil || closes != nil, policy.opens >= policy.closes {
      let reason = FileFault.Reason.closesBeforeOpening(
        opens: policy.opens.description, closes: policy.closes.description)
      sink.add(reason, at: closes ?? opens ?? path)
      return
    }
    let grid = said["rules.gridMinutes"]
    for (time, place) in [(policy.opens, opens), (policy.closes, closes)]
    where !time.minutes.isMultiple(of: policy.gridMinutes) {
      guard let place = place ?? grid else { continue }
      let reason = FileFault.Reason.offGrid(
        time: time.description, gridMinutes: policy.gridMinutes)
      sink.add(reason, at: place)
    }
    let shortest = said["rules.shortestMinutes"]
    let longest = said["rules.longestMinutes"]
    if let place = shortest ?? longest, policy.shortestMinutes > policy.longestMinutes {
      let value = shortest == nil ? policy.shortestMinutes : policy.longestMinutes
      sink.add(
        shortest == nil
          ? .below("shortestMinutes", value: Int64(value))
          : .exceeds("longestMinutes", value: Int64(value)), at: place)
    }
  }
}
