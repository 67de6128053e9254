// What is kept, replaced, forgotten and refused; and that nothing of it lingers.

import CivilTime
import Foundation
import Mobility
import Testing
import Vault

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct KeepingTests {
  static let uber = SealingTests.uber
  static let details = SealingTests.details

  @Test func `an account kept again has the next edition under the same handles`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      let first = try vault.keep(Self.uber, Self.details, [.access: Secret("1")])
      let second = try vault.keep(
        Self.uber, Self.details, [.access: Secret("2")], replacing: 1)
      #expect(first.edition == 1 && second.edition == 2)
      let handle = first.handle(of: .access)
      #expect(handle == second.handle(of: .access))
      #expect(try vault.secret(for: handle, of: "mia", at: .at(9_999)).value?.text == "2")
      #expect(try vault.secret(for: first.handle(of: .refresh), of: "mia", at: .at(0)).isNone)
      // A refresh that comes too late brings nothing back.
      #expect(throws: VaultFault.superseded(found: 2)) {
        try vault.keep(Self.uber, Self.details, [.access: Secret("3")], replacing: 1)
      }
      try vault.delete(Self.uber)
      #expect(throws: VaultFault.superseded(found: nil)) {
        try vault.keep(Self.uber, Self.details, [.access: Secret("3")], replacing: 2)
      }
      #expect(try vault.open(Self.uber).isNone)
      let linkedAnew = try vault.keep(Self.uber, Self.details, [.access: Secret("4")])
      #expect(linkedAnew.handle(of: .access) != handle)
      #expect(try vault.secret(for: handle, of: "mia", at: .at(0)).isNone)
    }
  }

  @Test(arguments: [
    "", ":", "typed:", "typed:0", "account:", "account:x", "account::access", "attempt:7:",
    "attempt:8:access", "attempt:7:a b", "other:7:access", "account:x:y:access",
  ])
  func `a handle that the vault never gave stands for nothing`(text: String) throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      try SealingTests.fill(vault)
      #expect(try vault.secret(for: SecretHandle(text), of: "mia", at: .at(0)).isNone)
    }
  }

  @Test(arguments: [
    (599, [], [], 0), (600, [], ["7"], 1), (3600, ["gone"], ["7"], 1),
  ])
  func `what is due expires`(
    seconds: Int64, accounts: [String], attempts: [String], typed: Int
  ) throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      let handle = try SealingTests.fill(vault)
      // Without a refresh token nothing can be done with it any more.
      let gone = AccountKey(owner: "mia", provider: "gone")
      try vault.keep(gone, Self.details, [.access: Secret("x")])
      let isThere = try vault.secret(for: handle, of: "mia", at: .at(seconds)).value != nil
      #expect(isThere == (typed == 0))
      let removed = try vault.expire(at: .at(seconds))
      #expect(removed.accounts.map(\.provider) == accounts)
      #expect(removed.attempts == attempts)
      #expect(removed.typed.count == typed)
      #expect(try vault.expire(at: .at(seconds)) == Removed())
      #expect(try vault.open(Self.uber).value != nil)
      #expect(try vault.open(SealingTests.taxi).value != nil)
    }
  }

  @Test func `who is erased leaves nothing, also what is broken`() throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    try folder.sql("UPDATE account SET label = 'altered' WHERE owner = 'mia'")
    try folder.open { vault throws in
      let removed = try vault.erase("mia")
      #expect(removed.accounts == [Self.uber])
      #expect(removed.attempts == ["7"])
      #expect(removed.typed.count == 1)
      #expect(try vault.erase("mia") == Removed())
      #expect(try vault.accounts().compactMap(\.value?.key) == [SealingTests.taxi])
    }
    #expect(try folder.holds("mia".utf8) == false)
    #expect(try folder.holds("ben".utf8))
  }

  @Test func `houses in one file know nothing of each other`() throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    try folder.open(house: "other") { vault throws in
      #expect(try vault.accounts().isEmpty)
      #expect(try vault.erase("mia") == Removed())
    }
    try folder.open { vault throws in #expect(try vault.accounts(of: "mia").count == 1) }
  }

  @Test func `what is deleted lingers in no file, sealed as it is`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      try SealingTests.fill(vault)
      try vault.keep(
        Self.uber, Self.details, [.access: Secret([UInt8](repeating: 7, count: 9000))])
    }
    let sealed = try #require(
      try folder.sql("SELECT hex(sealed) FROM account WHERE owner = 'mia'").first)
    let octets = stride(from: 0, to: sealed.utf8.count, by: 2).compactMap {
      UInt8(sealed.dropFirst($0).prefix(2), radix: 16)
    }
    #expect(octets.count > 9000)
    let pieces = stride(from: 0, to: octets.count - 16, by: 500).map { octets[$0..<$0 + 16] }
    #expect(try pieces.allSatisfy { try folder.holds($0) })
    try folder.open { vault throws in
      try vault.delete(Self.uber)
      // While it is still open, for the journal too.
      #expect(try pieces.filter { try folder.holds($0) } == [])
    }
    #expect(try pieces.filter { try folder.holds($0) } == [])
  }

  @Test func `hundreds of changes leave nothing of what they replaced`() throws {
    let folder = try VaultFolder()
    var generator = Draws(state: 11)
    var alive: [AccountKey: String] = [:]
    var gone: [String] = []
    try folder.open { vault throws in
      for round in 0..<400 {
        let key = AccountKey(
          owner: "o\(Int.random(in: 0..<20, using: &generator))",
          provider: "p\(Int.random(in: 0..<4, using: &generator))")
        if let label = alive.removeValue(forKey: key) { gone.append(label) }
        if Int.random(in: 0..<3, using: &generator) == 0 {
          try vault.delete(key)
          continue
        }
        let label = "label-\(round)-of-it"
        let count = Int.random(in: 0..<5000, using: &generator)
        let scope = String(repeating: "s", count: count / 8) + label
        try vault.keep(
          key, AccountDetails(kind: "own", label: label, scope: scope),
          [.access: Secret([UInt8](repeating: 1, count: count))])
        alive[key] = label
      }
    }
    let files = try folder.files()
    let isThere = { (label: String) in files.contains { $0.range(of: Data(label.utf8)) != nil } }
    #expect(gone.count > 100)
    #expect(alive.values.filter { !isThere($0) } == [])
    #expect(gone.filter(isThere) == [])
  }

  @Test(arguments: [
    (VaultLimit.accounts, 2), (.attempts, 2), (.typed, 2), (.secrets, 2), (.secret, 8), (.name, 8),
    (.address, 8), (.label, 8), (.scope, 8),
  ])
  func `more than the limit is refused`(limit: VaultLimit, max: Int) throws {
    var limits = VaultLimits()
    limits.accountsOfOwnerMax = 2
    limits.attemptsOfOwnerMax = 2
    limits.typedOfOwnerMax = 2
    limits.secretsOfRowMax = 2
    limits.secretOctetsMax = 8
    limits.nameOctetsMax = 8
    limits.addressOctetsMax = 8
    limits.labelOctetsMax = 8
    limits.scopeOctetsMax = 8
    let folder = try VaultFolder()
    try folder.open(limits: limits) { vault throws in
      try Self.keep(limit, max, in: vault)
      #expect(throws: VaultFault.beyond(limit, max: max)) {
        try Self.keep(limit, max + 1, in: vault)
      }
    }
  }

  /// Keeps so much of what a limit is for: rows of mia, or one row of ben with so many octets.
  private static func keep(_ limit: VaultLimit, _ count: Int, in vault: SecretVault) throws {
    let text = String(repeating: "x", count: count)
    var account = AccountKey(owner: "ben", provider: "p")
    var details = AccountDetails(kind: "own")
    var secrets = [SecretName.access: Secret("x")]
    switch limit {
    case .accounts:
      for index in 0..<count {
        try vault.keep(AccountKey(owner: "mia", provider: "\(index)"), details, secrets)
      }
      return
    case .attempts:
      for index in 0..<count {
        try vault.keep(
          KeptAttempt(id: "\(index)", owner: "mia", provider: "p", expires: .at(0)), secrets)
      }
      return
    case .typed:
      // Those of the calls before count too.
      try vault.delete(typedFor: "1", of: "mia")
      for _ in 0..<count {
        _ = try vault.keep(Secret("x"), of: "mia", for: "1", until: .at(0))
      }
      return
    case .secrets:
      secrets = [:]
      for index in 0..<count { secrets[try #require(SecretName("\(index)"))] = Secret("x") }
    case .secret: secrets = [.access: Secret(text)]
    case .name: account.owner = text
    case .address: account.base = text
    case .label: details.label = text
    case .scope: details.scope = text
    }
    try vault.keep(account, details, secrets)
  }

  @Test func `on a full disk the old token stays, and there is place again later`() throws {
    var limits = VaultLimits()
    limits.fileOctetsMax = 64 << 10
    let folder = try VaultFolder()
    try folder.open(limits: limits) { vault throws in
      try SealingTests.fill(vault)
      try vault.keep(Self.uber, Self.details, [.access: Secret("old")])
      let large = Secret([UInt8](repeating: 1, count: 16 << 10))
      let others = (0..<8).map { AccountKey(owner: "ben", provider: "\($0)") }
      var kept = 0
      do {
        for other in others {
          try vault.keep(other, Self.details, [.access: large])
          kept += 1
        }
      } catch {
        guard case .full? = error as? VaultFault else { throw error }
      }
      #expect((1..<8).contains(kept))
      let fault = #expect(throws: VaultFault.self) {
        try vault.keep(Self.uber, Self.details, [.access: large], replacing: 2)
      }
      #expect("\(try #require(fault))".hasPrefix(vault.path))
      #expect(try vault.open(Self.uber).value?.secrets[.access]?.text == "old")
      #expect(try vault.open(Self.uber).value?.account.edition == 2)
      try vault.delete(others[0])
      try vault.keep(Self.uber, Self.details, [.access: Secret("new")], replacing: 2)
    }
    try folder.open(limits: limits) { vault throws in
      #expect(try vault.open(Self.uber).value?.secrets[.access]?.text == "new")
    }
  }

  @Test func `on a disk that takes no more the old token stays`() async {
    // In a process of its own, in which no file may grow.
    await #expect(processExitsWith: .exitCode(17)) {
      let refused = try Self.refusedOnStuckDisk()
      _exit(refused == 12 ? 17 : 1)
    }
  }

  /// How many of 12 accounts find no place where files may not grow; what was there stays.
  private static func refusedOnStuckDisk() throws -> Int {
    let folder = try VaultFolder()
    var refused = 0
    try folder.open { vault in
      try vault.keep(uber, details, [.access: Secret("old")])
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 48 << 10)
      let large = Secret([UInt8](repeating: 1, count: 16 << 10))
      for count in 0..<12 {
        let other = AccountKey(owner: "ben", provider: "\(count)")
        do {
          try vault.keep(other, details, [.access: large, .refresh: large])
        } catch {
          guard case .full? = error as? VaultFault else { throw error }
          refused += 1
        }
        try #require(try vault.open(uber).value?.secrets[.access]?.text == "old")
      }
      try limitFiles(to: 1 << 30)
      try vault.keep(uber, details, [.access: Secret("new")], replacing: 1)
    }
    try folder.open { vault throws in
      try #require(try vault.accounts().compactMap(\.value?.key) == [uber])
    }
    return refused
  }

  private static func limitFiles(to octets: Int) throws {
    var limit = rlimit()
    try #require(getrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
    limit.rlim_cur = rlim_t(octets)
    try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
  }
}

/// Chance from a seed: SplitMix64 (Steele, Lea, Flood 2014).
private struct Draws: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
