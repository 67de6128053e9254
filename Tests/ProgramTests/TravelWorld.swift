// What a run with trips and accounts has around it: the stand-ins of the mobility service and of a
// provider with accounts, and a folder with the files that name them.

import Foundation
import JSON
import Testing

/// A trip in Berlin that can be booked, and a provider with which an account can be linked.
final class TravelWorld {
  let mobility: StandIn
  let provider: StandIn
  private let folder: Folder
  /// What is around it, however it is started.
  private let surroundings: [String]
  private let arguments: [String]

  /// The day of the trip where the clock of the program is `tuesday`.
  static let tuesdayOfTrip = "2026-11-24"

  /// The day of the trip where the clock goes: what the program does by itself waits for it.
  static var dayToCome: String {
    Date(timeIntervalSinceNow: 2 * 86_400).formatted(.iso8601.year().month().day())
  }

  /// Where the provider `bolt` leads browsers that come back to a public address.
  static let publicCallback = "https://usher.example/back"

  /// Starts both servers; the mobility service does what it is told as to `/control`. Accounts of
  /// the provider `bolt` are linked in a browser, in the way that is told with further members.
  init(
    day: String = dayToCome, mobility told: String = "{}", browsers way: String = "paste",
    _ more: String = "", configuration rest: String = ""
  ) throws {
    let redirects = #"["http://127.0.0.1/callback", "\#(Self.publicCallback)"]"#
    provider = try StandIn(
      script: "MobilityTests/stand-in-identity.py",
      ["--control", #"{"settings": {"interval": 1, "redirects": \#(redirects)}}"#])
    mobility = try StandIn(
      script: "MobilityTests/stand-in-mobility.py", ["--date", day, "--control", told])
    try mobility.control(#"{"settings": {"identity": "\#(provider.address)"}}"#)
    folder = try Folder()
    let key = try folder.file("key", "stand-in\n")
    let origin = provider.address
    let configuration = try folder.file(
      "configuration.json",
      #"""
      {"mobility": {"addresses": ["\#(mobility.address)/"], "keyFile": "\#(key)", "providers": [
        {"name": "uber", "clientID": "usher", "scopes": ["profile", "request"],
          "device": "\#(origin)/device_authorization", "token": "\#(origin)/token",
          "revocation": "\#(origin)/revoke"},
        {"name": "bolt", "clientID": "usher", "scopes": ["profile"], "ways": ["\#(way)"],
          "authorize": "\#(origin)/authorize", "token": "\#(origin)/token",
          "revocation": "\#(origin)/revoke", "issuer": "\#(origin)"\#(more)}]\#(rest)}}
      """#)
    surroundings = ["--config", configuration, "--gateway", "scripted"]
    let trip = try folder.file("trip.json", Self.trip(1, of: mobility))
    arguments = surroundings + ["--trip", trip, "--as", "mia"]
  }

  /// What the mobility service tells of one of its trips, each of them a day later.
  private static func trip(_ number: Int, of mobility: StandIn) throws -> String {
    try mobility.get("/trip.json?trip=\(number)&v=13", headers: ["X-TripGo-Key: stand-in"])
  }

  /// What programs tell the program of one of the trips of the mobility service.
  func trip(_ number: Int = 1) throws -> JSONValue {
    try JSONValue(parsing: Array(Self.trip(number, of: mobility).utf8), limits: .file)
  }

  /// Starts the program as a server that tests, for programs on a port of this machine.
  func serve(
    _ more: [String] = [], store: String = "usher.db",
    patienceSeconds: Double = 3 * Program.patienceSeconds
  ) throws -> Program {
    try Program(
      ["serve", "--test", "--listen-json", "127.0.0.1:0", "--store", store] + surroundings + more,
      in: folder, patienceSeconds: patienceSeconds)
  }

  /// How the program finds its store.
  func checkStore() throws -> Ended { try run(["store", "check"]) }

  /// How a run of the program ends that does something with the store.
  func run(_ command: [String]) throws -> Ended {
    try Program.run(command + ["--store", "usher.db"], in: folder)
  }

  /// Starts the program for Mia, with a store in the folder unless told otherwise.
  func start(
    _ more: [String] = [], store: String = "usher.db", at terminal: Terminal? = nil,
    environment: [String: String] = [:]
  ) throws -> Program {
    try Program(
      arguments + ["--store", store] + more, in: folder,
      patienceSeconds: 3 * Program.patienceSeconds, at: terminal, environment: environment)
  }

  /// Starts the program by a command, without a trip.
  func start(by command: [String]) throws -> Program {
    try Program(
      command + surroundings + ["--store", "usher.db"], in: folder,
      patienceSeconds: 3 * Program.patienceSeconds)
  }

  /// The code that the provider asked last to be typed at its page.
  func codeAskedFor() throws -> String {
    let device = try provider.record()["devices"]?.array?.last
    return try #require(device?["user_code"]?.string)
  }

  /// Mia types a code at the provider's page, and gives leave.
  func approve(_ code: String) throws {
    try provider.post("/approve", #"{"user_code": "\#(code)", "user": "mia"}"#)
  }

  /// Where a browser lands that opens the address of a provider and gives leave there.
  func landing(of address: String) throws -> String {
    #expect(address.hasPrefix("\(provider.address)/authorize?"))
    return try #require(try Browser.get(address).location)
  }

  /// How many bookings the mobility service has made, whatever was said of them.
  func bookingCount() throws -> Int { try mobility.record()["bookings"]?.array?.count ?? 0 }

  /// How often the mobility service was handed a pair of tokens, or what else links an account.
  func handings() throws -> Int {
    try mobility.calls(to: "signin").count { $0["method"] == "POST" }
  }

  /// Waits until something is so that nobody tells.
  func wait(until isSo: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(Program.patienceSeconds)
    while try !isSo() {
      if ContinuousClock.now > deadline { throw Trouble(description: "it did not become so") }
    }
  }

  /// The files of the folder, at any depth, that hold some octets.
  func files(holding text: String) throws -> [String] {
    let octets = Data(text.utf8)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      // A folder has no contents, and a journal may be gone meanwhile.
      let contents = FileManager.default.contents(atPath: "\(folder.path)/\(name)")
      return contents?.range(of: octets) != nil
    }
  }

  /// How many rows each table of the vault has. Nobody else may have it open.
  func rowsOfVault() throws -> [String: Int] {
    let vault = try Rows(at: "\(folder.path)/accounts/accounts.db")
    let tables = ["account", "attempt", "parting", "typed"]
    return try Dictionary(
      uniqueKeysWithValues: tables.map { table in
        (table, try vault.all("SELECT count(*) FROM \(table)").first?.number(0) ?? -1)
      })
  }

  /// Lets others read what keeps the secrets of accounts, or nobody any more.
  func exposeVault(_ isExposed: Bool) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: isExposed ? 0o644 : 0o600],
      ofItemAtPath: "\(folder.path)/accounts/accounts.db")
  }

  /// The rights of the folder in which secrets of accounts are kept, and of each file in it.
  func rightsOfAccounts() throws -> (folder: Int, files: [String: Int]) {
    func rights(_ name: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
      return try #require(attributes[.posixPermissions] as? Int)
    }
    let names = try folder.names(in: "accounts")
    let files = try names.map { ($0, try rights("accounts/\($0)")) }
    return (try rights("accounts"), Dictionary(uniqueKeysWithValues: files))
  }

  /// Where a secret is seen that nobody may see, in words.
  func secretsSeen(in runs: [Ended]) throws -> [String] {
    let canary = LinkRunTests.canary
    let said = runs.contains { $0.output.contains(canary) || $0.errors.contains(canary) }
    let rights = try rightsOfAccounts()
    var seen = try files(holding: canary).map { "\($0) holds a secret" }
    if said { seen.append("a secret was printed") }
    if rights.folder != 0o700 || rights.files.values.contains(where: { $0 != 0o600 }) {
      seen.append("others may read what is kept: \(rights)")
    }
    return seen
  }
}
