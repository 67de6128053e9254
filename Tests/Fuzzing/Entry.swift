// The door by which libFuzzer comes to the faces of FuzzTests. No part of the package: `Tests/fuzz`
// builds it, together with those faces, and starts it.

import Foundation

private enum Entry {
  static let face: Face = {
    let name = ProcessInfo.processInfo.environment["FACE"] ?? ""
    guard let face = Face(rawValue: name) else {
      end("FACE=\(name) is none of \(Face.allCases.map(\.rawValue))")
    }
    return face
  }()

  static let bench: Bench = {
    do { return try Bench() } catch { end("no bench: \(error)") }
  }()

  static func end(_ words: String) -> Never {
    FileHandle.standardError.write(Data("\(words)\n".utf8))
    exit(2)
  }

  /// What to begin with, an input a file, and the words, as libFuzzer reads them.
  static func writeSeeds(into folder: URL) throws {
    let mutator = try Seeds().mutator(for: face)
    let choice = [UInt8](repeating: 0, count: face.choosingOctets)
    for (number, seed) in mutator.seeds.enumerated() {
      try Data(choice + seed).write(to: folder.appending(path: "seed-\(number)"))
    }
    let words = mutator.words + HostileWords.all + HostileWords.numbers
    let lines = words.filter { !$0.isEmpty }.map { word in
      let octets = word.map { octet in
        let digits = String(octet, radix: 16)
        return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
      }
      return "\"\(octets.joined())\"\n"
    }
    try Data(lines.joined().utf8).write(
      to: folder.deletingLastPathComponent().appending(path: "\(face.rawValue).words"))
  }
}

/// Makes everything ready, so that the first input costs what the others do.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
  if let folder = ProcessInfo.processInfo.environment["SEEDS_INTO"] {
    do { try Entry.writeSeeds(into: URL(filePath: folder)) } catch { Entry.end("\(error)") }
    exit(0)
  }
  _ = Entry.bench
  return 0
}

/// One input. A complaint ends the process as a trap does, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let octets = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let verdict = Entry.bench.check(octets, at: Entry.face)
  if let complaint = verdict.complaints.first {
    FileHandle.standardError.write(Data("\(Entry.face): \(complaint)\n".utf8))
    abort()
  }
  return 0
}
