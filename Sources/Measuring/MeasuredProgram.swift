// A program that is started to be measured, and ended by its number whatever comes.

import Foundation

/// A running program. A class because it is ended once.
final class MeasuredProgram {
  /// Seconds in which it must begin to serve: it may have a large store to look through.
  private static let startSeconds = 120.0
  /// Seconds it is given to end by itself before it is killed.
  private static let endSeconds = 30.0
  private static let lookMicroseconds: UInt32 = 500

  let name: String
  private let process = Process()
  /// What it writes; a file, for a pipe that nobody reads would stop it.
  private let saidPath: String

  /// Starts it with a folder to write into.
  init(
    _ path: String, _ arguments: [String], in folder: BenchFolder
  ) throws(MeasuringFault) {
    name = (path as NSString).lastPathComponent
    saidPath = "\(folder.path)/said-\(UUID())"
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    // Not where somebody's tokens and stores are, and nothing for who supervises this process.
    environment["XDG_STATE_HOME"] = folder.path
    environment["NOTIFY_SOCKET"] = nil
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    guard FileManager.default.createFile(atPath: saidPath, contents: nil),
      let said = FileHandle(forWritingAtPath: saidPath)
    else { throw .notStarted(program: name, reason: "\(saidPath) cannot be written") }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = said
    process.standardError = said
    do { try process.run() } catch {
      throw .notStarted(program: name, reason: "\(error.localizedDescription)")
    }
  }

  deinit { end() }

  var meter: ProcessMeter { ProcessMeter(of: process.processIdentifier) }

  /// All that it has written.
  var said: String {
    String(decoding: FileManager.default.contents(atPath: saidPath) ?? Data(), as: UTF8.self)
  }

  /// What is made of what it writes, as soon as something can be.
  func wait<Value>(for make: (String) -> Value?) throws(MeasuringFault) -> Value {
    let deadline = Date(timeIntervalSinceNow: Self.startSeconds)
    while true {
      try Interruption.check()
      let isRunning = process.isRunning
      if let value = make(said) { return value }
      guard isRunning, Date() < deadline else {
        throw .notServing(
          program: name, said: said.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      usleep(Self.lookMicroseconds)
    }
  }

  /// Asks it to end, and waits until it has; kills it if it does not.
  func end() {
    guard process.isRunning else { return }
    let number = process.processIdentifier
    kill(number, SIGTERM)
    let deadline = Date(timeIntervalSinceNow: Self.endSeconds)
    while process.isRunning, Date() < deadline { usleep(Self.lookMicroseconds) }
    if process.isRunning { kill(number, SIGKILL) }
    process.waitUntilExit()
  }
}
