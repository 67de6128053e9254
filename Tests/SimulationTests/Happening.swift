// What happens in lives, counted: lives in which a thing never happens prove nothing about it.

/// A thing that happens in a life.
enum Happening: String, CaseIterable, Hashable {
  case request = "requests"
  // What was done.
  case booked, changed, cancelled, restored
  case privateBooked = "booked in private"
  case undone = "changes undone and compared"
  case privateUndone = "private changes undone and compared"
  case bookedForOther = "booked for others"
  // Series.
  case seriesBooked = "series booked"
  case seriesCompared = "series compared with their orders"
  case seriesChanged = "series changed together"
  // What was answered.
  case asked = "questions"
  case choice = "choices"
  case refused = "refusals"
  case notUnderstood = "not understood"
  case repeated = "messages answered again"
  case othersCounted = "attendees told to others as a number"
  case hidden = "private bookings told as taken"
  case storedAnswer = "stored answers looked at"
  // Passes.
  case call = "calls"
  case accepted = "passes accepted"
  case halt = "halts of the gateway"
  case lost = "answers of the gateway lost"
  case news = "news"
  case deedNews = "news of what others did"
  case waitNews = "news of waits"
  case dueNews = "news that somebody had to be told"
  case newsAgain = "news sent to programs again"
  case acknowledgementLost = "acknowledgements lost"
  // Waits.
  case waited = "waits"
  case waitedBehind = "waits behind others"
  case offered = "offers"
  case taken = "offers taken"
  case declined = "offers declined"
  case lapsed = "offers lapsed"
  // Tokens.
  case signedIn = "sign-ins"
  case tokenRefused = "tokens refused"
  case refusedBefore = "requests refused before signing in"
  case outOfScope = "requests for whom no token reaches"
  case tokenChanged = "changes of tokens"
  case takenBack = "sessions ended with their tokens"
  // Rides.
  case errand = "errands"
  case errandLost = "errands lost"
  case ridesListed = "products listed"
  case rideAnswered = "questions of forms answered"
  case rideTerms = "terms of rides"
  case secretTyped = "secrets typed"
  case secretSent = "secrets sent"
  case rideOrdered = "requests that may book a ride"
  case rideBooked = "rides booked"
  case rideConfirmed = "rides told as confirmed"
  case rideGivenBack = "rides given back"
  case rideNews = "news of rides"
  case recorded = "stretches of talks written down"
  case accountLinked = "accounts linked"
  case accountNews = "news of accounts"
  // Mishaps.
  case kill = "kills"
  case powerCut = "power cuts"
  case stop = "orderly ends"
  case failedCommit = "replies of failed commits"
  case clockBack = "clocks set back"
  case longWait = "waits of hours"
  case broken = "connections broken"
  case halfLine = "lines in pieces"

  /// How often at least in a hundred lives of sixty steps, about a third of what is usual; of
  /// what is rare, less.
  var leastInHundredLives: Int {
    switch self {
    case .request: 1480
    case .booked: 100
    case .changed: 40
    case .cancelled: 20
    case .restored: 4
    case .privateBooked: 40
    case .undone: 14
    case .privateUndone: 1
    case .bookedForOther: 10
    case .seriesBooked: 24
    case .seriesCompared: 10
    case .seriesChanged: 6
    case .asked: 210
    case .choice: 120
    case .refused: 140
    case .notUnderstood: 90
    case .repeated: 30
    case .othersCounted: 1
    case .hidden: 1
    case .storedAnswer: 120
    case .call: 90
    case .accepted: 40
    case .halt: 8
    case .lost: 10
    case .news: 50
    case .deedNews: 24
    case .waitNews: 6
    case .dueNews: 12
    case .newsAgain: 6
    case .acknowledgementLost: 5
    case .waited: 20
    case .waitedBehind: 3
    case .offered: 8
    case .taken: 1
    case .declined: 1
    case .lapsed: 4
    case .signedIn: 40
    case .tokenRefused: 18
    case .refusedBefore: 18
    case .outOfScope: 2
    case .tokenChanged: 60
    case .takenBack: 7
    case .errand: 110
    case .errandLost: 15
    case .ridesListed: 16
    case .rideAnswered: 5
    case .rideTerms: 1
    case .secretTyped: 1
    case .secretSent: 0
    case .rideOrdered: 20
    case .rideBooked: 6
    case .rideConfirmed: 6
    case .rideGivenBack: 1
    case .rideNews: 20
    case .recorded: 50
    case .accountLinked: 1
    case .accountNews: 1
    case .kill: 20
    case .powerCut: 20
    case .stop: 30
    case .failedCommit: 100
    case .clockBack: 40
    case .longWait: 100
    case .broken: 20
    case .halfLine: 260
    }
  }

  /// Lives of so many steps together are long enough for everything to happen in them.
  static let stepsWanted = 6000
}

/// How much has happened.
struct Counts: Hashable, CustomStringConvertible {
  var steps = 0
  /// Lines and news that went out.
  var outputs = 0
  private var times: [Happening: Int] = [:]

  subscript(_ happening: Happening) -> Int { times[happening, default: 0] }

  mutating func note(_ happening: Happening, times count: Int = 1) {
    times[happening, default: 0] += count
  }

  static func += (one: inout Counts, other: Counts) {
    one.steps += other.steps
    one.outputs += other.outputs
    one.times.merge(other.times, uniquingKeysWith: +)
  }

  /// How often the process ended otherwise than it should.
  var deaths: Int { self[.kill] + self[.powerCut] }

  /// What has happened too seldom for so many steps, in words.
  var missing: [String] {
    guard steps >= Happening.stepsWanted else { return [] }
    return Happening.allCases.compactMap { happening in
      let least = happening.leastInHundredLives * steps / Happening.stepsWanted
      guard self[happening] < least else { return nil }
      return "\(self[happening]) \(happening.rawValue), at least \(least) wanted"
    }
  }

  var description: String {
    (["\(steps) steps"] + Happening.allCases.map { "\(self[$0]) \($0.rawValue)" })
      .joined(separator: ", ")
  }
}
