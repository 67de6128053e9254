// The built program as a process of its own: arguments in, octets and an exit code out. Every wait
// has a deadline, and what is started is ended by its process id.

import Foundation
import Synchronization
import Testing

/// How a run of the program ended.
struct Ended {
  let code: Int32
  let output: String
  let errors: String
}

struct Trouble: Error, CustomStringConvertible {
  let description: String
}

/// One process of the program.
final class Program {
  /// Seconds after which a process that has not ended by itself is killed: what is watched is
  /// slower.
  static let patienceSeconds = watching.isEmpty ? 20.0 : 120.0

  /// The program that was built with the tests, or the one that `USHER` names.
  static let path: String = {
    // A process that has ended reads no more; that is for the test to see, not to die of.
    signal(SIGPIPE, SIG_IGN)
    if let named = ProcessInfo.processInfo.environment["USHER"] { return named }
    let beside =
      Bundle.allBundles.map(\.bundleURL) + [
        URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL.appending(path: "x"),
      ]
    let places = beside.map { $0.deletingLastPathComponent().appending(path: "usher").path }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "usher (not built)"
  }()

  /// What tells those that watch the program what to do: `USHER_PROFILES` names the folder where
  /// each process built for coverage writes what it executed; a sanitizer has its options.
  private static let watching: [String: String] = {
    let environment = ProcessInfo.processInfo.environment
    var told = environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    if let folder = environment["USHER_PROFILES"] {
      told["LLVM_PROFILE_FILE"] = "\(folder)/usher-%p.profraw"
    }
    return told
  }()

  private let process = Process()
  /// It stays as long as the process does.
  private let folder: Folder
  private let input = Pipe()
  private let output: Drain
  private let errors: Drain

  /// Starts it, in a folder of its own where nobody's store is; by a line of the shell, where `$0`
  /// and `$@` are the program and its arguments, if one is given.
  init(
    _ arguments: [String], in folder: Folder, standardInput: FileHandle? = nil,
    standardOutput: FileHandle? = nil, patienceSeconds: Double = patienceSeconds,
    at terminal: Terminal? = nil,
    environment: [String: String] = [:], by shell: String? = nil
  ) throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: shell == nil ? Self.path : "/bin/sh")
    process.arguments = shell.map { ["-c", $0, Self.path] + arguments } ?? arguments
    process.environment = [
      "XDG_STATE_HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC",
    ].merging(Self.watching) { own, _ in own }.merging(environment) { _, told in told }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let (out, err) = (Pipe(), Pipe())
    let standardOutput = terminal?.inside ?? standardOutput
    if let standardInput = terminal?.inside ?? standardInput {
      process.standardInput = standardInput
    } else {
      process.standardInput = input
    }
    process.standardOutput = standardOutput ?? out
    process.standardError = err
    Self.letSignalsThrough()
    try process.run()
    output = standardOutput == nil ? Drain(out.fileHandleForReading) : Drain(nil)
    errors = Drain(err.fileHandleForReading)
    let id = process.processIdentifier
    let deadline = DispatchTime.now() + patienceSeconds
    DispatchQueue.global().asyncAfter(deadline: deadline) { [process] in
      if process.isRunning { Foundation.kill(id, SIGKILL) }
    }
  }

  /// Threads of Dispatch block most signals, and a mask outlives `exec`: the program would never
  /// hear of the one it must not die of.
  private static func letSignalsThrough() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  /// Asked twice, it ends at once but in order: what watches it is lost with a killed process.
  deinit {
    if process.isRunning {
      send(SIGTERM)
      send(SIGINT)
    }
    process.waitUntilExit()
    hearSanitizer()
  }

  /// Runs it from the first octet of its input to its end.
  static func run(
    _ arguments: [String], in folder: Folder, saying input: String = "",
    standardOutput: FileHandle? = nil
  ) throws -> Ended {
    try run(arguments, in: folder, octets: Array(input.utf8), standardOutput: standardOutput)
  }

  /// As `run`, with octets that need not be text.
  static func run(
    _ arguments: [String], in folder: Folder, octets: [UInt8], standardOutput: FileHandle? = nil
  ) throws -> Ended {
    let program = try Program(arguments, in: folder, standardOutput: standardOutput)
    program.say(octets)
    program.endInput()
    return program.ended()
  }

  var isRunning: Bool { process.isRunning }

  func say(_ octets: [UInt8]) {
    do {
      try input.fileHandleForWriting.write(contentsOf: octets)
    } catch {
      // It has ended; its exit code tells why.
      Issue.record("it no longer reads: \(error)")
    }
  }

  func say(_ line: String) { say(Array("\(line)\n".utf8)) }

  /// Says each line as soon as what asks for it has come, behind the line before.
  func answer(_ lines: [(line: String, wanted: String)]) throws {
    var count = 0
    for (line, wanted) in lines {
      let output = try output { text in
        text.count >= count && text.dropFirst(count).contains(wanted)
      }
      count = output.count
      say(line)
    }
  }

  func endInput() {
    do { try input.fileHandleForWriting.close() } catch { Issue.record(error) }
  }

  func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

  /// Kills it so many microseconds from now, whatever it does then.
  func kill(inMicroseconds microseconds: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(microseconds)) { [process] in
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }
  }

  /// Octets of memory that it holds, or 0 where the system does not tell them so (proc(5)).
  var residentOctets: Int {
    let path = "/proc/\(process.processIdentifier)/statm"
    guard let octets = FileManager.default.contents(atPath: path) else { return 0 }
    let pages = String(decoding: octets, as: UTF8.self).split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }

  /// Hundredths of a second that it has computed, or 0 where the system does not tell (proc(5)).
  var processorTicks: Int {
    let path = "/proc/\(process.processIdentifier)/stat"
    guard let octets = FileManager.default.contents(atPath: path) else { return 0 }
    // Its name stands in parentheses and may have blanks.
    let behind = String(decoding: octets, as: UTF8.self).split(separator: ")").last ?? ""
    let members = behind.split(separator: " ")
    return members.count > 12 ? (Int(members[11]) ?? 0) + (Int(members[12]) ?? 0) : 0
  }

  /// How many descriptors it has open, or 0 where the system does not tell them so (proc(5)).
  var descriptorCount: Int {
    let path = "/proc/\(process.processIdentifier)/fd"
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).count
    } catch {
      Issue.record(error)
      return 0
    }
  }

  /// How it ended by itself, or by the signal it was sent, or at the end of all patience.
  func ended() -> Ended {
    process.waitUntilExit()
    hearSanitizer()
    let code = process.terminationStatus
    return Ended(
      code: process.terminationReason == .exit ? code : -code, output: output.all(),
      errors: errors.all())
  }

  /// What a sanitizer found fails the test, whatever else came out as expected.
  private func hearSanitizer() {
    let told = errors.all()
    if told.contains("Sanitizer:") { Issue.record("\(told)") }
  }

  /// The output as soon as it holds a text.
  func output(holding text: String) throws -> String { try output.text(holding: text) }

  /// The output as soon as something is true of it.
  func output(where isIt: (String) -> Bool) throws -> String { try output.text(where: isIt) }

  /// The ports it listens at, in the order of its arguments.
  func ports(_ count: Int = 1) throws -> [UInt16] {
    let told = try errors.text { $0.components(separatedBy: "listening on ").count > count }
    return told.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.contains("127.0.0.1:") || $0.contains("0.0.0.0:") }
        .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
    }
  }

  /// Its errors as soon as they hold a text.
  func errors(holding text: String) throws -> String { try errors.text(holding: text) }
}

