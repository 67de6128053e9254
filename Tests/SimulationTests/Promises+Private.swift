// What must not be overheard, looked for in every octet that leaves: who comes to a booking of
// somebody else, and of a private one its title, its description and whose it is.

import BookingAgent
import Bookings
import CivilTime
import JSON
import LineProtocol

/// Who hears some octets.
enum Hearer: Hashable, CustomStringConvertible {
  /// Somebody whose name is known.
  case user(String)
  /// Somebody whose name nobody can know from outside, but for whom they may speak.
  case oneOf(Set<String>)
  /// A log, or a program that asked in nobody's name.
  case noUser
  /// Somebody in text whose name nobody can know from outside, or who has gone.
  case anybody

  init(_ user: String?) { self = user.map { .user($0) } ?? .noUser }

  init(_ asked: Asked) { self = asked.mayBeAnybody ? .anybody : Hearer(asked.user) }

  func `is`(_ user: UserID) -> Bool { names.contains(user.text) }

  /// Who it may be, where that is known.
  var names: Set<String> {
    switch self {
    case .user(let name): [name]
    case .oneOf(let names): names
    case .noUser, .anybody: []
    }
  }

  /// Whether all of a booking may be read.
  func mayRead(_ booking: Booking) -> Bool {
    names.contains { SimulatedPeople.may($0, change: booking) }
  }

  var description: String {
    switch self {
    case .user(let name): name
    case .oneOf(let names): "one of \(names)"
    case .noUser: "nobody"
    case .anybody: "anybody"
    }
  }
}

/// Words that stand for one booking alone: talkers give each title, description and attendee once.
struct Secrets {
  /// What a word tells.
  enum Kind: Hashable {
    /// A title or a description: a secret while the booking is private.
    case text
    /// The name, address or number of an attendee: always a secret.
    case contact
  }

  private struct Secret: Hashable {
    let kind: Kind
    let reference: BookingReference
  }

  /// Who waits for something by such words: as long as it is not booked, they are a secret.
  private var wished: [String: Set<UserID>] = [:]

  private var secrets: [String: Set<Secret>] = [:]
  private var bookings: [BookingReference: Booking] = [:]
  /// Bookings that everybody might once read of; an answer given then may be given again.
  private var oncePublic: Set<BookingReference> = []

  /// Takes a booking in as it is now.
  mutating func note(_ booking: Booking) {
    guard bookings.updateValue(booking, forKey: booking.reference) != booking else { return }
    if !booking.isPrivate { oncePublic.insert(booking.reference) }
    let contacts = booking.attendees.flatMap {
      [$0.name, $0.email.text, $0.phone?.e164 ?? $0.email.text]
    }
    for (kind, texts) in [(.text, [booking.title, booking.description]), (Kind.contact, contacts)] {
      for word in texts.flatMap({ Words.all(of: $0.utf8) }) where Talker.isFresh(word) {
        secrets[word, default: []].insert(Secret(kind: kind, reference: booking.reference))
      }
    }
  }

  /// Takes in what is to be booked when it becomes free.
  mutating func note(_ wait: Wait) {
    let request = wait.wish.request
    let people = request.attendees.flatMap { [$0.name, $0.email, $0.phone].compactMap(\.self) }
    for text in [request.title, request.description] + people {
      for word in Words.all(of: text.utf8) where Talker.isFresh(word) {
        wished[word, default: []].insert(wait.user)
      }
    }
  }

  /// The same as it is after a wake, unless it is known already: what was told before a change was
  /// told of what was. What a wake makes public may be told within it.
  mutating func noteNew(_ booking: Booking) {
    if bookings[booking.reference] == nil || !booking.isPrivate { note(booking) }
  }

  /// The words of some octets that must not be told to somebody.
  func told(by octets: some Sequence<UInt8>, to hearer: Hearer, isRepeated: Bool) -> [String] {
    Words.all(of: octets).filter { word in
      guard let secrets = secrets[word] else {
        return wished[word].map { !$0.contains(where: hearer.is) } ?? false
      }
      // All of a series are called the same and have the same people; one may be private.
      return !secrets.contains { secret in
        guard let booking = bookings[secret.reference] else { return true }
        if hearer.mayRead(booking) { return true }
        switch secret.kind {
        case .contact: return false
        case .text:
          return !booking.isPrivate || isRepeated && oncePublic.contains(secret.reference)
        }
      }
    }
  }

