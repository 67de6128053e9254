// What a keeper answers to each deed, with a vault and without; what it forgets, and when.

import Accounts
import CivilTime
import Mobility
import Testing
import Vault

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct KeeperTests {
  static let key = AccountKey(owner: "mia", provider: "uber", base: "https://api.example.org")

  /// A pair of which the keeper was just handed the secrets.
  static func pair(
    _ keeper: SecretKeeper, edition: Int, refresh: SecretHandle? = nil
  ) throws -> LinkedAccount {
    var account = LinkedAccount(
      key: key, kind: .own, edition: edition, access: try keeper.fresh("a\(edition)"))
    account.refresh = try refresh ?? keeper.fresh("r\(edition)")
    return account
  }

  // Deeds

  @Test(arguments: [true, false])
  func `a pair is kept, kept again, and refreshed with its old refresh token`(
    isKept: Bool
  ) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      let first = try Self.pair(keeper, edition: 1)
      for _ in 0..<2 {
        let done = keeper.carryOut(.keep(first, nil))
        #expect(done.event == .kept(Self.key, edition: 1, label: nil))
        #expect(done.fault == nil)
      }
      // In a row it is in no memory any more, unless it is lent.
      #expect((keeper.shelf.secret(of: first.access) == nil) == isKept)
      let refresh = try #require(first.refresh)
      #expect(try keeper.texts(first.access, refresh) == ["a1", "r1"])
      #expect((keeper.shelf.secret(of: first.access) == nil) == isKept)
      var second = try Self.pair(keeper, edition: 2, refresh: refresh)
      second.label = "mia@x.com"
      #expect(
        keeper.carryOut(.keep(second, nil)).event
          == .kept(Self.key, edition: 2, label: "mia@x.com"))
      #expect(try keeper.texts(first.access, second.access, refresh) == [nil, "a2", "r1"])
      #expect(try keeper.accounts() == (isKept ? [second] : []))
    }
  }

  @Test(arguments: [true, false])
  func `a pair of a lower edition, or one that is not at hand, is not kept`(isKept: Bool) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      let second = try Self.pair(keeper, edition: 2)
      _ = keeper.carryOut(.keep(second, nil))
      let first = try Self.pair(keeper, edition: 1)
      let late = keeper.carryOut(.keep(first, nil))
      #expect(late.event == .notKept(Self.key, edition: 1, .unwritable))
      #expect(late.fault == .superseded(found: 2))
      #expect(keeper.shelf.secret(of: first.access)?.text == "a1")
      var gone = second
      (gone.edition, gone.access) = (3, "gone")
      let lost = keeper.carryOut(.keep(gone, nil))
      #expect(lost.event == .notKept(Self.key, edition: 3, .unwritable))
      #expect(lost.fault == .secretGone("gone"))
      #expect(try keeper.texts(second.access) == ["a2"])
    }
  }

  @Test func `what cannot be written stays in memory until it can, or is given up`() throws {
    var limits = VaultLimits()
    limits.scopeOctetsMax = 4
    try VaultFolder().keep(limits: limits) { keeper in
      let first = try Self.pair(keeper, edition: 1)
      _ = keeper.carryOut(.keep(first, nil))
      var second = try Self.pair(keeper, edition: 2)
      second.scope = "large"
      for _ in 0..<2 {
        let done = keeper.carryOut(.keep(second, nil))
        #expect(done.event == .notKept(Self.key, edition: 2, .unwritable))
        #expect(done.fault == .beyond(.scope, max: 4))
      }
      #expect(keeper.shelf.secret(of: second.access)?.text == "a2")
      #expect(try keeper.texts(first.access) == ["a1"])
      // Unlinked meanwhile: of the new pair what is given back stays.
      let refresh = try #require(second.refresh)
      let done = keeper.carryOut(
        .delete(Self.key, edition: 2, sparing: [refresh], until: .at(0)))
      #expect(done.event == .deleted(Self.key, edition: 2))
      #expect(try keeper.texts(first.access, second.access, refresh) == [nil, nil, "r2"])
    }
  }

  @Test(arguments: [true, false])
  func `a deleted pair is gone but for what is given back, until that is discarded`(
    isKept: Bool
  ) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      let account = try Self.pair(keeper, edition: 5)
      let refresh = try #require(account.refresh)
      _ = keeper.carryOut(.keep(account, nil))
      // An older one is not there.
      #expect(
        keeper.carryOut(.delete(Self.key, edition: 4, sparing: [], until: nil)).event
          == .deleted(Self.key, edition: 4))
      #expect(try keeper.texts(account.access, refresh) == ["a5", "r5"])
      for _ in 0..<2 {
        let done = keeper.carryOut(
          .delete(Self.key, edition: 5, sparing: [refresh], until: .at(60)))
        #expect(done.event == .deleted(Self.key, edition: 5))
        #expect(done.fault == nil)
      }
      #expect(try keeper.texts(account.access, refresh) == [nil, "r5"])
      #expect(keeper.shelf.secret(of: refresh)?.text == "r5")
      #expect(keeper.removeExpired(at: .at(59)) == nil)
      #expect(try keeper.texts(refresh) == ["r5"])
      let discarded = keeper.carryOut(.discard([refresh]))
      #expect(discarded.event == nil && discarded.fault == nil)
      #expect(try keeper.texts(refresh) == [nil])
      // Or until its time is over, or its owner is erased.
      for edition in [6, 7] {
        let next = try Self.pair(keeper, edition: edition)
        _ = keeper.carryOut(.keep(next, nil))
        let both = [try #require(next.refresh), next.access]
        _ = keeper.carryOut(
          .delete(Self.key, edition: edition, sparing: both, until: .at(60)))
        #expect(try keeper.texts(both[0], both[1]) == ["r\(edition)", "a\(edition)"])
        #expect(
          (edition == 6 ? keeper.removeExpired(at: .at(60)) : keeper.erase(owner: "mia")) == nil)
        #expect(try keeper.texts(both[0], both[1]) == [nil, nil])
      }
    }
  }

  @Test(arguments: [true, false])
  func `an attempt keeps its secrets, however often, until it is deleted`(isKept: Bool) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      let (state, code) = (try keeper.fresh("s"), try keeper.fresh("c"))
      for handles in [[state, code], [state, code], [code]] {
        let done = keeper.carryOut(.keepAttempt(try .holding(handles)))
        #expect(done.event == nil && done.fault == nil)
      }
      #expect(try keeper.texts(state, code) == [nil, "c"])
      #expect((keeper.shelf.secret(of: code) == nil) == isKept)
      let missing = keeper.carryOut(.keepAttempt(try .holding(["gone"])))
      #expect(missing.event == nil && missing.fault == .secretGone("gone"))
      let done = keeper.carryOut(.deleteAttempt(AttemptID(1)))
      #expect(done.event == nil && done.fault == nil)
      #expect(try keeper.texts(code) == [nil])
    }
  }

  @Test(arguments: [true, false])
  func `what was typed is there until it is discarded or over`(isKept: Bool) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      let typed = try (0..<3).map {
        try keeper.keepTyped(Secret("p\($0)"), of: "mia", for: "7", until: .at(60 * (1 + $0)))
      }
      #expect(try keeper.texts(typed[0], typed[1], typed[2]) == ["p0", "p1", "p2"])
      #expect(keeper.carryOut(.discard([typed[2]])).fault == nil)
      #expect(keeper.removeExpired(at: .at(60)) == nil)
      #expect(try keeper.texts(typed[0], typed[1], typed[2]) == [nil, "p1", nil])
      #expect(throws: VaultFault.beyond(.secret, max: 16 << 10)) {
        try keeper.keepTyped(
          Secret([UInt8](repeating: 1, count: 16_385)), of: "mia", for: "7", until: .at(60))
      }
    }
  }

  @Test(arguments: [true, false])
  func `what has expired, or is an erased person's, is gone`(isKept: Bool) throws {
    try VaultFolder().keep(inVault: isKept) { keeper in
      var over = LinkedAccount(
        key: AccountKey(owner: "ben", provider: "x", base: ""), kind: .own, edition: 1,
        access: try keeper.fresh("over"))
      over.expires = .at(60)
      var lasting = try Self.pair(keeper, edition: 2)
      lasting.expires = .at(60)
      let (ofBen, ofMia) = (try keeper.fresh("1"), try keeper.fresh("2"))
      _ = keeper.carryOut(.keep(over, nil))
      _ = keeper.carryOut(.keep(lasting, nil))
      _ = keeper.carryOut(.keepAttempt(try .holding([ofBen], of: over.key)))
      _ = keeper.carryOut(.keepAttempt(try .holding([ofMia], number: 2, until: .at(61))))
      let typed = try keeper.keepTyped(Secret("p"), of: "mia", for: "7", until: .at(99))
      let stray = try keeper.fresh("stray")
      #expect(keeper.removeExpired(at: .at(60)) == nil)
      #expect(
        try keeper.texts(over.access, lasting.access, ofBen, ofMia, typed, stray)
          == [nil, "a2", nil, "2", "p", "stray"])
      #expect(keeper.erase(owner: "mia") == nil)
      #expect(
        try keeper.texts(lasting.access, ofMia, typed, stray) == [nil, nil, nil, "stray"])
      #expect(try keeper.accounts().isEmpty)
    }
  }

  @Test func `what cannot be written or deleted is told, and stays as it was`() async {
    // In a process of its own, in which no file may grow.
    await #expect(processExitsWith: .exitCode(17)) {
      try Self.fillAndFail()
      _exit(17)
    }
  }

  private static func fillAndFail() throws {
    try VaultFolder().keep { keeper in
      let account = try pair(keeper, edition: 1)
      let refresh = try #require(account.refresh)
      try #require(keeper.carryOut(.keep(account, nil)).fault == nil)
      let typed = try keeper.keepTyped(Secret("p"), of: "mia", for: "7", until: .at(60))
      let (second, state) = (try pair(keeper, edition: 2), try keeper.fresh("s"))
      signal(SIGXFSZ, SIG_IGN)
      try KeepingTests.limitFiles(to: 0)
      let unwritten = keeper.carryOut(.keep(second, nil))
      try #require(unwritten.event == .notKept(key, edition: 2, .unwritable))
      let stood = keeper.carryOut(.keepAttempt(try .holding([state])))
      let undeleted = keeper.carryOut(.delete(key, edition: 1, sparing: [refresh], until: nil))
      try #require(undeleted.event == .notDeleted(key, edition: 1))
      let faults = [
        unwritten.fault, stood.fault, undeleted.fault, keeper.carryOut(.discard([typed])).fault,
        keeper.erase(owner: "ben"), keeper.removeExpired(at: .at(60)),
      ]
      // Nobody else's rows were there to be erased.
      try #require(faults.map { $0 == nil } == [false, false, false, false, true, false])
      try KeepingTests.limitFiles(to: 1 << 30)
      try #require(try keeper.texts(account.access, refresh, typed) == ["a1", "r1", "p"])
      try #require(try keeper.accounts() == [account])
      // What only memory holds has expired there.
      try #require(try keeper.texts(second.access, state) == ["a2", nil])
      let deleted = keeper.carryOut(.delete(key, edition: 1, sparing: [refresh], until: nil))
      try #require(deleted.event == .deleted(key, edition: 1))
      try #require(try keeper.texts(account.access, refresh, typed) == [nil, "r1", "p"])
      try #require(keeper.carryOut(.keep(second, nil)).fault == nil)
      try #require(try keeper.accounts() == [second])
    }
  }

  // A restart

  @Test func `behind a restart accounts and secrets are there, and in no file to be read`() throws {
    let folder = try VaultFolder()
    var account = SealingTests.uber
    let (attempt, typed) = try folder.keep { keeper in
      account.access = try keeper.fresh("canary-a")
      account.refresh = try keeper.fresh("canary-r")
      let verifier = try keeper.fresh("canary-v")
      #expect(keeper.carryOut(.keep(account, nil)).fault == nil)
      #expect(
        keeper.carryOut(.keepAttempt(try .holding([verifier]))).fault == nil)
      _ = try keeper.fresh("canary-never-kept")
      return (
        verifier,
        try keeper.keepTyped(Secret("canary-p"), of: "mia", for: "7", until: .at(60))
      )
    }
    #expect(try folder.holds("canary".utf8) == false)
    try folder.keep { keeper in
      #expect(try keeper.accounts() == [account])
      #expect(try keeper.kept().broken == [])
      let refresh = try #require(account.refresh)
      #expect(
        try keeper.texts(account.access, refresh, attempt, typed)
          == ["canary-a", "canary-r", "canary-v", "canary-p"])
    }
  }

  @Test func `what does not open is told, and the rest is there`() throws {
    let folder = try VaultFolder()
    let typed = try folder.open { try SealingTests.fill($0) }
    try folder.sql("UPDATE account SET scope = 'all' WHERE owner = 'mia'")
    try folder.sql("UPDATE attempt SET expires = 9")
    try folder.sql("UPDATE parting SET provider = 'lyft'")
    try folder.sql("UPDATE typed SET purchase = '9'")
    try folder.keep { keeper throws in
      #expect(try keeper.accounts() == [SealingTests.taxi])
      #expect(
        try keeper.kept().broken.map(\.row) == [
          .account(SealingTests.uberKey), .attempt(AttemptID(7)), .parting(PartingID(5)),
          .typed(typed),
        ])
      #expect(try keeper.texts("a", "v", "b", typed, "t") == [nil, nil, nil, nil, "canary-t"])
    }
  }

  // Memory

  @Test func `no more secrets are held than may be, and none that is too long`() throws {
    try VaultFolder().keep { keeper in
      let handles = try (0..<1024).map { try keeper.fresh("\($0)") }
      #expect(Set(handles).count == 1024)
      #expect(handles.allSatisfy { $0.text.utf8.count == 32 })
      #expect(keeper.shelf.keep(Secret("x")) == nil)
      let preparation = Preparation(attempt: AttemptID(1), wantsNonce: false)
      #expect(keeper.prepare(preparation, listener: nil) == .notPrepared(AttemptID(1)))
      #expect(keeper.carryOut(.discard(Array(handles.prefix(2)))).fault == nil)
      // Two are not enough for three, and nothing is left behind.
      let more = Preparation(attempt: AttemptID(1), wantsNonce: true)
      #expect(keeper.prepare(more, listener: nil) == .notPrepared(AttemptID(1)))
      #expect(keeper.shelf.keep(Secret([UInt8](repeating: 1, count: 16_385))) == nil)
      #expect(keeper.shelf.keep(Secret([UInt8](repeating: 1, count: 16_384))) != nil)
      #expect(keeper.shelf.keep(Secret("x")) != nil)
      #expect(keeper.shelf.keep(Secret("x")) == nil)
    }
    #expect(SecretKeeper(nil, tokenOctetsMax: 4).shelf.keep(Secret("12345")) == nil)
  }

  @Test func `what is lent twice is there until it is given back twice`() throws {
    try VaultFolder().keep { keeper in
      let account = try Self.pair(keeper, edition: 1)
      // One that is lent while it is fresh outlives its moving to a row, and its deletion.
      #expect(keeper.lend([account.access]) == nil)
      _ = keeper.carryOut(.keep(account, nil))
      #expect(keeper.lend([account.access, "gone"]) == nil)
      #expect(keeper.shelf.secret(of: "gone") == nil)
      _ = keeper.carryOut(.delete(Self.key, edition: 1, sparing: [], until: nil))
      keeper.giveBack([account.access, "gone"])
      #expect(keeper.shelf.secret(of: account.access)?.text == "a1")
      keeper.giveBack([account.access])
      #expect(keeper.shelf.secret(of: account.access) == nil)
      keeper.giveBack([account.access])
      #expect(
        keeper.lend((0..<1025).map { SecretHandle("\($0)") }) == .beyond(.tray, max: 1024))
    }
  }

  @Test func `what the configuration tells stays until the end`() throws {
    let folder = try VaultFolder()
    try folder.keep { keeper in
      keeper.shelf.know(Secret("old"), as: "client")
      keeper.shelf.know(Secret("client"), as: "client")
      _ = keeper.carryOut(.discard(["client"]))
      _ = keeper.erase(owner: "mia")
      #expect(keeper.shelf.secret(of: "client")?.text == "client")
      #expect(try keeper.texts("client") == ["client"])
      #expect(keeper.shelf.secret(of: "client")?.text == "client")
      let fresh = try keeper.fresh("x")
      keeper.close()
      #expect(keeper.shelf.secret(of: "client") == nil && keeper.shelf.secret(of: fresh) == nil)
      #expect(keeper.shelf.keep(Secret("x")) == nil)
      let done = keeper.carryOut(.delete(Self.key, edition: 1, sparing: [], until: nil))
      #expect(done.event == nil && done.fault == nil)
      // The file is free for others.
      try folder.open { _ in }
    }
  }

  @Test func `secrets are kept and told on any thread at once`() async {
    let shelf = SecretKeeper(nil).shelf
    let right = await withTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<100).count { _ in
            shelf.keep(Secret("\(number)")).flatMap { shelf.secret(of: $0)?.text } == "\(number)"
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(right == 800)
  }
}
