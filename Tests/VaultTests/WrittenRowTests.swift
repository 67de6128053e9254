// Links and partings behind a restart: as they were, with their secrets; and those that cannot be
// read, which disturb no others.

import Accounts
import CivilTime
import Mobility
import Testing
import Vault

struct WrittenRowTests {
  @Test func `links and partings are there again, and their secrets are found`() throws {
    let folder = try VaultFolder()
    let (attempts, partings) = try folder.keep { keeper throws in
      var attempts: [KeptAttempt] = []
      for count in 0...3 {
        let handles = try (0..<count).map { try keeper.fresh("canary-\(count)\($0)") }
        var attempt = try KeptAttempt.holding(handles, number: count + 1)
        attempt.edition = count == 1 ? 4 : nil
        attempts.append(attempt)
      }
      let partings = [
        Parting.owing(try keeper.fresh("canary-p")), .owing(nil, number: 2, until: .at(99)),
      ]
      for deed in attempts.map(VaultDeed.keepAttempt) + partings.map(VaultDeed.keepParting) {
        #expect(keeper.carryOut(deed).fault == nil)
      }
      return (attempts, partings)
    }
    #expect(try folder.holds("canary".utf8) == false)
    try folder.keep { keeper throws in
      let (kept, broken) = try keeper.kept()
      #expect(broken == [])
      #expect(kept == KeptAccounts(accounts: [], attempts: attempts, partings: partings))
      #expect(kept.nextAttempt == AttemptID(5) && kept.nextParting == PartingID(3))
      #expect(kept.nextEdition == 5)
      for (count, attempt) in attempts.enumerated() {
        let handles = attempt.handles
        #expect(keeper.lend(handles) == nil)
        #expect(
          handles.map { keeper.shelf.secret(of: $0)?.text }
            == (0..<count).map { "canary-\(count)\($0)" })
        keeper.giveBack(handles)
      }
      #expect(try keeper.texts(try #require(partings[0].token)) == ["canary-p"])
    }
  }

  @Test func `without a vault nothing is there again`() throws {
    let keeper = SecretKeeper(nil)
    #expect(keeper.carryOut(.keepAttempt(try .holding([]))).fault == nil)
    #expect(keeper.carryOut(.keepParting(.owing(nil))).fault == nil)
    #expect(try keeper.kept().kept == KeptAccounts())
  }

  // Tokens that are given back

  @Test(arguments: [true, false])
  func `tokens that are given back move to their parting, until each is over`(
    isKept: Bool
  ) throws {
    try VaultFolder().keep(inVault: isKept) { keeper throws in
      let account = try KeeperTests.pair(keeper, edition: 1)
      let (token, access) = (try #require(account.refresh), account.access)
      _ = keeper.carryOut(.keep(account, nil))
      _ = keeper.carryOut(
        .delete(KeeperTests.key, edition: 1, sparing: [token, access], until: .at(60)))
      // How it stands changes, and it is kept again.
      for tries in 1...2 {
        var parting = Parting.owing(token)
        parting.provider = .asked(tries: tries)
        parting.access = access
        let done = keeper.carryOut(.keepParting(parting))
        #expect(done.event == nil && done.fault == nil)
        #expect((keeper.shelf.secret(of: token) == nil) == isKept)
        #expect((keeper.shelf.secret(of: access) == nil) == isKept)
        #expect(try keeper.texts(token, access) == ["r1", "a1"])
      }
      // The provider has one back, and knows then, while the service does not.
      _ = keeper.carryOut(.discard([token]))
      #expect(keeper.carryOut(.keepParting(.owing(access))).fault == nil)
      #expect(try keeper.texts(token, access) == [nil, "a1"])
      _ = keeper.carryOut(.discard([access]))
      #expect(keeper.carryOut(.keepParting(.owing(nil))).fault == nil)
      #expect(try keeper.texts(access) == [nil])
      #expect(try keeper.kept().kept.partings.count == (isKept ? 1 : 0))
      #expect(keeper.carryOut(.deleteParting(PartingID(1))).fault == nil)
      #expect(try keeper.kept().kept == KeptAccounts())
    }
  }

  @Test func `others are told as well where the token is not at hand`() throws {
    try VaultFolder().keep { keeper throws in
      #expect(keeper.carryOut(.keepParting(.owing("gone"))).fault == nil)
      #expect(try keeper.kept().kept.partings[PartingID(1)] == .owing("gone"))
      #expect(try keeper.texts("gone") == [nil])
    }
  }

  @Test func `a token whose parting is not kept stays in memory for its day`() throws {
    var limits = VaultLimits()
    limits.partingsOfOwnerMax = 0
    try VaultFolder().keep(limits: limits) { keeper throws in
      let token = try keeper.fresh("r")
      #expect(
        keeper.carryOut(.keepParting(.owing(token))).fault == .beyond(.partings, max: 0))
      #expect(keeper.removeExpired(at: .at(59)) == nil)
      #expect(try keeper.texts(token) == ["r"])
      #expect(keeper.removeExpired(at: .at(60)) == nil)
      #expect(try keeper.texts(token) == [nil])
    }
  }

  // What cannot be read

  @Test(
    arguments: ["attempt", "parting"],
    [
      "id = 8", "owner = 'ben'", "provider = 'lyft'", "base = ''", "expires = expires + 1",
      "nonce = x'00'", "sealed = (SELECT sealed FROM typed)",
    ])
  func `a row that was moved or altered does not open, and the others do`(
    table: String, change: String
  ) throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    try folder.sql("UPDATE \(table) SET \(change.replacing("''", with: "'x'"))")
    try folder.keep { keeper throws in
      let (kept, broken) = try keeper.kept()
      let number = change == "id = 8" ? 8 : table == "attempt" ? 7 : 5
      #expect(
        broken == [
          BrokenRow(
            row: table == "attempt"
              ? .attempt(AttemptID(number)) : .parting(PartingID(number)),
            reason: .altered)
        ])
      #expect(kept.accounts.count == 2)
      #expect(
        Array(kept.attempts.values) == (table == "attempt" ? [] : [try SealingTests.attempt()]))
      #expect(Array(kept.partings.values) == (table == "parting" ? [] : [SealingTests.parting]))
      #expect(
        try keeper.texts("v", "b", "t")
          == (table == "attempt" ? [nil, "canary-b", "canary-t"] : ["canary-v", nil, "canary-t"]))
    }
  }

  @Test func `what is written in a way that nobody knows is told and left alone`() throws {
    let folder = try VaultFolder()
    var attempt = try KeptAttempt.holding(["x"], number: 11)
    attempt.edition = .max
    var parting = Parting.owing("y", number: 12)
    parting.provider = .asked(tries: -1)
    try folder.open { vault throws in
      try SealingTests.fill(vault)
      try vault.keep(attempt, ["x": Secret("x")])
      try vault.keep(parting, ["y": Secret("y")])
    }
    for _ in 0..<2 {
      try folder.keep { keeper throws in
        let (kept, broken) = try keeper.kept()
        #expect(
          broken == [
            BrokenRow(row: .attempt(attempt.id), reason: .unknownForm),
            BrokenRow(row: .parting(parting.id), reason: .unknownForm),
          ])
        #expect(Array(kept.attempts.values) == [try SealingTests.attempt()])
        #expect(Array(kept.partings.values) == [SealingTests.parting])
        // Nothing takes their place.
        #expect(kept.nextAttempt == AttemptID(12) && kept.nextParting == PartingID(13))
      }
    }
    #expect("\(BrokenRow(row: .attempt(attempt.id), reason: .unknownForm))".contains("11"))
  }

  @Test func `more than may be written is not read`() throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    var limits = VaultLimits()
    limits.writtenOctetsMax = 512
    try folder.keep(limits: limits) { keeper throws in
      let (kept, broken) = try keeper.kept()
      #expect(broken.map(\.reason) == [.unknownForm])
      #expect(kept.attempts.isEmpty && kept.partings.count == 1)
    }
  }
}
