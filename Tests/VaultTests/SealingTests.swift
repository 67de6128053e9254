// What opens, and what does not: in its place and unaltered, with the key that sealed it.

import Accounts
import CivilTime
import Mobility
import Testing
import Vault

struct SealingTests {
  static let uberKey = AccountKey(
    owner: "mia", provider: "uber", base: "https://api.example.org")
  static let taxiKey = AccountKey(owner: "ben", provider: "taxi", base: "")
  static let bikeKey = AccountKey(owner: "mia", provider: "bike", base: "")
  static let parting = Parting.owing("b", number: 5, of: bikeKey, until: .at(600))

  /// An attempt of which everything is told.
  static func attempt() throws -> KeptAttempt {
    try .holding(["v"], number: 7, of: bikeKey, until: .at(600))
  }

  /// An account of which everything is told.
  static let uber: LinkedAccount = {
    var account = LinkedAccount(key: uberKey, kind: .own, edition: 3, access: "a")
    account.label = "mia@x.com"
    account.scope = "ride"
    account.expires = .at(3600)
    account.refresh = "r"
    account.token = WebAddress("https://id.example/token?a=b")
    account.clientID = "usher|1"
    return account
  }()

  /// One of which nothing is.
  static let taxi = LinkedAccount(key: taxiKey, kind: .session, edition: 1, access: "t")

  /// Keeps one row of each kind, and another's account; tells what stands for what was typed.
  @discardableResult
  static func fill(_ vault: SecretVault) throws -> SecretHandle {
    try vault.keep(uber, ["a": Secret("canary-a"), "r": Secret("canary-r")])
    try vault.keep(taxi, ["t": Secret("canary-t")])
    try vault.keep(attempt(), ["v": Secret("canary-v")])
    try vault.keep(parting, ["b": Secret("canary-b")])
    return try vault.keep(Secret("canary-p"), of: "mia", for: "4", until: .at(600))
  }

