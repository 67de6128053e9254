// Where to listen and where that turned out to be.

public import BookingAgent

/// A place to listen at.
public enum Endpoint: Hashable, Sendable {
  /// A TCP port of an address of this machine, or of a name for one; port 0 lets the system choose.
  case tcp(
    host: String, port: UInt16, encoding: SessionFace.Encoding, access: TCPAccess = .openHere)
  /// A socket in the file system, for its owner alone; JSON.
  case unix(path: String)
  /// A socket that a supervisor handed over; what is spoken there its name says. One in the file
  /// system is for the owner of this process alone, whoever can open it; JSON.
  case handed(HandedSocket, access: TCPAccess)
}

/// Who may speak over TCP, by where they come from.
public struct TCPAccess: Hashable, Sendable {
  /// Those on this machine.
  public var near: SessionFace.Access
  /// Others; nil if no address may be listened at that they can reach.
  public var far: SessionFace.Access?

  /// Whether a proxy on this machine says who connects, by a PROXY header. Whoever it says is not
  /// on this machine signs in; that what they say was encrypted is the proxy's business.
  public var isProxied = false

  /// Whoever is on this machine, and nobody else.
  public static let openHere = TCPAccess(near: .open, far: nil)

  /// Who may speak.
  public init(near: SessionFace.Access, far: SessionFace.Access?, isProxied: Bool = false) {
    self.near = near
    self.far = far
    self.isProxied = isProxied
  }
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
