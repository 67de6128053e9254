// The secrets in memory, as those see them who send: on any thread, whatever the vault does.

public import Mobility
internal import Synchronization

/// Fresh secrets, those that were lent and those that the configuration tells, by their handles.
/// For any thread; a class because threads share it.
public final class SecretShelf: Sendable {
  let tray: Mutex<SecretTray>
  private let tokenOctetsMax: Int

  init(secretsMax: Int, tokenOctetsMax: Int) {
    self.tokenOctetsMax = tokenOctetsMax
    tray = Mutex(SecretTray(secretsMax: secretsMax))
  }

  /// A handle of a secret that an answer held.
  /// - Returns: What stands for it; nil where there are too many already, or where it is too long.
  public func keep(_ secret: Secret) -> SecretHandle? {
    guard secret.count <= tokenOctetsMax else { return nil }
    let handle: SecretHandle
    do throws(VaultFault) {
      handle = SecretHandle(try Chance.mark())
    } catch {
      return nil
    }
    return tray.withLock { $0.take(secret, as: handle) }
  }

  /// The secret of a handle that is fresh, lent or known.
  /// - Returns: The secret, which whoever has used it wipes; nil if it is in a row alone, or gone.
  public func secret(of handle: SecretHandle) -> Secret? {
    tray.withLock { $0.secret(of: handle) }
  }

  /// A secret that the configuration tells, as a client's. It stays.
  public func know(_ secret: Secret, as handle: SecretHandle) {
    tray.withLock { $0.know(secret, as: handle) }
  }
}