  /// Whether a line tells whose a private booking is: by its reference, or by its day and times.
  func organiser(in line: String, to hearer: Hearer) -> String? {
    // Who comes was said by whoever hears it.
    let told = line.split(separator: " with ", maxSplits: 1).first ?? ""
    let words = Set(Words.all(of: told.utf8))
    let theirs = bookings.values.filter { booking in
      booking.holders.contains { words.contains($0.text) } && !hearer.mayRead(booking)
    }
    let isAboutAnother = bookings.values.contains { booking in
      (!booking.isPrivate || hearer.mayRead(booking))
        && words.contains(booking.reference.description.lowercased())
    }
    return theirs.first { booking in
      guard booking.isPrivate else { return false }
      let span = booking.span
      let place = "\(span.start.date.day) \(span.start.time) \(span.end.time)"
      return words.contains(booking.reference.description.lowercased())
        || !isAboutAnother && Words.all(of: place.utf8).allSatisfy(words.contains)
    }.map { "\($0.owner) of \($0.reference)" }
  }

  /// Whether a booking that a program is shown as an object is hidden from whom it speaks for.
  func hides(_ booking: JSONValue, from hearer: Hearer) -> Bool {
    guard let number = booking["ref"]?.string.flatMap({ Int($0.dropFirst()) }),
      let known = bookings[BookingReference(number)]
    else { return false }
    return known.isPrivate && !hearer.mayRead(known)
  }
}

/// Runs of ASCII letters and digits, in small letters.
enum Words {
  static func all(of octets: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for octet in octets {
      switch octet {
      case 0x30...0x39, 0x61...0x7A: word.append(octet)
      case 0x41...0x5A: word.append(octet | 0x20)
      case _ where word.isEmpty: break
      case _:
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  /// Whether a word is the name of a wait, in small letters.
  static func isWait(_ word: String) -> Bool {
    word.first == "w" && word.count > 1 && word.dropFirst().allSatisfy(\.isNumber)
  }
}

extension Promises {
  /// Nobody reads what somebody else keeps private, nor who comes to another's booking.
  mutating func overheard(_ octets: [UInt8], by hearer: Hearer, isRepeated: Bool = false) {
    checkRides(in: octets, told: hearer)
    if hearer == .anybody { return }
    for word in secrets.told(by: octets, to: hearer, isRepeated: isRepeated) {
      self.break(
        "private stays private",
        "\(hearer) reads \(word) in \(String(decoding: octets, as: UTF8.self))")
    }
  }

  /// The same for lines and members, which tell more than their words one by one.
  /// What answers something may say again what was said.
  mutating func overheard(
    _ lines: [String], _ members: JSONObject, by hearer: Hearer, after said: String? = nil
  ) {
    if hearer == .anybody { return }
    for line in lines {
      guard let told = secrets.organiser(in: line, to: hearer) else { continue }
      self.break("private stays private", "\(hearer) reads \(told) in \(line)")
    }
    let told = members["effects"]?.array ?? []
    var named = told.compactMap { $0["wait"]?["ref"]?.string }
    named += [members["wait"]?["ref"]?.string].compactMap(\.self)
    let words = lines.flatMap { Words.all(of: $0.utf8) }.filter(Words.isWait)
    named += Set(words).subtracting(Words.all(of: (said ?? "").utf8)).sorted()
    for wait in named {
      guard !hearer.names.isEmpty, let owner = waits.owner(of: wait),
        !hearer.names.contains(owner)
      else { continue }
      self.break("who waits is private", "\(hearer) is told of \(wait), which is \(owner)'s")
    }
    let effects = told.compactMap { $0["booking"] }
    let shown = (members["bookings"]?.array ?? []) + effects + [members["booking"] ?? .null]
    for booking in shown where secrets.hides(booking, from: hearer) {
      self.break("private stays private", "\(hearer) is shown \(booking)")
    }
  }
}
