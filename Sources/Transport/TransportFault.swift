// Why a way in or out cannot be opened, or was lost: outside failures, as values.

/// What keeps the process from listening, reading or writing.
public enum TransportFault: Error, Hashable, Sendable {
  /// Somebody listens there already.
  case addressInUse(String)
  /// The system does not let this user listen there.
  case noPermission(String)
  /// No address of this machine, or not written as one.
  case badAddress(String)
  /// An address that others than this machine can reach, which needs tokens first.
  case notLoopback(String)
  /// A path longer than a socket's address can hold, in octets.
  case pathTooLong(String, octetsMax: Int)
  /// Something that is no socket stands at the path; it is not removed.
  case notASocket(String)
  /// What a supervisor handed over under a name is no stream socket that listens.
  case notListening(descriptor: Int32, name: String)
  /// A supervisor gave a socket a name that does not say what is to be spoken there.
  case unknownName(String, of: String)
  /// Standard input is closed or of a kind that cannot be read.
  case cannotRead
  /// Standard input fails while it is read; the system's reason.
  case inputFailed(reason: String)
  /// Standard output is closed, full or of a kind that cannot be written; the system's reason.
  case cannotWrite(reason: String)
  /// The system refused something else: what was wanted and its reason.
  case system(wanted: String, reason: String)
}
