// What the program prints outside of sessions, and how it ends.

import Foundation
import Gateways
import House
import Language
import LineProtocol
import Measuring
import Storage
import Transport
import Vault

/// How the process ends (PROTOCOL, "Octets"; sysexits).
enum ExitCode: Int32 {
  /// All is well: the end of input, or `/quit`.
  case fine = 0
  /// Something was answered or found otherwise than expected.
  case differs = 1
  /// The arguments or a file are not as they must be.
  case usage = 64
  /// Something that is needed is in use or cannot be reached.
  case unavailable = 69
  /// Standard output cannot be written, or a file cannot be made since another stands there.
  case cannotWrite = 73
  /// The disk failed, or standard input.
  case inputOutput = 74
  /// What holds secrets is open to others, or cannot be opened.
  case misconfigured = 78
  /// Asked to stop, and stopped.
  case drained = 75

  /// How the process ends after a fault that kept it from beginning.
  init(for error: any Error) {
    switch error {
    case TokenFault.nameTaken, TokenFault.unknown, TokenFault.handedOver: self = .usage
    case is FileFaults, is WrittenConversation.Fault, is Places.Fault, is GrammarFault:
      self = .usage
    case let fault as StoreFault:
      switch fault {
      case .inUse, .busy: self = .unavailable
      case .occupied: self = .cannotWrite
      case .newerSchema, .olderSchema, .notStore, .unreachable, .exposed, .displaced, .damaged,
        .readOnly, .full, .overlap, .unstorable, .outcomeUnknown, .other:
        self = .inputOutput
      }
    case let fault as MeasuringFault:
      switch fault {
      case .answeredOtherwise: self = .differs
      case .notStarted, .notServing, .notConnected, .connectionLost, .silent, .notTold:
        self = .unavailable
      case .unheard: self = .cannotWrite
      case .interrupted: self = .drained
      }
    case VaultFault.inUse: self = .unavailable
    case is VaultFault: self = .misconfigured
    case is TripFileFault: self = .inputOutput
    case TransportFault.cannotWrite, is RecordingFault: self = .cannotWrite
    case TransportFault.inputFailed: self = .inputOutput
    case is TransportFault, is ServerFault, is BrokenOff, is Untellable,
      is GatewaySetupFault, is RoomsFault, is MobilityFault:
      self = .unavailable
    default: self = .inputOutput
    }
  }
}

/// Standard output and standard error outside of sessions.
enum Console {
  /// One line on standard error, or more; what others wrote in it never steers the terminal.
  static func say(_ line: String) {
    let shown = line.split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisibleText.shown(String($0)) }
    write(Array((shown.joined(separator: "\n") + "\n").utf8), to: STDERR_FILENO)
  }

  /// Octets on standard error, which must be fit to be shown.
  static func writeError(_ octets: [UInt8]) { write(octets, to: STDERR_FILENO) }

  /// A text on standard output.
  static func print(_ text: String) -> ExitCode { write(Array(text.utf8)) }

  /// Octets on standard output.
  static func write(_ octets: [UInt8]) -> ExitCode {
    write(octets, to: STDOUT_FILENO) ? .fine : .cannotWrite
  }

  /// What standard input has, at least one octet; none at its end.
  /// - Throws: why it cannot be read.
  static func read(octetsMax: Int) throws -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: octetsMax)
    while true {
      let count = octets.withUnsafeMutableBytes {
        Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count >= 0 { return Array(octets.prefix(count)) }
      let number = errno
      if number != EINTR {
        throw TransportFault.inputFailed(reason: String(cString: strerror(number)))
      }
    }
  }

  @discardableResult
  private static func write(_ octets: [UInt8], to descriptor: Int32) -> Bool {
    var offset = 0
    while offset < octets.count {
      let count = octets[offset...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      offset += count
    }
    return true
  }
}
