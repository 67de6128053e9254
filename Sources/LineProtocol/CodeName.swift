// The names in brackets that say which 4yz or 5yz it is; like the codes they are never renamed.

/// A name such as `TIME/TAKEN`. Who does not know the detail falls back to what stands before the
/// slash.
public struct CodeName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is written on the wire, without brackets.
  public let description: String

  /// A name of atoms of 1–24 capitals, digits and hyphens, joined by slashes; `nil` if it is none.
  public init?(validating text: String) {
    let atoms = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = atoms.allSatisfy { atom in
      (1...24).contains(atom.count) && atom.allSatisfy(Self.isAtomOctet)
    }
    guard isName else { return nil }
    description = text
  }

  /// What stands before the first slash.
  public var family: Substring {
    description.prefix { $0 != "/" }
  }

  private static func isAtomOctet(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension CodeName: ExpressibleByStringLiteral {
  /// A name written in the program.
  public init(stringLiteral value: StaticString) {
    guard let name = CodeName(validating: value.description) else {
      preconditionFailure("a code name is written in capitals, digits, hyphens and slashes")
    }
    self = name
  }
}

extension CodeName {
  /// The server is ending.
  public static let sysDrain: CodeName = "SYS/DRAIN"
  /// Too many connections.
  public static let sysBusy: CodeName = "SYS/BUSY"
  /// The store failed.
  public static let sysStorage: CodeName = "SYS/STORAGE"
  /// The store is full.
  public static let sysSpace: CodeName = "SYS/SPACE"
  /// Whether it was committed is unknown.
  public static let sysUnsure: CodeName = "SYS/UNSURE"
  /// Silent for too long.
  public static let limitIdle: CodeName = "LIMIT/IDLE"
  /// Not signed in in time.
  public static let limitAuthTime: CodeName = "LIMIT/AUTHTIME"
  /// Output is not read.
  public static let limitOutput: CodeName = "LIMIT/OUTPUT"
  /// Too many errors in a row.
  public static let limitErrors: CodeName = "LIMIT/ERRORS"
  /// A line that is too long.
  public static let limitLine: CodeName = "LIMIT/LINE"
  /// Too many turns in a while.
  public static let limitRate: CodeName = "LIMIT/RATE"
  /// Signing in is not possible now.
  public static let authLater: CodeName = "AUTH/LATER"
  /// Signing in comes first.
  public static let authRequired: CodeName = "AUTH/REQUIRED"
  /// Not over a connection in clear.
  public static let authClear: CodeName = "AUTH/CLEAR"
  /// Signing in failed.
  public static let authFailed: CodeName = "AUTH/FAILED"
  /// Outside the bridge's namespace.
  public static let authScope: CodeName = "AUTH/SCOPE"
  /// An unknown session word or method.
  public static let protoVerb: CodeName = "PROTO/VERB"
  /// The input ended inside a line.
  public static let protoUnterminated: CodeName = "PROTO/UNTERMINATED"
  /// A missing, superfluous or malformed argument.
  public static let protoArgs: CodeName = "PROTO/ARGS"
  /// Known, but not available here.
  public static let protoAbsent: CodeName = "PROTO/ABSENT"
  /// A value that is not supported.
  public static let protoValue: CodeName = "PROTO/VALUE"
  /// A version of the protocol that is not spoken.
  public static let protoVersion: CodeName = "PROTO/VERSION"
  /// HTTP is spoken.
  public static let protoHTTP: CodeName = "PROTO/HTTP"
  /// TLS is spoken.
  public static let protoTLS: CodeName = "PROTO/TLS"
  /// Another protocol is spoken.
  public static let protoForbidden: CodeName = "PROTO/FORBIDDEN"
  /// Octets that are no UTF-8.
  public static let textUTF8: CodeName = "TEXT/UTF8"
  /// Control characters.
  public static let textControl: CodeName = "TEXT/CONTROL"
  /// An unknown thing.
  public static let whatUnknown: CodeName = "WHAT/UNKNOWN"
  /// The same `msg` with another text.
  public static let msgReused: CodeName = "MSG/REUSED"
  /// Held by another for a while.
  public static let timeHeld: CodeName = "TIME/HELD"
  /// In the past.
  public static let timePast: CodeName = "TIME/PAST"
  /// A time that cannot be.
  public static let timeInvalid: CodeName = "TIME/INVALID"
  /// Taken.
  public static let timeTaken: CodeName = "TIME/TAKEN"
  /// Outside the hours.
  public static let ruleHours: CodeName = "RULE/HOURS"
  /// Off the grid.
  public static let ruleGrid: CodeName = "RULE/GRID"
  /// Too short or too long.
  public static let ruleLength: CodeName = "RULE/LENGTH"
  /// Too soon.
  public static let ruleNotice: CodeName = "RULE/NOTICE"
  /// Too far ahead.
  public static let ruleWindow: CodeName = "RULE/WINDOW"
  /// Closed.
  public static let ruleClosed: CodeName = "RULE/CLOSED"
  /// Too many bookings.
  public static let ruleQuota: CodeName = "RULE/QUOTA"
  /// Another's booking.
  public static let ruleOwner: CodeName = "RULE/OWNER"
  /// An attendee is missing or cannot be taken.
  public static let ruleAttendee: CodeName = "RULE/ATTENDEE"
}
