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
  private let arguments: [String]
  private let talk: [String]

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
    let trip = try mobility.get("/trip.json?v=13", headers: ["X-TripGo-Key: stand-in"])
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
    arguments = ["--config", configuration, "--gateway", "scripted"]
    talk = ["--trip", try folder.file("trip.json", trip), "--as", "mia"]
  }

  /// Starts the program for Mia, with a store in the folder unless told otherwise.
  func start(
    _ more: [String] = [], store: String = "usher.db", at terminal: Terminal? = nil
  ) throws -> Program {
    try Program(
      arguments + talk + ["--store", store] + more, in: folder,
      patienceSeconds: 3 * Program.patienceSeconds, at: terminal)
  }

  /// Starts the program by a command, without a trip.
  func start(by command: [String]) throws -> Program {
    try Program(
      command + arguments + ["--store", "usher.db"], in: folder,
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

  /// The files of the folder, at any depth, that hold some octets.
  func files(holding text: String) throws -> [String] {
    let octets = Data(text.utf8)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
      // A folder has no contents, and a journal may be gone meanwhile.
      let contents = FileManager.default.contents(atPath: "\(folder.path)/\(name)")
      return contents?.range(of: octets) != nil
    }
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
}
