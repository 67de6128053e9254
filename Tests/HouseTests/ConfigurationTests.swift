// Configuration files: that what is said is set, that each fault is told, and that no limit is
// missing from the table.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import House
import Language
import LineProtocol
import Passes
import PhoneNumbers
import Storage
import Testing

@Suite("Configuration files")
struct ConfigurationTests {
  static let faults: [FileRow] = [
    FileRow("[]", "u.json:1:1: an object is expected here, in { }"),
    FileRow("{\"zone\": \"UTC\"", "u.json:1:15: the text ends too early"),
    FileRow(
      "{\"zome\": \"UTC\"}", "u.json:1:2: unknown member \"zome\"; did you mean \"zone\"?"),
    FileRow(
      "{\"attemptsMax\": 3}",
      "u.json:1:2: unknown member \"attemptsMax\"; did you mean \"limits.passes.attemptsMax\"?"),
    FileRow(
      "{\"limits\": {\"pases\": {}}}",
      "u.json:1:13: unknown member \"pases\"; did you mean \"passes\"?"),
    FileRow("{\"limits\": 7}", "u.json:1:12: an object is expected here, in { }"),
    FileRow(
      "{\"zone\": \"Europe/Berln\"}",
      "u.json:1:10: unknown: \"Europe/Berln\"; did you mean \"Europe/Berlin\"?"),
    FileRow(
      "{\"zone\": \"CET\"}",
      "u.json:1:10: unknown: \"CET\"; the name of a zone as \"Europe/Berlin\" is expected here"),
    FileRow(
      "{\"dateOrder\": \"month first\"}",
      "u.json:1:15: unknown: \"month first\"; did you mean \"month-first\"?"),
    FileRow(
      "{\"phoneRegion\": \"de\"}",
      "u.json:1:17: a country of two capital letters as \"DE\" is expected here"),
    FileRow(
      "{\"usualMinutes\": 0}",
      "u.json:1:18: a whole number from 1 to 1440 (min) is expected here"),
    FileRow(
      "{\"usualMinutes\": 1.5}",
      "u.json:1:18: a whole number from 1 to 1440 (min) is expected here"),
    FileRow(
      "{\"usualMinutes\": \"60\"}",
      "u.json:1:18: a whole number from 1 to 1440 (min) is expected here"),
    FileRow(
      "{\"place\": \"my desk\"}",
      "u.json:1:11: one word of at most 64 ASCII characters is expected here"),
    FileRow(
      "{\"turnRate\": \"on\"}",
      "u.json:1:14: a whole number from 1 to 10000 or \"off\" is expected here"),
    FileRow("{\"store\": \"\"}", "u.json:1:11: a path or \":memory:\" is expected here"),
    FileRow(
      "{\"store\": \"~/u.db\"}",
      "u.json:1:11: \"~\" is not understood here; write the whole path"),
    FileRow(
      "{\"gateway\": {\"address\": \"https://me:pw@x.org\"}}",
      "u.json:1:25: leave the name and password out of the address; others can read it"),
    FileRow(
      "{\"gateway\": {\"address\": 7}}",
      "u.json:1:25: \"https://HOST\", \"drop:FOLDER\" or \"scripted\" is expected here"),
    FileRow(
      "{\"gateway\": {\"address\": \"drop:~/passes\"}}",
      "u.json:1:25: \"~\" is not understood here; write the whole path"),
    FileRow("{\"gateway\": {\"certificates\": 7}}", "u.json:1:30: a path is expected here"),
    FileRow(
      "{\"gateway\": {\"certificates\": \"~/ours.pem\"}}",
      "u.json:1:30: \"~\" is not understood here; write the whole path"),
    FileRow(
      "{\"gateway\": {\"proxy\": 7}}",
      "u.json:1:23: the address of a proxy as \"http://proxy:3128\" is expected here"),
    FileRow(
      "{\"language\": \"fr\"}", "u.json:1:14: unknown: \"fr\"; \"en\" or \"de\" is expected here"),
    FileRow(
      "{\"address\": \"sie\"}", "u.json:1:13: unknown: \"sie\"; did you mean \"Sie\"?"),
    FileRow("{\"gateway\": {\"untitled\": 7}}", "u.json:1:26: text is expected here"),
    FileRow(
      "{\"gateway\": {\"codes\": 7}}",
      """
      u.json:1:23: an object from a number of 1000 to 9999 in quotes to "permanent", "passing", \
      "throttled", "down", "ours" or "unknown" is expected here
      """),
    FileRow(
      "{\"gateway\": {\"codes\": {\"4103\": \"permanant\", \"999\": \"down\"}}}",
      """
      u.json:1:32: unknown: "permanant"; did you mean "permanent"?
      u.json:1:45: an object from a number of 1000 to 9999 in quotes to "permanent", "passing", \
      "throttled", "down", "ours" or "unknown" is expected here
      """),
    FileRow(
      "{\"gateway\": {\"connectSeconds\": 40}}",
      "u.json:1:32: this must not be more than gateway.answerSeconds, which is 30"),
    FileRow(
      "{\"gateway\": {\"answerSeconds\": 4}}",
      "u.json:1:31: this must not be less than gateway.connectSeconds, which is 5"),
    FileRow(
      "{\"limits\": {\"bookings\": {\"descriptionOctetsMax\": 5000}, "
        + "\"store\": {\"textOctetsMax\": 4000}}}",
      "u.json:1:50: this must not be more than limits.store.textOctetsMax, which is 4000"),
    FileRow(
      "{\"usualMinutes\": 0,\n \"dateOrder\": 1,\n \"zine\": 1}",
      """
      u.json:1:18: a whole number from 1 to 1440 (min) is expected here
      u.json:2:15: "day-first" or "month-first" is expected here
      u.json:3:2: unknown member "zine"; did you mean "zone"?
      """),
  ]

