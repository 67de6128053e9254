// What a process has used so far, as the operating system tells it.

import Foundation

/// Reads what one process has used of the processors, and holds of memory.
public struct ProcessMeter: Sendable {
  let process: Int32

  /// Reads of the process of that number.
  public init(of process: Int32) { self.process = process }

  /// The one that measures.
  public static var own: ProcessMeter { ProcessMeter(of: getpid()) }

  /// Time of the processors that all its threads have taken, also those that have ended, in
  /// nanoseconds: its clock (POSIX.1-2017, `clock_getcpuclockid`), which counts what runs and not,
  /// as the ticks of `/proc/PID/stat` do, hundredths of a second.
  /// - Throws: that the process is gone, or the system tells nothing.
  public func processorNanoseconds() throws(MeasuringFault) -> Int64 {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      if clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 {
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      }
    #endif
    throw .notTold("how much of the processors process \(process) has used")
  }

  /// How much of its memory is in the machine's, in octets (proc(5), `VmRSS`).
  /// - Throws: that the process is gone, or the system tells nothing.
  public func residentOctets() throws(MeasuringFault) -> Int64 {
    let octets = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
    guard let resident = Self.residentOctets(in: String(decoding: octets, as: UTF8.self)) else {
      throw .notTold("how much memory process \(process) holds")
    }
    return resident
  }

  /// What the text of `/proc/PID/status` tells; nil if it does not.
  public static func residentOctets(in status: String) -> Int64? {
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let words = line?.split { " \t".contains($0) }
    guard let words, words.count == 3, words[2] == "kB", let number = Int64(words[1]) else {
      return nil
    }
    return number * 1024
  }
}
