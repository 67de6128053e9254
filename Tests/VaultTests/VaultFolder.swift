// A folder of a test with a vault in it, and what a stranger does to its files.

import Accounts
import CSQLite
import CivilTime
import Foundation
public import Mobility
import Testing
import Vault

/// A folder that is gone with the test. A class because it is removed once.
final class VaultFolder {
  let path: String
  var vault: String { "\(path)/vault/accounts.db" }
  private var folder: String { "\(path)/vault" }

  init() throws {
    path = NSTemporaryDirectory() + "usher-vault-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Issue.record(error)
    }
  }

  /// A vault that is closed behind the body.
  @discardableResult
  func open<Result>(
    _ keys: VaultKeys? = nil, house: String = "main", limits: VaultLimits = VaultLimits(),
    _ body: (SecretVault) throws -> Result
  ) throws -> Result {
    try body(
      SecretVault(
        at: vault, keys: keys ?? VaultKeys(Self.key(1)), house: house, limits: limits))
  }

  /// A keeper with the vault of this folder, or without one; it is closed behind the body.
  @discardableResult
  func keep<Result>(
    inVault isKept: Bool = true, limits: VaultLimits = VaultLimits(),
    _ body: (SecretKeeper) throws -> Result
  ) throws -> Result {
    let keeper = SecretKeeper(
      isKept
        ? try SecretVault(at: vault, keys: VaultKeys(Self.key(1)), limits: limits) : nil)
    defer { keeper.close() }
    return try body(keeper)
  }

  /// A key of one octet, repeated.
  static func key(_ octet: UInt8) throws -> VaultKey {
    try #require(try VaultKey(Secret([UInt8](repeating: octet, count: 32))))
  }

  /// What a statement gives to somebody who opens the closed file by other means.
  @discardableResult
  func sql(_ statement: String) throws -> [String] {
    var opened: OpaquePointer?
    var prepared: OpaquePointer?
    defer {
      sqlite3_finalize(prepared)
      sqlite3_close_v2(opened)
    }
    try #require(sqlite3_open_v2(vault, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    try #require(sqlite3_prepare_v2(opened, statement, -1, &prepared, nil) == SQLITE_OK)
    var rows: [String] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW:
        rows.append(sqlite3_column_text(prepared, 0).map { String(cString: $0) } ?? "")
      case SQLITE_DONE: return rows
      case let code:
        Issue.record("\(statement): \(code)")
        return rows
      }
    }
  }

  /// Whether octets stand in a file of the folder.
  func holds(_ octets: some Collection<UInt8>) throws -> Bool {
    let wanted = Data(octets)
    return try files().contains { $0.range(of: wanted) != nil }
  }

  func files() throws -> [Data] {
    try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
    }
  }
}

extension Secret {
  init(_ text: String) { self.init(Array(text.utf8)) }

  var text: String { reveal { String(decoding: $0, as: UTF8.self) } }
}

extension SecretHandle: ExpressibleByStringLiteral {
  /// A handle that a test writes down.
  public init(stringLiteral text: String) { self.init(text) }
}

extension SecretVault {
  /// An account as it is listed.
  func account(_ key: AccountKey) throws -> Opened<LinkedAccount> {
    try accounts(of: key.owner).first { $0.key == key } ?? .none
  }

  /// What handles stand for, as text.
  func texts(_ handles: SecretHandle...) throws -> [SecretHandle: String] {
    try secrets(handles).mapValues(\.text)
  }
}

extension SecretKeeper {
  /// Keeps a fresh secret.
  func fresh(_ text: String) throws -> SecretHandle { try #require(shelf.keep(Secret(text))) }

  /// The accounts that are kept, in the order of their keys.
  func accounts() throws -> [LinkedAccount] {
    try kept().kept.accounts.values.sorted { $0.key < $1.key }
  }

  /// What handles stand for that are lent for a moment.
  func texts(_ handles: SecretHandle...) throws -> [String?] {
    try #require(lend(handles) == nil)
    defer { giveBack(handles) }
    return handles.map { shelf.secret(of: $0)?.text }
  }
}

extension Opened<LinkedAccount> {
  /// Whose it is, whole or broken.
  var key: AccountKey? {
    if case .account(let key)? = broken?.row { key } else { value?.key }
  }
}

extension Opened {
  var value: Value? { if case .whole(let value) = self { value } else { nil } }

  var broken: BrokenRow? { if case .broken(let row) = self { row } else { nil } }

  var isNone: Bool { if case .none = self { true } else { false } }
}

extension Instant {
  static func at(_ seconds: Int64) -> Instant { Instant(seconds: 1_700_000_000 + seconds) }
}
