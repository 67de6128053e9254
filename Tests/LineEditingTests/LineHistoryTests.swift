// The file of what was typed: who may read it, what is kept, and what is done with one that others
// have made.

import Foundation
import LineEditing
import Testing

struct LineHistoryTests {
  /// A folder for one test, gone with it.
  private final class Place {
    // A class: it is taken away once.
    let path = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID())").path
    var file: String { "\(path)/usher/history" }

    deinit {
      do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record(error) }
    }

    func write(_ octets: [UInt8]) throws {
      try FileManager.default.createDirectory(
        atPath: "\(path)/usher", withIntermediateDirectories: true)
      try Data(octets).write(to: URL(fileURLWithPath: file))
    }

    func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    }
  }

  @Test("Lines come back in their order, from a file that nobody else reads")
  func comesBack() throws {
    let place = Place()
    var history = LineHistory(path: place.file)
    #expect(try history.read() == [])
    for line in ["rooms", "my bookings", "my bookings", "rooms", "büche 日"] {
      try history.add(line)
    }
    #expect(try place.mode() == 0o600)
    var again = LineHistory(path: place.file)
    #expect(try again.read() == ["rooms", "my bookings", "rooms", "büche 日"])
    try again.add("büche 日")
    #expect(try place.text() == "rooms\nmy bookings\nrooms\nbüche 日\n")
  }

  @Test(
    "What signs in, is blank, or would be refused is not kept",
    arguments: [
      "/auth token usher-1", " /AUTH", "@a=b /auth token x", "", "  \t", "a\u{1B}[31m", "a\u{FFFD}",
      String(repeating: "a", count: 4_097),
    ])
  func keepsOut(line: String) throws {
    let place = Place()
    var history = LineHistory(path: place.file)
    try history.add("rooms")
    try history.add(line)
    #expect(try place.text() == "rooms\n")
  }

  @Test("No more lines are kept than may be, the newest")
  func staysShort() throws {
    let place = Place()
    var limits = LineEditingLimits()
    limits.historyLinesMax = 3
    var history = LineHistory(path: place.file, limits: limits)
    for number in 1...5 { try history.add("line \(number)") }
    #expect(try place.text() == "line 3\nline 4\nline 5\n")
    #expect(try place.mode() == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/usher").count == 1)
    // Another one who adds meanwhile is not lost.
    var other = LineHistory(path: place.file, limits: limits)
    _ = try other.read()
    try other.add("theirs")
    try history.add("ours")
    #expect(try place.text() == "line 5\ntheirs\nours\n")
  }

  @Test("Of a file that others made the lines that can be ours are read, and it is closed to them")
  func readsHostile() throws {
    let place = Place()
    try place.write(
      Array("rooms\n\u{1B}]0;owned\u{7}\n\n/auth token x\n".utf8) + [0xFF, 0x0A]
        + Array(repeating: UInt8(ascii: "a"), count: 5_000) + Array("\nmore\nhalf".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.file)
    var history = LineHistory(path: place.file)
    #expect(try history.read() == ["rooms", "more", "half"])
    #expect(try place.mode() == 0o600)
    // A line that was cut off does not swallow the next.
    try history.add("next")
    let octets = try Data(contentsOf: URL(fileURLWithPath: place.file))
    #expect(octets.suffix(11) == Data("\nhalf\nnext\n".utf8))
  }

  @Test("Of a file that is too long the end is read, by whole lines")
  func readsTheEnd() throws {
    let place = Place()
    var limits = LineEditingLimits()
    limits.historyLinesMax = 2
    limits.historyLineOctetsMax = 4
    try place.write(Array("aaaa\nbbbb\ncc\ndd\nee\n".utf8))
    var history = LineHistory(path: place.file, limits: limits)
    // Ten octets from the end lies the middle of a line.
    #expect(try history.read() == ["dd", "ee"])
  }

  @Test("What is no file is left alone")
  func leavesOthers() throws {
    let place = Place()
    let folder = "\(place.path)/usher"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let own = "\(folder)/own"
    try Data("secret\n".utf8).write(to: URL(fileURLWithPath: own))
    #expect(symlink(own, place.file) == 0)
    expectNotOurs(place.file)
    #expect(try String(contentsOfFile: own, encoding: .utf8) == "secret\n")
    try FileManager.default.removeItem(atPath: place.file)
    // Nobody reads from it, and nobody is waited for.
    #expect(mkfifo(place.file, 0o600) == 0)
    expectNotOurs(place.file)
    try FileManager.default.removeItem(atPath: place.file)
    try FileManager.default.createDirectory(atPath: place.file, withIntermediateDirectories: true)
    #expect(throws: HistoryFault.self) { try LineHistory.adding("x", at: place.file) }
  }

  private func expectNotOurs(_ path: String) {
    var history = LineHistory(path: path)
    #expect(throws: HistoryFault.notOurs(path: path)) { try history.read() }
    #expect(throws: HistoryFault.self) { try LineHistory.adding("x", at: path) }
  }

  @Test("A folder that cannot be written is a fault with the system's reason")
  func cannotWrite() throws {
    #expect(throws: HistoryFault.self) { try LineHistory.adding("x", at: "/proc/usher/history") }
  }
}

extension LineHistory {
  fileprivate static func adding(_ line: String, at path: String) throws {
    var history = LineHistory(path: path)
    try history.add(line)
  }
}
