// Where the mobility service is: with its key from a file, or played in memory.

import CivilTime
public import Gateways
public import Mobility

/// Where errands go.
public enum MobilityPlace: Sendable {
  /// Nowhere: there is no mobility service.
  case none
  /// To a service that is played in memory.
  case played(PlayedMobility)
  /// To the service.
  case service(ErrandSettings)
}

/// What an operator says of the mobility service.
public struct MobilityConfiguration: Hashable, Sendable {
  /// Its addresses; the next is tried where one cannot be connected to. None for no service.
  public var addresses: [WebAddress] = []
  /// The file that holds the key by which it knows us.
  public var keyFile: String?
  /// Hosts beside those of the addresses to which it may send us.
  public var hosts: [String] = []
  /// Whether nothing that is booked there is real.
  public var isSandbox = false

  /// No service.
  public init() {}

  /// How many octets a file with a key may have.
  static let keyOctetsMax = 4_096

  /// What errands are sent by.
  /// - Throws: that the key is missing, or its file cannot be read.
  func place(connection: GatewaySettings) throws(MobilityFault) -> MobilityPlace {
    guard !addresses.isEmpty else { return .none }
    guard let keyFile = self.keyFile else { throw .noKey }
    let octets: [UInt8]
    do throws(FileFaults) {
      octets = try SmallFile.octets(at: keyFile)
    } catch {
      throw .key(keyFile)
    }
    let key = octets.filter { $0 > 0x20 }
    guard !key.isEmpty, key.count <= Self.keyOctetsMax, key.allSatisfy({ $0 < 0x7F }) else {
      throw .key(keyFile)
    }
    var settings = ErrandSettings(bases: addresses, key: Secret(key))
    settings.otherHosts = hosts
    settings.isSandbox = isSandbox
    settings.connection = connection
    return .service(settings)
  }
}

/// Why the mobility service cannot be used.
public enum MobilityFault: Error, Hashable, Sendable {
  /// The configuration names no file with its key.
  case noKey
  /// The file with its key cannot be read, or holds none.
  case key(String)
}
