// Who has signed in, and for whom they may speak.

import CivilTime
import LineProtocol

/// A bridge or a person that has signed in by a token.
public struct Principal: Hashable, Sendable {
  /// What its token is called; it is the owner of the conversations and messages it carries.
  public let name: String
  /// Whom it may speak for, and of whom it hears.
  public let namespaces: [UserNamespace]
  /// Whether it is told how the whole house is.
  public let isAdmin: Bool
  /// Which of the tokens that it has had one after the other this is.
  public let edition: String

  /// Who is called so.
  public init(
    name: String, namespaces: [UserNamespace], isAdmin: Bool = false, edition: String = ""
  ) {
    self.name = name
    self.namespaces = namespaces
    self.isAdmin = isAdmin
    self.edition = edition
  }

  /// Whether a principal can be called so: 1 to 64 letters, digits, dots and hyphens of ASCII.
  public static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { octet in
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Whether it may speak for somebody of that name.
  public func reaches(_ user: String) -> Bool { namespaces.contains { $0.contains(user) } }

  /// Whom it speaks for unless told otherwise, where that can be one alone.
  var onlyUser: String? { namespaces.count == 1 ? namespaces[0].onlyUser : nil }
}

/// Users by their names: `ana` is one, `slack:*` all whose names begin with `slack:`, `*` all.
/// Octets are compared, so capital letters differ from small ones.
public struct UserNamespace: Hashable, Sendable, CustomStringConvertible {
  /// As it was written.
  public let description: String

  /// A name of 1 to 255 printable ASCII, in which `*` stands at the end or nowhere; else nil.
  public init?(_ text: String) {
    guard VisibleText.isIdentifier(text), !text.dropLast().contains("*") else { return nil }
    description = text
  }

  /// The user, if it is one alone.
  var onlyUser: String? { description.hasSuffix("*") ? nil : description }

  /// Whether a user is one of these.
  public func contains(_ user: String) -> Bool {
    guard description.hasSuffix("*") else { return Array(user.utf8) == Array(description.utf8) }
    return user.utf8.starts(with: description.utf8.dropLast())
  }
}

/// What comes of a token that was handed in.
public enum SignIn: Hashable, Sendable {
  /// It is that of a principal.
  case principal(Principal)
  /// It is nobody's.
  case refused
  /// The tokens cannot be looked at now.
  case unavailable
}

/// Sessions that have yet to sign in, and until when they may, the earliest first.
struct AdmissionQueue: Sendable {
  private var waiting: [(id: SessionID, until: Instant)] = []
  private var head = 0

  /// The earliest time at which one may have to go.
  var next: Instant? { head < waiting.count ? waiting[head].until : nil }

  /// One more; nobody may stay shorter than those before it.
  mutating func append(_ id: SessionID, until: Instant) { waiting.append((id, until)) }

  /// Takes those out whose time is over.
  mutating func takeOver(at now: Instant) -> [SessionID] {
    var over: [SessionID] = []
    while let until = next, until <= now {
      over.append(waiting[head].id)
      head += 1
    }
    // Those taken out are given up now and then, so that none costs more than a moment.
    if head > 64, head * 2 > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    return over
  }
}