/// Everything that comes out of a pipe, read as it comes so that nobody waits for us.
final class Drain: Sendable {
  private struct Contents {
    var octets: [UInt8] = []
    var isOver: Bool
  }

  private let contents: Mutex<Contents>
  private let changed = NSCondition()

  init(_ handle: FileHandle?) {
    contents = Mutex(Contents(isOver: handle == nil))
    guard let descriptor = handle?.fileDescriptor else { return }
    // A descriptor of our own: the pipe's goes when the pipe does.
    let own = dup(descriptor)
    Thread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(own, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        change { contents in
          if count > 0 { contents.octets += buffer[..<count] } else { contents.isOver = true }
        }
        if count <= 0 { break }
      }
      close(own)
    }.start()
  }

  /// All of it, once it is over.
  func all() -> String {
    _ = waited { $0.isOver }
    return contents.withLock { String(decoding: $0.octets, as: UTF8.self) }
  }

  func text(holding text: String) throws -> String { try self.text { $0.contains(text) } }

  func text(where isIt: (String) -> Bool) throws -> String {
    let found = waited { isIt(String(decoding: $0.octets, as: UTF8.self)) || $0.isOver }
    let text = contents.withLock { String(decoding: $0.octets, as: UTF8.self) }
    guard found, isIt(text) else { throw Trouble(description: "only this came: \(text)") }
    return text
  }

  private func change(_ body: (inout Contents) -> Void) {
    changed.lock()
    contents.withLock { body(&$0) }
    changed.broadcast()
    changed.unlock()
  }

  private func waited(for isTrue: (borrowing Contents) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Program.patienceSeconds)
    changed.lock()
    defer { changed.unlock() }
    while !contents.withLock({ isTrue($0) }) {
      if !changed.wait(until: deadline) { return false }
    }
    return true
  }
}

/// A folder for one test, gone with it.
final class Folder {
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "usher-\(UUID())")
    // Nobody else may write there, whatever the mask of whoever runs the tests says.
    try FileManager.default.createDirectory(
      at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    path = place.path
  }

  deinit {
    do {
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
      try FileManager.default.removeItem(atPath: path)
    } catch { Issue.record(error) }
  }

  func file(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted()
  }
}
