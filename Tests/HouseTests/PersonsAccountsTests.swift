// What is kept of a person's accounts beside a store is handed out without secrets, and erased.

import Accounts
import CivilTime
import Foundation
import House
import JSON
import Mobility
import Testing
import Vault

@Suite("A person's accounts")
struct PersonsAccountsTests {
  @Test("They are handed out without secrets, and erased; where there is no vault there are none")
  func exportsAndErases() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let store = "\(folder)/usher.db"
    #expect(try opened(store) == nil)
    let path = "\(folder)/accounts/accounts.db"
    let keys = try VaultKeys.find(credentials: nil, files: [], besideVaultAt: path)
    try keep(in: SecretVault(at: path, keys: keys))
    let exported = try opened(store)?.exported("mia") ?? []
    #expect(
      exported == [
        [
          "provider": "uber", "name": "mia@x.example", "scope": "ride",
          "expires": "2026-11-24T09:00:00Z", "kind": "own",
        ]
      ])
    #expect(try opened(store)?.erase("mia") == 1)
    #expect(try opened(store)?.exported("mia") == [])
    #expect(try opened(store)?.exported("ben").count == 1)
  }

  private func opened(_ store: String) throws -> PersonsAccounts? {
    try PersonsAccounts(besideStoreAt: store, Configuration(), credentials: nil)
  }

  private func keep(in vault: SecretVault) throws {
    for (number, owner) in ["mia", "ben"].enumerated() {
      let handle = SecretHandle("handle-\(number)")
      var account = LinkedAccount(
        key: AccountKey(owner: owner, provider: "uber", base: "https://m.example/"), kind: .own,
        edition: number + 1, access: handle)
      account.label = "\(owner)@x.example"
      account.scope = "ride"
      account.expires = Instant(rfc3339: "2026-11-24T09:00:00Z")
      try vault.keep(account, [handle: Secret(Array("canary".utf8))])
    }
  }
}
