// Every number the vault keeps to, with its unit.

/// The limits of a vault. The values hold unless configured.
public struct VaultLimits: Hashable, Sendable {
  /// How many accounts one owner may have linked; 20.
  public var accountsOfOwnerMax = 20
  /// How many attempts at linking one owner may have open; 10.
  public var attemptsOfOwnerMax = 10
  /// How many typed secrets of one owner are kept at once; 50.
  public var typedOfOwnerMax = 50
  /// How many secrets stand in one row; 8.
  public var secretsOfRowMax = 8
  /// How many octets one secret may have; 16 KiB.
  public var secretOctetsMax = 16 << 10
  /// How many octets a name may have: of an owner, a provider, a kind, an attempt, a purchase; 256.
  public var nameOctetsMax = 256
  /// How many octets the address of a service may have; 2 KiB.
  public var addressOctetsMax = 2048
  /// How many octets what an account is called may have; 256.
  public var labelOctetsMax = 256
  /// How many octets the scope of an account may have; 4 KiB.
  public var scopeOctetsMax = 4096
  /// How large the file may grow; 1 GiB. Beyond it keeping fails as on a full disk.
  public var fileOctetsMax: Int64 = 1 << 30
  /// How long a second opener waits for the first to be gone; 100 ms.
  public var busyMilliseconds = 100

  /// The limits that hold unless configured.
  public init() {}
}