  @Test func `what is kept comes back after closing, each by its handle`() throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try Self.fill($0) }
    #expect("\(typed)".contains("canary") == false)
    try folder.open { vault throws in
      #expect(try vault.accounts().map(\.value) == [Self.taxi, Self.uber])
      #expect(try vault.accounts(of: "mia").map(\.value) == [Self.uber])
      #expect(try vault.attempts().map(\.value) == [Self.attempt()])
      #expect(try vault.partings().map(\.value) == [Self.parting])
      #expect(try vault.typed().map(\.value) == [typed])
      #expect(
        try vault.texts("a", "r", "t", "v", "b", typed, "nothing") == [
          "a": "canary-a", "r": "canary-r", "t": "canary-t", "v": "canary-v", "b": "canary-b",
          typed: "canary-p",
        ])
    }
    #expect(try folder.holds("canary".utf8) == false)
  }

  @Test(arguments: [0, 1, 255, 256, 16 << 10])
  func `a secret of any length comes back`(count: Int) throws {
    let folder = try VaultFolder()
    let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try folder.open { vault throws in
      try vault.keep(Self.taxi, ["t": Secret(octets), "": Secret("")])
      let secrets = try vault.secrets(["t", ""] as [SecretHandle])
      #expect(secrets["t"]?.reveal { $0 } == octets)
      #expect(secrets[""]?.count == 0)
    }
  }

  @Test(arguments: [
    "owner = 'ben'", "provider = 'lyft'", "base = ''", "house = 'other'", "edition = 2",
    "kind = 'session'", "kind = 'none'", "label = 'b@x.com'", "label = NULL", "scope = 'all'",
    "expires = expires + 1", "expires = NULL", "access = 'r'", "refresh = NULL", "refresh = ''",
    "token = 'https://evil.example/'", "token = NULL", "client = ''", "client = NULL",
    "nonce = (SELECT nonce FROM account WHERE owner = 'ben')",
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
      #expect(try vault.texts("t", "a") == ["t": "canary-t"])
      #expect(try vault.attempts().compactMap(\.value) == [Self.attempt()])
      #expect(try vault.partings().compactMap(\.value) == [Self.parting])
      // Linking it again mends it, whatever edition it tells.
      try vault.keep(Self.uber, ["a": Secret("b")])
      #expect(try vault.account(Self.uberKey).value == Self.uber)
      #expect(try vault.texts("a", "r") == ["a": "b"])
    }
  }

  @Test(arguments: ["label", "scope", "refresh", "token", "client"])
  func `what is missing is not taken for empty`(column: String) throws {
    let folder = try VaultFolder()
    try folder.open { try Self.fill($0) }
    try folder.sql("UPDATE account SET \(column) = '' WHERE owner = 'ben'")
    try folder.open { vault throws in
      #expect(try vault.account(Self.taxiKey).broken?.reason == .altered)
    }
  }

  @Test func `a broken row is deleted whatever edition it tells`() throws {
    let folder = try VaultFolder()
    try folder.open { try Self.fill($0) }
    try folder.sql("UPDATE account SET edition = 99 WHERE owner = 'mia'")
    try folder.open { vault throws in
      try vault.delete(Self.uberKey, edition: 3)
      #expect(try vault.accounts().map(\.value) == [Self.taxi])
    }
  }

  @Test(arguments: ["a|b", "a%7Cb", "a%b", "|"])
  func `names that would read alike when joined are told apart`(owner: String) throws {
    let folder = try VaultFolder()
    let key = AccountKey(owner: owner, provider: "c", base: "")
    let account = LinkedAccount(key: key, kind: .own, edition: 1, access: "x")
    try folder.open { try $0.keep(account, ["x": Secret("x")]) }
    try folder.open { vault throws in
      #expect(try vault.account(key).value == account)
      #expect(try vault.texts("x") == ["x": "x"])
    }
    try folder.sql("UPDATE account SET owner = 'a', provider = 'b|c'")
    try folder.open { vault throws in
      #expect(try vault.accounts().compactMap(\.broken).count == 1)
    }
  }

  @Test(arguments: ["account", "attempt", "parting", "typed"], ["key", "nonce", "sealed"])
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
          "parting": try vault.partings().contains { $0.broken != nil },
          "typed": try vault.typed().contains { $0.broken != nil },
        ]
        #expect(opened.filter(\.value).map(\.key) == [table], "digit \(place)")
        #expect(try vault.texts("a", "r", "t", "v", "b", typed).count < 6)
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
          BrokenRow(row: .account(Self.taxiKey), reason: .otherKey),
          BrokenRow(row: .account(Self.uberKey), reason: .otherKey),
        ])
      #expect(try vault.attempts().map(\.broken?.row) == [.attempt(AttemptID(7))])
      #expect(try vault.partings().map(\.broken?.row) == [.parting(PartingID(5))])
      #expect(
        try vault.typed().map(\.broken) == [BrokenRow(row: .typed(typed), reason: .otherKey)])
      #expect(try vault.texts("a", "r", "t", "v", "b", typed).isEmpty)
    }
  }

  @Test func `with the old key beside it the new one seals anew, and then opens alone`() throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try Self.fill($0) }
    let (old, new) = (try VaultFolder.key(1), try VaultFolder.key(2))
    try folder.sql("UPDATE account SET scope = 'all' WHERE owner = 'ben'")
    try folder.open(VaultKeys(new, former: [try VaultFolder.key(3), old])) { _ in }
    try folder.open(VaultKeys(new)) { vault throws in
      #expect(try vault.account(Self.uberKey).value == Self.uber)
      #expect(try vault.attempts().compactMap(\.value) == [Self.attempt()])
      #expect(try vault.partings().compactMap(\.value) == [Self.parting])
      #expect(
        try vault.texts("a", "r", "t", "v", "b", typed) == [
          "a": "canary-a", "r": "canary-r", "v": "canary-v", "b": "canary-b", typed: "canary-p",
        ])
      // What did not open was not given a new seal.
      #expect(try vault.account(Self.taxiKey).broken?.reason == .otherKey)
    }
    try folder.open(VaultKeys(old)) { vault throws in
      #expect(try vault.account(Self.uberKey).broken?.reason == .otherKey)
    }
  }

  @Test func `no two seals of the same are alike`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      for number in 0..<8 {
        let key = AccountKey(owner: "mia", provider: "\(number)", base: "")
        try vault.keep(
          LinkedAccount(key: key, kind: .own, edition: 1, access: "same"),
          ["same": Secret("same")])
      }
    }
    #expect(Set(try folder.sql("SELECT hex(nonce) FROM account")).count == 8)
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
