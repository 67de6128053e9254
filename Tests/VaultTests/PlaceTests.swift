// Whose files are taken, which key is found, and that nobody else comes in.

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

struct PlaceTests {
  /// The case of a fault.
  static func name(_ fault: VaultFault) -> String {
    String("\(Mirror(reflecting: fault).children.first?.label ?? "")")
  }

  @Test(arguments: [
    ("chmod 0640 $F", "exposed"), ("chmod 0604 $F", "exposed"), ("chmod 0601 $F", "exposed"),
    ("chmod 0750 $D", "exposed"), ("chmod 0701 $D", "exposed"),
    ("mv $F ${F}2; ln -s ${F}2 $F", "link"), ("mv $D ${D}2; ln -s ${D}2 $D", "link"),
    ("ln -sf $F $F-journal", "link"), ("touch $F-wal; chmod 0644 $F-wal", "exposed"),
    ("ln $F ${F}2", "notPlain"), ("rm $F; mkdir $F", "notPlain"), ("rm $F; mkfifo $F", "notPlain"),
    ("printf 'this is no database, it is a text' > $F", "notVault"),
  ])
  func `a vault that others reach, or that is none, is refused`(
    done: String, fault: String
  ) throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    try Self.shell(done, folder)
    let seen = #expect(throws: VaultFault.self) { try folder.open { _ in } }
    #expect(Self.name(try #require(seen)) == fault, "\(done): \(seen.map { "\($0)" } ?? "")")
  }

  @Test(arguments: [
    ("PRAGMA application_id = 1", "notVault"), ("PRAGMA application_id = 0", "notVault"),
    ("PRAGMA user_version = 99", "newerSchema"), ("PRAGMA user_version = -1", "notVault"),
  ])
  func `what another program has written is refused`(statement: String, fault: String) throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    try folder.sql(statement)
    let seen = #expect(throws: VaultFault.self) { try folder.open { _ in } }
    #expect(Self.name(try #require(seen)) == fault)
  }

  @Test func `what belongs to another user is refused`() throws {
    let folder = try VaultFolder()
    try folder.open { try SealingTests.fill($0) }
    var path = "/etc/passwd"
    // Root may make a file another's; anybody else finds one of root.
    if geteuid() == 0 {
      #expect(chown(folder.vault, 65534, 65534) == 0)
      path = folder.vault
      #expect(throws: VaultFault.anothers(path)) { try folder.open { _ in } }
    }
    #expect(throws: VaultFault.anothers(path)) {
      try VaultKeys.find(credentials: nil, files: [path], besideVaultAt: folder.vault)
    }
  }

  @Test func `files and folder are made for their user alone`() throws {
    let folder = try VaultFolder()
    _ = try VaultKeys.find(credentials: nil, files: [], besideVaultAt: folder.vault)
    try folder.open { try SealingTests.fill($0) }
    for (name, mode) in [("", 0o700), ("/accounts.db", 0o600), ("/accounts.key", 0o600)] {
      let found = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/vault\(name)")
      #expect(found[.posixPermissions] as? Int == mode, "\(name)")
    }
  }

  @Test func `a second opener is refused until the first has closed`() async throws {
    let folder = try VaultFolder()
    let path = folder.vault
    var vault: SecretVault? = try SecretVault(at: path, keys: VaultKeys(VaultFolder.key(1)))
    #expect(throws: VaultFault.inUse(try #require(vault).path)) { try folder.open { _ in } }
    await #expect(processExitsWith: .exitCode(17)) { [path = path as String] in
      do {
        _ = try SecretVault(at: path, keys: VaultKeys(VaultFolder.key(1)))
      } catch {
        guard case .inUse? = error as? VaultFault else { throw error }
        _exit(17)
      }
    }
    try vault?.keep(SealingTests.uber, ["a": Secret("a")])
    vault = nil
    try folder.open { vault throws in #expect(try vault.account(SealingTests.uberKey).value != nil)
    }
  }

  @Test func `a key is made at first use, and told once; without it nothing opens`() throws {
    let folder = try VaultFolder()
    let find = {
      try VaultKeys.find(credentials: nil, files: [], besideVaultAt: folder.vault)
    }
    let made = try find()
    #expect(made.madeAt?.hasSuffix("/vault/accounts.key") == true)
    try folder.open(made) { try SealingTests.fill($0) }
    let found = try find()
    #expect(found.madeAt == nil)
    try folder.open(found) { vault throws in
      #expect(try vault.account(SealingTests.uberKey).value != nil)
    }
    try Self.shell("rm $D/accounts.key", folder)
    let fault = #expect(throws: VaultFault.self) { try find() }
    #expect(Self.name(try #require(fault)) == "keyGone")
    #expect(try folder.files().filter { $0.count == 32 } == [])
  }

  @Test(arguments: [
    // what is written, whether the file is taken, by which fault not
    ("head -c 32 /dev/zero | tr '\\0' 'k' > $K; chmod 0600 $K", ""),
    ("head -c 32 /dev/zero | tr '\\0' 'k' > $K; chmod 0400 $K", ""),
    ("printf '%064d' 0 | tr 0 6 > $K; chmod 0600 $K", ""),
    ("printf '%064d\\n' 0 | tr 0 B > $K; chmod 0600 $K", ""),
    ("printf '%064d\\n' 0 > $K; chmod 0640 $K", "exposed"),
    ("printf '%064d\\n' 0 > $K; chmod 0604 $K", "exposed"),
    ("printf '%064d\\n' 0 > ${K}2; chmod 0600 ${K}2; ln -s ${K}2 $K", "link"),
    ("printf '%063d\\n' 0 > $K; chmod 0600 $K", "notKey"),
    ("printf '%066d' 0 > $K; chmod 0600 $K", "notKey"),
    ("printf '%063dg' 0 > $K; chmod 0600 $K", "notKey"),
    (": > $K; chmod 0600 $K", "notKey"), ("mkdir -m 0700 $K", "notPlain"), (":", "unreachable"),
  ])
  func `a file that was named holds the key, or is refused`(done: String, fault: String) throws {
    let folder = try VaultFolder()
    try Self.shell(done, folder)
    do {
      let keys = try VaultKeys.find(
        credentials: nil, files: ["\(folder.path)/key"], besideVaultAt: folder.vault)
      #expect(keys.former.isEmpty && keys.madeAt == nil)
      #expect(fault == "")
    } catch {
      #expect(Self.name(error) == fault)
    }
  }

  @Test func `credentials come before files, and the first key seals`() throws {
    let folder = try VaultFolder()
    try Self.shell(
      """
      mkdir -m 0700 $C; for n in 1 2 3; do printf "%064d" $n > $K$n; chmod 0400 $K$n; done
      cp ${K}1 $C/usher-vault-key; cp ${K}2 $C/usher-vault-key-old; chmod 0440 $C/*
      """, folder)
    let file = "\(folder.path)/key3"
    let find = { (credentials: String?) in
      try VaultKeys.find(
        credentials: credentials, files: [file], besideVaultAt: folder.vault)
    }
    let (alone, all) = (try find(nil), try find("\(folder.path)/credentials"))
    #expect(alone.former.isEmpty && all.former.count == 2)
    #expect(try find("\(folder.path)/nowhere").former.isEmpty)
    try folder.open(alone) { try SealingTests.fill($0) }
    try folder.open(all) { vault throws in
      #expect(try vault.account(SealingTests.uberKey).value != nil)
    }
    try folder.open(alone) { vault throws in
      #expect(try vault.account(SealingTests.uberKey).broken != nil)
    }
    try Self.shell("chmod 0444 $C/usher-vault-key", folder)
    let fault = #expect(throws: VaultFault.self) { try find("\(folder.path)/credentials") }
    #expect(Self.name(try #require(fault)) == "exposed")
  }

  @Test func `the memory of a process can be kept from others`() async {
    // In a process of its own: a house that this one plays may have hidden its memory already.
    await #expect(processExitsWith: .exitCode(17)) {
      if ProcessMemory.isHidden { _exit(2) }
      try ProcessMemory.hide()
      _exit(ProcessMemory.isHidden ? 17 : 1)
    }
  }

  // What a shell does

  struct ShellFault: Error {}

  /// Runs a line of shell: $F is the vault, $D its folder, $K a key, $C the credentials.
  static func shell(_ line: String, _ folder: VaultFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.environment = [
      "PATH": "/usr/bin:/bin", "F": folder.vault, "D": "\(folder.path)/vault",
      "K": "\(folder.path)/key", "C": "\(folder.path)/credentials",
    ]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ShellFault() }
  }
}
