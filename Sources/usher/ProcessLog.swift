// The log of a running house: on standard error, in the form that was asked for.

import CivilTime
import Foundation
import House
import JSON
import LineProtocol

/// Where records are written.
struct ProcessLog {
  private let form: LogForm
  private let isJournal: Bool
  private let isAmongWords: Bool

  /// A log; `JOURNAL_STREAM` of the environment tells whether standard error is the journal's
  /// (systemd.exec(5)). Among the words of a conversation only what somebody must know is said.
  init(
    _ form: LogForm = .plain, environment: [String: String] = [:], isAmongWords: Bool = false
  ) {
    self.form = form
    self.isAmongWords = isAmongWords
    isJournal = environment["JOURNAL_STREAM"].map { $0 == Self.standardError } ?? false
  }

  /// Device and inode of standard error, as `JOURNAL_STREAM` has them.
  private static var standardError: String {
    var status = stat()
    return fstat(STDERR_FILENO, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : ""
  }

  /// One record.
  func write(_ record: LogRecord) {
    if isAmongWords, record.level == .info, record.isOfErrand { return }
    write(record, as: "usher: \(record.text)")
  }

  /// That something is listened at; whoever started this reads where.
  func tell(listeningAt place: String) { write(LogRecord(.info, "listening", place), as: place) }

  private func write(_ record: LogRecord, as line: String) {
    switch form {
    case .plain:
      let mark = isJournal ? "<\(record.level.severity)>" : ""
      Console.say(line.split(separator: "\n").map { mark + $0 }.joined(separator: "\n"))
    case .json:
      let now = Date().timeIntervalSince1970
      Console.writeError(record.octets(at: Instant(milliseconds: Int64(now * 1000))))
    }
  }
}
