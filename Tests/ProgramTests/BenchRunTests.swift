// The measures of a running usher, made small: their figures come out, and nothing is left over.

import Foundation
import Testing

@Suite("Measuring the program")
struct BenchRunTests {
  /// Arguments behind `bench`, and the beginnings of the lines that must end in a figure.
  private static let measures: [(String, [String])] = [
    (
      "trips --rounds 2 --trips 110",
      [
        "110 trips of 3 people, of 4 legs each: ", "3 rides are followed",
        "products for T3: what is said ", "products for T3: what the service answers ",
        "products for T3: the whole turn ", "a wake at which nothing is due ",
        "an hour in which nobody says anything: ",
      ]
    ),
    (
      "server --only noop,free,idle --runs 1 --requests 60 --connections 18",
      [
        "/noop, one at a time", "/noop, 16 in flight", "/sync x, 16 in flight",
        "/status, 16 in flight", "redis: ", "what is free tomorrow 10 to 11, 16 in flight",
        "is Bunker free tomorrow at 10, 16 in flight", "an idle connection: ",
      ]
    ),
    (
      "server --only start,memory,rooms --runs 1 --requests 20 --bookings 30",
      [
        "a booking in memory, bare: ", "a booking in memory, with an attendee and an accepted",
        "what is free tomorrow 10 to 11, 16 in flight", "from the start to the answer",
      ]
    ),
    (
      "store --runs 1 --requests 60",
      [
        "usher, 4 in flight", "SQLite alone, the same rows", "ratio", "a pass, sent and accepted",
        "rows a booking: ", "bookings a transaction: ",
      ]
    ),
  ]

  @Test("Each figure is told, and neither a process nor a file is left", arguments: measures)
  func figures(_ line: String, _ beginnings: [String]) throws {
    let folder = try Folder()
    let program = try Program(
      ["bench"] + line.split(separator: " ").map(String.init), in: folder, patienceSeconds: 90,
      environment: ["TMPDIR": folder.path])
    program.endInput()
    let ended = program.ended()
    #expect(ended.code == 0, "\(ended.errors)")
    let lines = ended.output.split(separator: "\n")
    for beginning in beginnings {
      #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning): \(ended.output)")
    }
    #expect(try folder.names(in: ".").allSatisfy { $0.hasSuffix(".profraw") })
    #expect(try Self.processes(in: folder.path) == [])
  }

  @Test("Who asks it to end is told so, and neither a process nor a file is left")
  func interrupted() throws {
    let folder = try Folder()
    let program = try Program(
      ["bench", "server", "--only", "noop", "--runs", "100"], in: folder,
      environment: ["TMPDIR": folder.path])
    _ = try program.output(holding: "requests in text")
    program.send(SIGTERM)
    let ended = program.ended()
    #expect(ended.code == 75)
    #expect(ended.errors.contains("interrupted"))
    #expect(try folder.names(in: ".").allSatisfy { $0.hasSuffix(".profraw") })
    #expect(try Self.processes(in: folder.path) == [])
  }

  /// The command lines of processes that name a folder (proc(5)), or work in one below it.
  private static func processes(in folder: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: "/proc/self") else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
      .compactMap { number in
        let octets = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") ?? Data()
        let line = String(decoding: octets, as: UTF8.self)
        return line.contains(folder) ? line : nil
      }
  }
}
