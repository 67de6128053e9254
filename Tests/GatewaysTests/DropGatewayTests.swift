// Passes as files: their names, their content, and disks that refuse.

import Foundation
import Gateways
import JSON
import Passes
import Testing

/// A class: at its end the folder of the test goes.
@Suite(.timeLimit(.minutes(1)))
final class DropGatewayTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("usher-drop-\(UUID().uuidString)")
  }

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
  }

  private func drop(_ call: GatewayCall, in path: String) async throws -> GatewayAnswer {
    let arrivals = Arrivals()
    let gateway = try DropGateway(folder: path, zone: berlin, report: arrivals.report)
    gateway.start(call, roomName: "Aquarium", untitled: "Meeting")
    let answer = try await arrivals.answer()
    gateway.close()
    return answer
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("Each pass becomes a readable file that only its user may read")
  func files() async throws {
    let path = folder.appendingPathComponent("new/passes")
    let call = try makeCall(people: ["Ana", "Ben"], title: "Q&A \"2\"", description: "")
    #expect(try await drop(call, in: path.path).outcome == .success)
    #expect(try names(in: path) == ["P12-B17-ana@x.com.json", "P13-B17-ben@x.com.json"])
    let file = path.appendingPathComponent("P12-B17-ana@x.com.json")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == #"""
        {
          "pass": "P12",
          "edition": 0,
          "kind": "new",
          "booking": {
            "reference": "B17",
            "version": 1,
            "room": "Aquarium",
            "start": "2026-11-25T10:15",
            "end": "2026-11-25T11:00",
            "zone": "Europe/Berlin",
            "start_unix_seconds": 1795598100,
            "end_unix_seconds": 1795600800,
            "title": "Q&A \"2\"",
            "description": "Q&A \"2\""
          },
          "attendee": {
            "name": "Ana",
            "email": "ana@x.com",
            "number": "+49301234560"
          }
        }

        """#)
    let modes = try [path.path, file.path].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o600])
  }

  @Test("The same edition written again is one file; an update and a cancellation are files beside")
  func editions() async throws {
    for call in [
      try makeCall(), try makeCall(title: "Renamed"),
      try makeCall(kind: .update, sequence: 1), try makeCall(kind: .cancellation, sequence: 2),
    ] {
      #expect(try await drop(call, in: folder.path).outcome == .success)
    }
    #expect(
      try names(in: folder) == [
        "P12-B17-ana@x.com.json", "P12.1-B17-ana@x.com.json", "P12.2-B17-ana@x.com.json",
      ])
    let texts = try names(in: folder).map {
      try JSONValue(
        parsing: [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))))
    }
    #expect(texts.map { $0["kind"] } == ["new", "update", "cancellation"])
    #expect(texts[0]["booking"]?["title"] == "Renamed")
  }

  @Test("It can be asked which passes were written")
  func asking() async throws {
    #expect(try await drop(try makeCall(people: ["Ana"]), in: folder.path).outcome == .success)
    let question = try makeCall(people: ["Ana", "Ben"], purpose: .ask)
    #expect(try await drop(question, in: folder.path).outcome == .told(sent: [true, false]))
  }

  @Test("An address cannot lead a file out of its folder")
  func wildAddress() async throws {
    let call = try makeCall(people: ["/Wild{Ä|b}'$"])
    #expect(try await drop(call, in: folder.path).outcome == .success)
    #expect(try names(in: folder) == ["P12-B17-_wild___b___@x.com.json"])
  }

  @Test(
    "A disk that refuses is a failure before sending, in the system's words, and leaves no rest")
  func refusals() async throws {
    try makeFolder(0o700)
    let file = folder.appendingPathComponent("file")
    try Data().write(to: file)
    let inFile = try await drop(try makeCall(), in: file.appendingPathComponent("a").path)
    #expect(inFile.outcome == .connectionFailed(beforeSending: true))
    #expect(inFile.remark == "mkdir: Not a directory")
    let onFile = try await drop(try makeCall(), in: file.path)
    #expect(onFile.outcome == .connectionFailed(beforeSending: true))
    #expect(onFile.remark == "open: Not a directory")
    // A folder stands where the file of the pass should be.
    let passes = folder.appendingPathComponent("passes")
    let taken = passes.appendingPathComponent("P12-B17-ana@x.com.json/inside")
    try FileManager.default.createDirectory(
      at: taken, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let overFolder = try await drop(try makeCall(), in: passes.path)
    #expect(overFolder.outcome == .connectionFailed(beforeSending: true))
    #expect(overFolder.remark == "rename: Is a directory")
    #expect(try names(in: passes) == ["P12-B17-ana@x.com.json"])
  }

  private func makeFolder(_ mode: Int) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
  }

  @Test("A file that somebody has put where a pass is written first never holds the pass")
  func plantedFile() async throws {
    try makeFolder(0o700)
    let planted = folder.appendingPathComponent(".P12-B17-ana@x.com.json.partial")
    let spy = folder.appendingPathComponent("spy")
    try Data("nothing".utf8).write(to: spy)
    try FileManager.default.linkItem(at: spy, to: planted)
    #expect(try await drop(try makeCall(), in: folder.path).outcome == .success)
    #expect(try String(contentsOf: spy, encoding: .utf8) == "nothing")
    #expect(try names(in: folder) == ["P12-B17-ana@x.com.json", "spy"])
    let file = folder.appendingPathComponent("P12-B17-ana@x.com.json")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.referenceCount] as? Int == 1)
  }

  @Test("A folder that others may write is refused with what to type", arguments: [0o770, 0o707])
  func exposedFolder(mode: Int) async throws {
    try makeFolder(mode)
    let arrivals = Arrivals()
    do throws(GatewaySetupFault) {
      _ = try DropGateway(folder: folder.path, zone: berlin, report: arrivals.report)
      Issue.record("it is taken")
    } catch {
      #expect(
        error.description == "others may write in the folder of passes; type: chmod go-w "
          + "\"\(folder.path)\"")
    }
  }

  @Test("A folder that others may write since the start gets no pass and is not asked")
  func exposedSince() async throws {
    try makeFolder(0o700)
    let arrivals = Arrivals()
    let gateway = try DropGateway(folder: folder.path, zone: berlin, report: arrivals.report)
    gateway.start(try makeCall(), roomName: "Aquarium", untitled: "Meeting")
    #expect(try await arrivals.answer().outcome == .success)
    try makeFolder(0o777)
    for call in [try makeCall(people: ["Ben"]), try makeCall(purpose: .ask)] {
      gateway.start(call, roomName: "Aquarium", untitled: "Meeting")
      let answer = try await arrivals.answer()
      #expect(answer.outcome == .connectionFailed(beforeSending: true))
      #expect(answer.remark?.hasPrefix("others may write in the folder of passes") == true)
    }
    gateway.close()
    #expect(try names(in: folder) == ["P12-B17-ana@x.com.json"])
  }
}
