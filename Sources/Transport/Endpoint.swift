// Where to listen and where that turned out to be.

public import BookingAgent

/// A place to listen at.
public enum Endpoint: Hashable, Sendable {
  /// A TCP port of a loopback address or of a name for one; port 0 lets the system choose.
  case tcp(host: String, port: UInt16, encoding: SessionFace.Encoding)
  /// A socket in the file system, for its owner alone; JSON.
  case unix(path: String)
}

/// A place that is listened at, to be told to the operator.
public struct Listening: Hashable, Sendable, CustomStringConvertible {
  /// `127.0.0.1:4711`, `[::1]:4711` or a path.
  public let address: String
  /// The port; nil for a path.
  public let port: UInt16?
  /// What is spoken there.
  public let encoding: SessionFace.Encoding

  /// As `listening on 127.0.0.1:4711 (text)`.
  public var description: String { "listening on \(address) (\(encoding.rawValue))" }
}
