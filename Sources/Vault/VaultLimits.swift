// Every number the vault keeps to, with its unit.

/// The limits of a vault. The values hold unless configured.
public struct VaultLimits: Hashable, Sendable {
  /// How many accounts one owner may have linked; 20.
  public var accountsOfOwnerMax = 20
  /// How many attempts at linking one owner may have open; 10.
  public var attemptsOfOwnerMax = 10
  /// Of how many accounts of one owner others are still to be told that they are gone; 20.
  public var partingsOfOwnerMax = 20
  /// How many typed secrets of one owner are kept at once; 50.
  public var typedOfOwnerMax = 50
  /// How many secrets stand in one row; 8.
  public var secretsOfRowMax = 8
  /// How many secrets are held in memory that no row holds yet, and how many are lent; 1,024.
  public var traySecretsMax = 1_024
  /// How many octets one secret may have; 16 KiB.
  public var secretOctetsMax = 16 << 10
  /// How many octets the written form of an attempt or a parting may have; 16 KiB.
  public var writtenOctetsMax = 16 << 10
  /// How many octets a handle may have, at most 255; 64.
  public var handleOctetsMax = 64
  /// How many octets a name may have: of an owner, a provider, a purchase, us as a client; 256.
  public var nameOctetsMax = 256
  /// How many octets an address may have: of a service, or where tokens are had; 4 KiB.
  public var addressOctetsMax = 4_096
  /// How many octets what an account is called may have; 254, as an e-mail address (RFC 5321).
  public var labelOctetsMax = 254
  /// How many octets the scope of an account may have; 4 KiB.
  public var scopeOctetsMax = 4_096
  /// How many octets an address may have on which somebody landed; 4 KiB.
  public var landingOctetsMax = 4_096
  /// How many octets of an error are taken from there; 200.
  public var landingErrorOctetsMax = 200
  /// How deep the claims of an ID token may be; 16.
  public var claimsDepthMax = 16
  /// How large the file may grow; 1 GiB. Beyond it keeping fails as on a full disk.
  public var fileOctetsMax: Int64 = 1 << 30
  /// How long a second opener waits for the first to be gone; 100 ms.
  public var busyMilliseconds = 100

  /// The limits that hold unless configured.
  public init() {}
}
