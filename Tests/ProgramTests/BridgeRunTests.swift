// What is told to bridge authors, held against the program: the session of `usher help bridge`, and
// the bridge of fifteen lines in the README.

import Foundation
import Testing

@Suite("Bridges")
struct BridgeRunTests {
  @Test("The session of the help goes as it is told")
  func session() throws {
    let help = try Program.run(["help", "bridge"], in: Folder()).output
    let told = try #require(help.components(separatedBy: "Examples:\n").last)
    // Lines that follow an arrow belong to it; a blank stands where a line was cut at one.
    var lines: [String] = []
    for line in told.split(separator: "\n") {
      let text = line.dropFirst(2)
      if text.hasPrefix("→ ") || text.hasPrefix("← ") {
        lines.append(String(text))
      } else {
        let rest = text.drop { $0 == " " }
        let isInWords = lines.last?.last.map { $0.isLetter } ?? false
        lines[lines.count - 1] += (isInWords ? " " : "") + rest
      }
    }
    let asked = lines.filter { $0.hasPrefix("→ ") }.map { String($0.dropFirst(2)) }
    let answers = lines.filter { $0.hasPrefix("← ") }.map { $0.dropFirst(2) }
    #expect(asked.count == 6 && answers.count == asked.count)
    let ran = try Program.run(
      ["serve", "--test", "--clock", "2026-11-24T09:07", "--seed", "1", "--stdio", "json"],
      in: Folder(), saying: asked.joined(separator: "\n") + "\n")
    let came = ran.output.split(separator: "\n")
    try #require(came.count == answers.count)
    for (answer, line) in zip(answers, came) {
      #expect(line.hasPrefix(answer.prefix { $0 != "…" }), "\(line)")
    }
  }

  @Test("The bridge of fifteen lines books, clashes and chooses")
  func fifteenLines() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let bridge = try #require(
      readme.components(separatedBy: "```python\n").dropFirst().first?
        .components(separatedBy: "```").first)
    #expect(bridge.split(separator: "\n").count == 15)
    let folder = try Folder()
    let script = try folder.file("bridge.py", bridge)
    let usher = URL(filePath: folder.path).appending(path: "usher")
    try FileManager.default.createSymbolicLink(
      at: usher, withDestinationURL: URL(filePath: Program.path))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script]
    process.environment = [
      "PATH": "\(folder.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")",
      "XDG_STATE_HOME": "\(folder.path)/state",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let lines = [
      "ana book Aquarium next Wednesday at 10:00", "ben book Aquarium next Wednesday at 10:00",
      "ben 2",
      "ben cancel B99",
    ]
    try input.fileHandleForWriting.write(
      contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    try input.fileHandleForWriting.close()
    let told = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(told.hasPrefix("ana: Booked B1: Aquarium"))
    #expect(told.contains("ben: Aquarium is taken") && told.contains("ben: Booked B2: "))
    #expect(told.hasSuffix("ben: I know no booking B99.\n"))
  }
}
