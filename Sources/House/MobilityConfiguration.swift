// Where the mobility service is: with its key from a file, or played in memory.

public import Accounts
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
  /// With whom people have accounts that can be linked here.
  public var providers: [ProviderConfiguration] = []
  /// The public address at which browsers come back that gave leave.
  public var callback: WebAddress?
  /// The port of 127.0.0.1 to which they are led from there; 0 for none.
  public var callbackPort = 0
  /// The file with the key by which secrets are sealed; nil for one beside them.
  public var vaultKeyFile: String?

  /// No service.
  public init() {}

  /// How many octets a file with a key may have.
  static let keyOctetsMax = 4_096

  /// What errands are sent by.
  /// - Throws: that the key is missing, or its file cannot be read.
  func place(connection: GatewaySettings) throws(MobilityFault) -> MobilityPlace {
    guard !addresses.isEmpty else { return .none }
    guard let keyFile = self.keyFile else { throw .noKey }
    guard let key = Self.secret(at: keyFile) else { throw .key(keyFile) }
    var settings = ErrandSettings(bases: addresses, key: key)
    settings.otherHosts = hosts
    settings.isSandbox = isSandbox
    settings.connection = connection
    settings.identityHosts = Dictionary(
      providers.map { ($0.settings.provider, $0.settings.hosts) },
      uniquingKeysWith: { first, _ in first })
    return .service(settings)
  }

  /// How accounts are linked.
  /// - Parameter store: Where the store stands: what is kept of accounts stands beside it.
  /// - Returns: Nil where there is no service to use them at.
  /// - Throws: that the secret of a provider cannot be read.
  func accounts(besideStoreAt store: String?) throws(MobilityFault) -> AccountSettings? {
    guard let base = addresses.first else { return nil }
    var accounts = AccountSettings(
      base: base.text, service: AllowedHosts(bases: addresses, others: hosts))
    if callbackPort > 0, let callback {
      accounts.callback = AccountSettings.Callback(address: callback, port: callbackPort)
    }
    for provider in providers {
      var settings = provider.settings
      settings.callback = callback
      // Nobody would notice who comes back there; what is pasted still is.
      if accounts.callback == nil { settings.ways.removeAll { $0 == .code } }
      if let file = provider.secretFile {
        guard let secret = Self.secret(at: file) else { throw .key(file) }
        let handle = SecretHandle("client:\(settings.provider)")
        settings.clientSecret = handle
        accounts.secrets[handle] = secret
      }
      accounts.providers.append(settings)
    }
    if !providers.isEmpty { accounts.vault = store.map { Places.vault(besideStoreAt: $0) } }
    accounts.vaultKeyFile = vaultKeyFile
    return accounts
  }

  /// One line of printable characters in a file; nil if it holds none.
  private static func secret(at path: String) -> Secret? {
    do throws(FileFaults) {
      let secret = try SmallFile.octets(at: path).filter { $0 > 0x20 }
      guard (1...keyOctetsMax) ~= secret.count, secret.allSatisfy({ $0 < 0x7F }) else {
        return nil
      }
      return Secret(secret)
    } catch {
      return nil
    }
  }
}

/// How accounts are linked, and where what is kept of them stands.
public struct AccountSettings: Sendable {
  /// The address of the service at which they are used.
  public var base: String
  /// Where requests to it may go.
  public var service: AllowedHosts
  /// Those that are set up.
  public var providers: [ProviderSettings] = []
  /// The secrets by which they know us.
  public var secrets: [SecretHandle: Secret] = [:]
  /// Where browsers come back to; nil for nowhere.
  public var callback: Callback?
  /// The file in which secrets are kept; nil keeps them in memory alone.
  public var vault: String?
  /// The file with the key by which they are sealed; nil for one beside them.
  public var vaultKeyFile: String?
  /// The folder of the credentials that systemd hands over; nil without one.
  public var credentials: String?

  /// Where browsers come back to.
  public struct Callback: Hashable, Sendable {
    /// The address that is open to all.
    public let address: WebAddress
    /// The port of 127.0.0.1 to which it leads.
    public let port: Int
  }

  /// Accounts that are used at a service.
  public init(base: String, service: AllowedHosts) {
    (self.base, self.service) = (base, service)
  }
}

/// Why the mobility service cannot be used.
public enum MobilityFault: Error, Hashable, Sendable {
  /// The configuration names no file with its key.
  case noKey
  /// The file with its key cannot be read, or holds none.
  case key(String)
}