  @Test("A fault is told with its place and what to do", arguments: faults)
  func faultIsTold(_ row: FileRow) {
    let faults = #expect(throws: FileFaults.self) {
      try Configuration(Array(row.file.utf8), named: "u.json")
    }
    #expect(faults?.description == row.says)
  }

  @Test("What a file says is set, and what it leaves out is not")
  func whatIsSaidIsSet() throws {
    let configuration = try Configuration(
      Array(
        """
        {"_": "a remark", "zone": "America/New_York", "dateOrder": "month-first",
         "phoneRegion": "US", "usualMinutes": 30, "foundRoomsMax": 5, "listedBookingsMax": 9,
         "language": "de", "address": "Sie", "place": "front", "store": "state/u.db", "turnRate": 7,
         "tokens": "t.json",
         "gateway": {"address": "drop:out", "codes": {"4103": "permanent", "_4104": "later"},
           "statuses": {"502": "down", "503": "unknown"}, "indexBase": 1, "connectSeconds": 3,
           "answerSeconds": 20, "certificates": "/etc/ca.pem", "proxy": "http://proxy:3128",
           "connectionsMax": 2, "untitled": "Besprechung", "userAgent": null},
         "limits": {"protocol": {"jsonDepthMax": 16}, "bookings": {"remembersSeconds": 3600},
           "passes": {"attemptsMax": 8}, "agent": {"heldNewsMax": 5},
           "store": {"databaseOctetsMax": 5000000000}, "gateway": {"closeSeconds": 4}}}
        """.utf8), named: "/etc/usher/u.json")
    #expect(configuration.zone?.name == "America/New_York")
    #expect(configuration.habits.dateOrder == .monthFirst)
    #expect(configuration.habits.phoneRegion.code == "US")
    #expect(configuration.habits.usualMinutes == 30)
    #expect(configuration.habits.foundRoomsMax == 5)
    #expect(configuration.habits.listedBookingsMax == 9)
    #expect(configuration.language == .german && configuration.address == .formal)
    #expect(configuration.place == "front")
    #expect(configuration.store == .file("/etc/usher/state/u.db"))
    #expect(configuration.tokens == "/etc/usher/t.json")
    #expect(configuration.turnRate == .perSecond(7))
    #expect(configuration.gateway == .drop(folder: "/etc/usher/out"))
    #expect(
      configuration.codes.codes == [2000: .ours, 3000: .permanent, 4103: .permanent])
    #expect(
      configuration.codes.statuses
        == [401: .ours, 403: .ours, 429: .throttled, 502: .down, 503: .unknown])
    #expect(configuration.codes.indexBase == 1)
    var settings = GatewaySettings()
    settings.connectWithin = .seconds(3)
    settings.answerWithin = .seconds(20)
    settings.certificateFile = "/etc/ca.pem"
    settings.proxy = "http://proxy:3128"
    settings.connectionsMax = 2
    settings.untitled = "Besprechung"
    settings.limits.closeWithin = .seconds(4)
    #expect(configuration.gatewaySettings == settings)
    #expect(configuration.protocolLimits.jsonDepthMax == 16)
    #expect(configuration.protocolLimits.jsonLineOctetsMax == 65_536)
    #expect(configuration.bookingLimits.remembersSeconds == 3600)
    #expect(configuration.storeLimits.remembersSeconds == 3600)
    #expect(configuration.passLimits.attemptsMax == 8)
    #expect(configuration.agentLimits.heldNewsMax == 5)
    #expect(configuration.storeLimits.databaseOctetsMax == 5_000_000_000)
  }

  @Test("An empty object sets nothing, and a name without a folder leaves paths as they are")
  func nothingSaid() throws {
    let empty = try Configuration(Array("{}".utf8), named: "u.json")
    #expect(empty.zone == nil && empty.store == nil && empty.gateway == nil)
    #expect(empty.turnRate == nil && empty.place == "desk" && empty.codes == .standard)
    #expect(empty.habits == Habits() && empty.passLimits == PassLimits())
    let paths = try Configuration(
      Array("{\"store\": \"u.db\", \"turnRate\": \"off\"}".utf8), named: "u.json")
    #expect(paths.store == .file("u.db") && paths.turnRate == .unlimited)
    let memory = try Configuration(Array("{\"store\": \":memory:\"}".utf8), named: "/a/u.json")
    #expect(memory.store == .memory)
  }

  /// The limits and what they are called in a file.
  private static let limits: [(section: String, limits: any Sendable)] = [
    ("limits.protocol", ProtocolLimits()), ("limits.bookings", BookingLimits()),
    ("limits.passes", PassLimits()), ("limits.agent", AgentLimits()),
    ("limits.store", StoreLimits()), ("limits.gateway", GatewayLimits()),
  ]

  /// Set by another member or under another name.
  private static let elsewhere = [
    "limits.store.remembersSeconds": "limits.bookings.remembersSeconds",
    "limits.gateway.closeWithin": "limits.gateway.closeSeconds",
  ]

  @Test("Every limit can be set, and help tells its default")
  func everyLimitIsInHelp() {
    let lines = HelpTopic.configuration.text.split(separator: "\n").map(String.init)
    for (section, limits) in Self.limits {
      let mirror = Mirror(reflecting: limits)
      #expect(!mirror.children.isEmpty)
      for child in mirror.children {
        let own = "\(section).\(child.label ?? "")"
        let path = Self.elsewhere[own] ?? own
        guard let place = lines.firstIndex(of: "  \(path)") else {
          Issue.record("\(path) is not told of")
          continue
        }
        let about = lines[(place + 1)...].prefix { $0.hasPrefix("      ") }
          .map { $0.drop { $0 == " " } }.joined(separator: " ")
        let standard =
          (child.value as? Duration).map { "\($0.components.seconds)" }
          ?? "\(child.value)"
        #expect(about.hasSuffix("; unless set \(standard)"), "\(path): \(about)")
      }
    }
  }
}
