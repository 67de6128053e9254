// What opens, and what does not: in its place and unaltered, with the key that sealed it.

import CivilTime
import Mobility
import Testing
import Vault

struct SealingTests {
  static let uber = AccountKey(owner: "mia", provider: "uber", base: "https://api.example.org/")
  static let taxi = AccountKey(owner: "ben", provider: "taxi")
  static let details = AccountDetails(
    kind: "own", label: "m…@x.com", scope: "ride", expires: .at(3600))
  static let attempt = KeptAttempt(id: "7", owner: "mia", provider: "bike", expires: .at(600))

  /// Keeps one row of each kind, and another's account; tells what stands for what was typed.
  @discardableResult
  static func fill(_ vault: SecretVault) throws -> SecretHandle {
    try vault.keep(uber, details, [.access: Secret("canary-a"), .refresh: Secret("canary-r")])
    try vault.keep(taxi, AccountDetails(kind: "service"), [.access: Secret("canary-t")])
    try vault.keep(attempt, [.access: Secret("canary-v")])
    return try vault.keep(Secret("canary-p"), of: "mia", for: "4", until: .at(600))
  }

  @Test func `what is kept comes back after closing, each by its handle`() throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try Self.fill($0) }
    try folder.open { vault throws in
      let account = try #require(try vault.open(Self.uber).value)
      #expect(account.account.details == Self.details)
      #expect(account.account.edition == 1)
      #expect(account.secrets.mapValues(\.text) == [.access: "canary-a", .refresh: "canary-r"])
      let handles = [
        (typed, "canary-p"), (Self.attempt.handle(of: .access), "canary-v"),
        (account.account.handle(of: .refresh), "canary-r"),
      ]
      for (handle, text) in handles {
        #expect(try vault.secret(for: handle, of: "mia", at: .at(0)).value?.text == text)
        #expect(try vault.secret(for: handle, of: "ben", at: .at(0)).isNone)
        #expect("\(handle)".contains("canary") == false)
        #expect("\(handle)".contains("mia") == false)
      }
    }
    #expect(try folder.holds("canary".utf8) == false)
  }

  @Test(arguments: [0, 1, 255, 256, 16 << 10])
  func `a secret of any length comes back`(count: Int) throws {
    let folder = try VaultFolder()
    let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let names = try ["a", "b-2"].map { try #require(SecretName($0)) }
    try folder.open { vault throws in
      try vault.keep(Self.taxi, Self.details, [names[0]: Secret(octets), names[1]: Secret("")])
      let secrets = try vault.open(Self.taxi).value?.secrets
      #expect(secrets?[names[0]]?.reveal { $0 } == octets)
      #expect(secrets?[names[1]]?.count == 0)
    }
  }

  @Test(arguments: [
    "owner = 'ben'", "provider = 'lyft'", "base = ''", "house = 'other'", "edition = 2",
    "kind = 'service'", "label = 'b…@x.com'", "scope = 'all'", "expires = expires + 1",
    "expires = NULL", "mark = '0'", "nonce = (SELECT nonce FROM account WHERE owner = 'ben')",
    "sealed = (SELECT sealed FROM account WHERE owner = 'ben')", "sealed = x''",
    "edition = 9223372036854775807",
  ])
  func `a row that was moved or altered does not open, and the others do`(change: String) throws {
    let folder = try VaultFolder()
    try folder.open { try Self.fill($0) }
    try folder.sql("UPDATE account SET \(change) WHERE owner = 'mia'")
    try folder.open(house: change == "house = 'other'" ? "other" : "main") { vault throws in
      let broken = try vault.accounts().compactMap(\.broken)
      #expect(broken.map(\.reason) == [.altered])
    }
    try folder.open { vault throws in
      #expect(try vault.open(Self.taxi).value?.secrets[.access]?.text == "canary-t")
      #expect(try vault.attempts().compactMap(\.value) == [Self.attempt])
      // Linking it again mends it.
      try vault.delete(Self.uber)
      try vault.keep(Self.uber, Self.details, [.access: Secret("b")])
      #expect(try vault.open(Self.uber).value?.secrets[.access]?.text == "b")
    }
  }

  @Test(arguments: ["a|b", "a%7Cb", "a%b", "|"])
  func `names that would read alike when joined are told apart`(owner: String) throws {
    let folder = try VaultFolder()
    let account = AccountKey(owner: owner, provider: "c")
    try folder.open { try $0.keep(account, Self.details, [.access: Secret("x")]) }
    try folder.open { vault throws in
      #expect(try vault.open(account).value?.secrets[.access]?.text == "x")
    }
    try folder.sql("UPDATE account SET owner = 'a', provider = 'b|c'")
    try folder.open { vault throws in
      #expect(try vault.accounts().compactMap(\.broken).count == 1)
    }
  }

  @Test(arguments: ["account", "attempt", "typed"], ["key", "nonce", "sealed"])
  func `one flipped bit breaks its row alone`(table: String, column: String) throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try Self.fill($0) }
    let number = try #require(try folder.sql("SELECT min(rowid) FROM \(table)").first)
    let whole = try #require(
      try folder.sql("SELECT hex(\(column)) FROM \(table) WHERE rowid = \(number)").first)
    for place in 0..<whole.utf8.count where place.isMultiple(of: 5) || place < 4 {
      var digits = Array(whole)
      digits[place] = digits[place] == "0" ? "8" : "0"
      try folder.sql(
        "UPDATE \(table) SET \(column) = x'\(String(digits))' WHERE rowid = \(number)")
      try folder.open { vault throws in
        let opened = [
          "account": try vault.accounts().contains { $0.broken != nil },
          "attempt": try vault.attempts().contains { $0.broken != nil },
          "typed": try vault.secret(for: typed, of: "mia", at: .at(0)).broken != nil,
        ]
        #expect(opened.filter(\.value).map(\.key) == [table], "digit \(place)")
        let reason = try vault.accounts().compactMap(\.broken).first?.reason ?? .altered
        #expect(reason == (column == "key" && table == "account" ? .otherKey : .altered))
      }
    }
  }

  @Test func `another key opens nothing, and says so of each row`() throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try Self.fill($0) }
    try folder.open(VaultKeys(VaultFolder.key(2))) { vault throws in
      #expect(
        try vault.accounts().map(\.broken) == [
          BrokenRow(row: .account(Self.taxi), reason: .otherKey),
          BrokenRow(row: .account(Self.uber), reason: .otherKey),
        ])
      #expect(try vault.attempts().map(\.broken?.row) == [.attempt("7")])
      #expect(
        try vault.secret(for: typed, of: "mia", at: .at(0)).broken?.reason == .otherKey)
    }
  }

  @Test func `with the old key beside it the new one seals anew, and then opens alone`() throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try Self.fill($0) }
    let (old, new) = (try VaultFolder.key(1), try VaultFolder.key(2))
    try folder.sql("UPDATE account SET scope = 'all' WHERE owner = 'ben'")
    try folder.open(VaultKeys(new, former: [try VaultFolder.key(3), old])) { _ in }
    try folder.open(VaultKeys(new)) { vault throws in
      #expect(try vault.open(Self.uber).value?.secrets[.refresh]?.text == "canary-r")
      #expect(try vault.open(Self.uber).value?.account.edition == 1)
      #expect(try vault.attempts().compactMap(\.value) == [Self.attempt])
      #expect(
        try vault.secret(for: typed, of: "mia", at: .at(0)).value?.text == "canary-p")
      // What did not open was not given a new seal.
      #expect(try vault.open(Self.taxi).broken?.reason == .otherKey)
    }
    try folder.open(VaultKeys(old)) { vault throws in
      #expect(try vault.open(Self.uber).broken?.reason == .otherKey)
    }
  }

  @Test func `no two seals of the same are alike`() throws {
    let folder = try VaultFolder()
    let names = (0..<8).map { AccountKey(owner: "mia", provider: "\($0)") }
    try folder.open { vault throws in
      for name in names { try vault.keep(name, Self.details, [.access: Secret("same")]) }
    }
    #expect(Set(try folder.sql("SELECT hex(nonce) FROM account")).count == names.count)
    #expect(Set(try folder.sql("SELECT mark FROM account")).count == names.count)
  }

  @Test func `a key shows in nothing that prints`() throws {
    let key = try VaultFolder.key(65)
    var dumped = ""
    dump(VaultKeys(key), to: &dumped)
    #expect("\(key) \(String(reflecting: key)) \(dumped)".contains("AAA") == false)
    #expect("\(key)" == "•••")
    #expect(try VaultKey(Secret("short")) == nil)
  }
}
