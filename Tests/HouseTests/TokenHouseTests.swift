// Tokens in a running house: in which order sessions hear what becomes of theirs, and what they
// hear when the store fails in the same moment.

import BookingAgent
import CivilTime
import Foundation
import House
import LineProtocol
import SimulatedDisk
import Storage
import Testing

/// A house with a file of tokens, on a disk, with people in text. A class because the house is one,
/// and because the file ends with it.
private final class TokenHouse {
  let disk = Disk(seed: 1)
  let tokens: TokenFile
  private let folder: URL
  private let house: RunningHouse
  private var now = Instant(seconds: 1_795_590_000)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "usher-tokens-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    tokens = TokenFile(at: folder.appending(path: "tokens").path)
    var settings = try HouseMaking.settingsForPlay()
    settings.store = .disk(disk.name, file: "usher.db")
    settings.clock = .told(now)
    settings.tokens = tokens
    house = try RunningHouse(settings, log: { _ in }, nudge: {})
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("\(folder.path) stays: \(error)")
    }
  }

  /// A token for somebody alone.
  func add(_ user: String) throws -> String {
    let namespaces = [UserNamespace(user)].compactMap(\.self)
    return try tokens.add(Principal(name: user, namespaces: namespaces))
  }

  /// A connection, on which somebody has to sign in or not.
  func open(_ number: Int, _ access: SessionFace.Access = .token) {
    let face = SessionFace(kind: .tcp, encoding: .text, access: access)
    _ = house.wake([.opened(SessionID(number), face)])
  }

  /// Lines said at once, some seconds later; what is told of it, by session: codes, and `closed`.
  func say(_ lines: (Int, String)..., after seconds: Int64 = 0) throws -> [Int: [String]] {
    now = now + .seconds(seconds)
    house.clock = .told(now)
    let events = try lines.map { number, line in
      let request = try #require(TextRequest(reading: Array(line.utf8)))
      return Event.asked(SessionID(number), .text(request))
    }
    var told: [Int: [String]] = [:]
    for effect in house.wake(events.isEmpty ? [.due] : events) {
      switch effect {
      case .reply(let id, _, let reply): told[id.number, default: []].append(reply.words)
      case .notice(let id, let notice):
        told[id.number, default: []].append("* \(notice.name?.description ?? "")")
      case .close(let id): told[id.number, default: []].append("closed")
      default: break
      }
    }
    return told
  }
}

extension Reply {
  fileprivate var words: String {
    ["\(code.rawValue)", name?.description].compactMap(\.self).joined(separator: " ")
  }
}

@Suite("Tokens in a running house")
struct TokenHouseTests {
  private static let booking = "book Aquarium on 2026-12-01 10-11"

  @Test("What was done for whom a token was taken back is told before the end of the session")
  func order() throws {
    let house = try TokenHouse()
    let token = try house.add("mia")
    house.open(1)
    #expect(try house.say((1, "/auth token \(token)")) == [1: ["235"]])
    try house.tokens.revoke("mia")
    let told = try house.say((1, Self.booking), (1, "/noop"), after: 10)
    #expect(told == [1: ["250", "200", "* AUTH/REQUIRED", "closed"]])
  }

  @Test("Whose time to sign in is over is told so, also when the store fails with it")
  func endsInWords() throws {
    let house = try TokenHouse()
    house.open(1)
    house.open(2, .open)
    #expect(try house.say((2, "/as mia")) == [2: ["200"]])
    house.disk.standing = .full
    let told = try house.say((2, Self.booking), after: 30)
    #expect(told == [1: ["* LIMIT/AUTHTIME", "closed"], 2: ["452 SYS/SPACE"]])
  }

  @Test("Behind a token that was taken while the store failed, the next line is no token")
  func nextLineIsNoToken() throws {
    let house = try TokenHouse()
    let token = try house.add("mia")
    house.open(1)
    house.open(2, .open)
    #expect(try house.say((2, "/as mia"), (1, "/auth token")) == [1: ["334"], 2: ["200"]])
    house.disk.standing = .full
    let told = try house.say((1, token), (2, Self.booking))
    #expect(told == [1: ["235"], 2: ["452 SYS/SPACE"]])
    house.disk.standing = nil
    #expect(try house.say((1, "rooms")) == [1: ["212"]])
  }

  @Test("Who is told that the store failed instead of being signed in has not signed in")
  func notSignedIn() throws {
    let house = try TokenHouse()
    let token = try house.add("mia")
    house.open(1)
    house.disk.standing = .full
    let told = try house.say((1, "/auth token \(token)"), (1, Self.booking))
    #expect(told == [1: ["452 SYS/SPACE", "452 SYS/SPACE"]])
    house.disk.standing = nil
    #expect(try house.say((1, "rooms")) == [1: ["530 AUTH/REQUIRED"]])
  }
}
