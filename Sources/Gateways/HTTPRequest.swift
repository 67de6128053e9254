// One request over HTTP, ready to leave, and what is known when it has ended.

/// A request to be made.
struct HTTPRequest: Sendable {
  /// What is counted apart, so that passes that hang do not hold up who asks for rooms. Of errands
  /// the sender counts itself how many go at once.
  enum Lane: Sendable {
    case passes, rooms, errands
  }

  let lane: Lane
  /// By which it is cancelled; nil for what never is.
  var number: Int?
  var url: String
  let content: HTTPContent
  let within: Duration
  let answerOctetsMax: Int
  /// Takes the end, once, on the loop's thread.
  let completion: @Sendable (HTTPEnd) -> Void
}

/// What a request carries.
struct HTTPContent: Sendable {
  /// The lines of its header, without those that libcurl writes itself.
  let headers: [WipedOctets]
  /// What is posted; nil for a GET.
  let body: WipedOctets?
  /// Whether it never goes over a connection that was kept: when such a connection turns out to be
  /// closed, libcurl sends what it may send again by itself.
  var needsFreshConnection = false
  /// Whether the answer may come compressed.
  var takesCompressed = false
}

/// How a request ended.
enum HTTPEnd: Sendable {
  /// An answer came, whole.
  case replied(HTTPAnswer)
  /// None came.
  case failed(HTTPFailure)
}

/// An answer, read to its end.
struct HTTPAnswer: Sendable {
  let status: Int
  /// Seconds, also where a date was written; nil where nothing was.
  let retryAfterSeconds: Int?
  /// What `X-TripGo-ErrorCode` says.
  let errorCode: String?
  let octets: [UInt8]
}

/// That no whole answer came.
struct HTTPFailure: Sendable {
  let kind: Kind
  /// Whether a connection stood and the request began to leave.
  let hasLeft: Bool
  /// Whether an octet of the body has left.
  let hasBodyLeft: Bool
  /// In libcurl's own words.
  let remark: String

  /// What was seen.
  enum Kind: Sendable {
    /// The time was over.
    case timedOut
    /// Something came that is no answer, or not all of one: what.
    case unreadable(String)
    /// No connection, or one that broke.
    case broken
    /// It was cancelled.
    case cancelled
  }

  /// That it never began.
  static func notBegun(_ remark: String, _ kind: Kind = .broken) -> HTTPFailure {
    HTTPFailure(kind: kind, hasLeft: false, hasBodyLeft: false, remark: remark)
  }
}
