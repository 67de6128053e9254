// What is kept, replaced, forgotten and refused; and that nothing of it lingers.

import Accounts
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

  /// An account of which hardly anything is told.
  static func account(
    _ provider: String, of owner: String = "ben", edition: Int = 1, _ access: SecretHandle = "x"
  ) -> LinkedAccount {
    LinkedAccount(
      key: AccountKey(owner: owner, provider: provider, base: ""), kind: .own, edition: edition,
      access: access)
  }

  @Test func `an account takes the place of one of a lower edition, never of a higher`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      var account = Self.account("p", edition: 2, "a2")
      let first = account
      try vault.keep(account, ["a2": Secret("2"), "r": Secret("r")])
      // Once more, as nobody knew whether it was kept.
      try vault.keep(account, ["a2": Secret("2"), "r": Secret("r")])
      (account.edition, account.access) = (3, "a3")
      try vault.keep(account, ["a3": Secret("3"), "r": Secret("r")])
      #expect(try vault.texts("a2", "a3", "r") == ["a3": "3", "r": "r"])
      // A refresh that comes too late brings nothing back.
      #expect(throws: VaultFault.superseded(found: 3)) {
        try vault.keep(first, ["a2": Secret("2")])
      }
      #expect(try vault.account(account.key).value == account)
      // Nor is a newer one deleted.
      try vault.delete(account.key, edition: 2)
      #expect(try vault.texts("a2", "a3", "r") == ["a3": "3", "r": "r"])
      try vault.delete(account.key, edition: 4)
      #expect(try vault.account(account.key).isNone)
      #expect(try vault.texts("a3", "r").isEmpty)
      try vault.delete(account.key, edition: 4)
      try vault.keep(first, ["a2": Secret("2")])
      #expect(try vault.texts("a2") == ["a2": "2"])
    }
  }

  @Test func `an attempt or parting kept again has its new secrets alone, and goes whole`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      let later = try KeptAttempt.holding(["b"], until: .at(2))
      try vault.keep(.holding(["a", "b"], until: .at(1)), ["a": Secret("1"), "b": Secret("2")])
      try vault.keep(later, ["b": Secret("3")])
      #expect(try vault.texts("a", "b") == ["b": "3"])
      #expect(try vault.attempts().map(\.value) == [later])
      // A parting of the same number is another row.
      try vault.keep(.owing("p"), ["p": Secret("4")])
      try vault.delete(attempt: later.id)
      #expect(try vault.texts("a", "b", "p") == ["p": "4"])
      #expect(try vault.attempts().isEmpty)
      try vault.keep(.owing(nil), [:])
      #expect(try vault.partings().map(\.value) == [.owing(nil)])
      #expect(try vault.texts("p").isEmpty)
      for _ in 0..<2 { try vault.delete(parting: PartingID(1)) }
      #expect(try vault.partings().isEmpty)
    }
  }

  @Test func `what was typed goes by its handle or its purchase, and nothing else does`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      let first = try SealingTests.fill(vault)
      let second = try vault.keep(Secret("2"), of: "mia", for: "5", until: .at(600))
      try vault.delete(typed: [second, "a", "v", "nothing"])
      #expect(try vault.texts(first, second, "a", "v").count == 3)
      try vault.delete(typedFor: "4", of: "ben")
      #expect(try vault.texts(first).count == 1)
      try vault.delete(typedFor: "4", of: "mia")
      #expect(try vault.texts(first, "a", "v") == ["a": "canary-a", "v": "canary-v"])
    }
  }

  @Test(arguments: [
    (599, [], [], 0), (600, [], [AttemptID(7)], 1), (3600, ["gone"], [AttemptID(7)], 1),
  ])
  func `what is due expires`(
    seconds: Int64, accounts: [String], attempts: [AttemptID], typed: Int
  ) throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      let handle = try SealingTests.fill(vault)
      // Without a refresh token nothing can be done with it any more.
      var gone = Self.account("gone", of: "mia")
      gone.expires = .at(3600)
      try vault.keep(gone, ["x": Secret("x")])
      let removed = try vault.expire(at: .at(seconds))
      #expect(removed.accounts.map(\.provider) == accounts)
      #expect(removed.attempts == attempts)
      #expect(removed.partings == attempts.map { _ in PartingID(5) })
      #expect(removed.typed.count == typed)
      #expect(try vault.expire(at: .at(seconds)) == Removed())
      #expect(try vault.account(Self.uber.key).value != nil)
      #expect(try vault.account(SealingTests.taxiKey).value != nil)
      #expect(try vault.texts(handle).count == 1 - typed)
      #expect(try vault.texts("v", "b").count == 2 - 2 * attempts.count)
      #expect(try vault.texts("x").count == 1 - accounts.count)
    }
  }

  @Test func `who is erased leaves nothing, also what is broken`() throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    try folder.sql("UPDATE account SET label = 'other' WHERE owner = 'mia'")
    try folder.open { vault throws in
      let removed = try vault.erase("mia")
      #expect(removed.accounts == [Self.uber.key])
      #expect(removed.attempts == [AttemptID(7)])
      #expect(removed.partings == [PartingID(5)])
      #expect(removed.typed.count == 1)
      #expect(try vault.erase("mia") == Removed())
      #expect(try vault.accounts().compactMap(\.value?.key) == [SealingTests.taxiKey])
      #expect(try vault.texts("a", "r", "v", "b", "t") == ["t": "canary-t"])
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
      #expect(try vault.texts("a", "r", "t", "v", "b").isEmpty)
    }
    try folder.open { vault throws in #expect(try vault.accounts(of: "mia").count == 1) }
  }

  @Test func `what is deleted lingers in no file, sealed as it is`() throws {
    let folder = try VaultFolder()
    try folder.open { vault throws in
      try SealingTests.fill(vault)
      try vault.keep(Self.uber, ["a": Secret([UInt8](repeating: 7, count: 9000))])
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
      try vault.delete(Self.uber.key, edition: 3)
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
          provider: "p\(Int.random(in: 0..<4, using: &generator))", base: "")
        if let label = alive.removeValue(forKey: key) { gone.append(label) }
        if Int.random(in: 0..<3, using: &generator) == 0 {
          try vault.delete(key, edition: round)
          continue
        }
        let label = "label-\(round)-of-it"
        let count = Int.random(in: 0..<5000, using: &generator)
        let scope = String(repeating: "s", count: count / 8) + label
        var account = LinkedAccount(key: key, kind: .own, edition: round, access: "x")
        (account.label, account.scope) = (label, scope)
        try vault.keep(account, ["x": Secret([UInt8](repeating: 1, count: count))])
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
    (VaultLimit.accounts, 2), (.attempts, 2), (.partings, 2), (.typed, 2), (.secrets, 2),
    (.secret, 8), (.handle, 8), (.name, 8), (.address, 8), (.label, 8), (.scope, 8),
    (.written, 2_048),
  ])
  func `more than the limit is refused`(limit: VaultLimit, max: Int) throws {
    var limits = VaultLimits()
    limits.accountsOfOwnerMax = 2
    limits.attemptsOfOwnerMax = 2
    limits.partingsOfOwnerMax = 2
    limits.typedOfOwnerMax = 2
    limits.secretsOfRowMax = 2
    limits.secretOctetsMax = 8
    limits.handleOctetsMax = limit == .handle ? 8 : 64
    limits.nameOctetsMax = 8
    limits.addressOctetsMax = 8
    limits.labelOctetsMax = 8
    limits.scopeOctetsMax = 8
    limits.writtenOctetsMax = 2_048
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
    let key = AccountKey(owner: "mia", provider: "p", base: "")
    var account = Self.account("p")
    var secrets: [SecretHandle: Secret] = ["x": Secret("x")]
    switch limit {
    case .accounts:
      for index in 0..<count { try vault.keep(Self.account("\(index)", of: "mia"), secrets) }
      return
    case .attempts:
      for index in 0..<count {
        try vault.keep(.holding(["x"], number: index, of: key), secrets)
      }
      return
    case .partings:
      for index in 0..<count {
        try vault.keep(.owing("x", number: index, of: key), secrets)
      }
      return
    case .written:
      var attempt = try KeptAttempt.holding([], of: key)
      attempt.conversation = String(repeating: "x", count: count > 2_048 ? count : 1_024)
      return try vault.keep(attempt, [:])
    case .typed:
      // Those of the calls before count too.
      try vault.delete(typedFor: "1", of: "mia")
      for _ in 0..<count {
        _ = try vault.keep(Secret("x"), of: "mia", for: "1", until: .at(0))
      }
      return
    case .secrets:
      for index in 1..<count { secrets[SecretHandle("\(index)")] = Secret("x") }
    case .secret: secrets = ["x": Secret(text)]
    case .handle: secrets = [SecretHandle(text): Secret("x")]
    case .name: account.clientID = text
    case .address: account.key = AccountKey(owner: "ben", provider: "p", base: text)
    case .label: account.label = text
    case .scope: account.scope = text
    case .tray: Issue.record("the memory is no matter of the file")
    }
    try vault.keep(account, secrets)
  }

  @Test func `on a full disk the old token stays, and there is place again later`() throws {
    var limits = VaultLimits()
    limits.fileOctetsMax = 64 << 10
    let folder = try VaultFolder()
    try folder.open(limits: limits) { vault throws in
      try SealingTests.fill(vault)
      try vault.keep(Self.uber, ["a": Secret("old")])
      let large = Secret([UInt8](repeating: 1, count: 16 << 10))
      var kept = 0
      do {
        for number in 0..<8 {
          try vault.keep(Self.account("\(number)"), ["x": large])
          kept += 1
        }
      } catch {
        guard case .full? = error as? VaultFault else { throw error }
      }
      #expect((1..<8).contains(kept))
      var newer = Self.uber
      (newer.edition, newer.access) = (4, "n")
      let fault = #expect(throws: VaultFault.self) { try vault.keep(newer, ["n": large]) }
      #expect("\(try #require(fault))".hasPrefix(vault.path))
      #expect(try vault.texts("a", "n") == ["a": "old"])
      #expect(try vault.account(Self.uber.key).value == Self.uber)
      try vault.delete(Self.account("0").key, edition: 1)
      try vault.keep(newer, ["n": Secret("new")])
    }
    try folder.open(limits: limits) { vault throws in
      #expect(try vault.texts("a", "n") == ["n": "new"])
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
      try vault.keep(uber, ["a": Secret("old")])
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 48 << 10)
      let large = Secret([UInt8](repeating: 1, count: 16 << 10))
      for count in 0..<12 {
        do {
          try vault.keep(account("\(count)"), ["x": large, "y": large])
        } catch {
          guard case .full? = error as? VaultFault else { throw error }
          refused += 1
        }
        try #require(try vault.texts("a") == ["a": "old"])
      }
      try limitFiles(to: 1 << 30)
      try vault.keep(uber, ["a": Secret("new")])
    }
    try folder.open { vault throws in
      try #require(try vault.accounts().compactMap(\.value) == [uber])
    }
    return refused
  }

  /// No file of this process may grow beyond that.
  static func limitFiles(to octets: Int) throws {
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
