// Arguments: what each command line means, what is said of those that mean nothing, and that help
// tells all there is.

import BookingAgent
import Bookings
import CivilTime
import Gateways
import House
import Passes
import Storage
import Testing

@Suite("Arguments")
struct ArgumentsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String, _ says: String) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.says = says
    }

    init(words: [String], _ says: String) {
      arguments = words
      self.says = says
    }
  }

  static let faults: [Row] = [
    Row("serv", "there is no command \"serv\"; did you mean \"serve\"?"),
    Row(
      "book Aquarium tomorrow",
      "there is no command \"book\"; see \"usher help\"\n"
        + "to say something: echo \"rooms tomorrow\" | usher"),
    Row(
      words: [""],
      "there is no command \"\"; see \"usher help\"\n"
        + "to say something: echo \"rooms tomorrow\" | usher"),
    Row("--stor x", "there is no option --stor; did you mean --store?"),
    Row("--frobnicate", "there is no option --frobnicate; see \"usher help\""),
    Row("-x", "there is no option -x; see \"usher help\""),
    Row("--listen=127.0.0.1:1", "usher has no option --listen; see \"usher help talk\""),
    Row("serve --facts", "usher serve has no option --facts; see \"usher help serve\""),
    Row(
      "serve --unix s --as mia",
      "--as needs --stdio or --mcp; on sockets each client says who speaks"),
    Row(
      "serve --mcp --stdio json",
      "--stdio and --mcp both want standard input; say one of them"),
    Row("serve --mcp --mcp", "--mcp is said twice"),
    Row("demo --store x", "usher demo has no option --store; see \"usher help demo\""),
    Row("version --test", "usher has no option --test; see \"usher help\""),
    Row("--store", "--store needs a value: --store PATH|:memory:"),
    Row("--store --test", "--store needs a value: --store PATH|:memory:"),
    Row("--store=", "--store \"\": a value is missing"),
    Row("--test=yes", "--test takes no value"),
    Row("--help=yes", "--help takes no value"),
    Row("--store a --store b", "--store is said twice"),
    Row("serve --stdio text --stdio json", "--stdio is said twice"),
    Row(
      "--store=~/u.db", "--store \"~/u.db\": \"~\" is not understood here; write the whole path"),
    Row(
      "--gateway ftp://x.org",
      "--gateway: a gateway is https://HOST, http://HOST, drop:FOLDER or scripted"),
    Row(
      "--gateway https://me:secret@x.org",
      "--gateway: leave the name and password out of the address; others can read it"),
    Row("--colour=blue", "--colour \"blue\": write auto or always or never"),
    Row("--color never --colour auto", "--colour is said twice"),
    Row(
      "--zone berlin",
      "--zone \"berlin\": there is no such zone; did you mean Europe/Berlin?"),
    Row(
      "--zone CET",
      "--zone \"CET\": there is no such zone; write one as Europe/Berlin"),
    Row(
      "--clock 2026-02-30T09:00",
      "--clock \"2026-02-30T09:00\": write a moment that there is, as 2026-11-24T09:07"),
    Row("--clock 9:07", "--clock \"9:07\": write a moment that there is, as 2026-11-24T09:07"),
    Row("--seed=-1", "--seed \"-1\": write a whole number from 0 to 18446744073709551615"),
    Row(
      "--seed 18446744073709551616",
      "--seed \"18446744073709551616\": write a whole number from 0 to 18446744073709551615"),
    Row(
      words: ["--as", "Mia Maier"],
      "--as \"Mia Maier\": write a name of at most 255 ASCII characters without spaces"),
    Row(
      words: ["--as", "mia\u{1B}"],
      "--as \"mia<U+001B>\": write a name of at most 255 ASCII characters without spaces"),
    Row(
      "serve",
      "serve needs --listen, --listen-json, --unix, --stdio or --mcp; see \"usher help serve\""),
    Row(
      "serve --listen 4711",
      "--listen \"4711\": write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"),
    Row(
      "serve --listen ::1:4711",
      "--listen \"::1:4711\": write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"),
    Row(
      "serve --listen localhost:65536",
      "--listen \"localhost:65536\": write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"),
    Row(
      "serve --listen-json :4711",
      "--listen-json \":4711\": write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"),
    Row("serve --stdio xml", "--stdio \"xml\": write text or json"),
    Row(
      "serve --stdio json --turn-rate 0",
      "--turn-rate \"0\": write a whole number from 1 to 10000"),
    Row(
      "--building gateway --gateway drop:x",
      "--building gateway needs a gateway that tells its rooms: --gateway https://HOST"),
    Row("replay", "replay needs a file; see \"usher help replay\""),
    Row(
      "replay --record a.talk b.talk --facts",
      "--record compares and --facts does not; say one of them"),
    Row(
      "replay --record a.talk b.talk c.talk",
      "usher replay does not know what to do with \"c.talk\"; see \"usher help replay\""),
    Row(
      "replay --server 4711 a.talk",
      "--server \"4711\": write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"),
    Row(
      "replay --server localhost:0 a.talk",
      "--server \"localhost:0\": write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"),
    Row(
      "--record a.talk", "--record needs --test: a talk has a clock that stands"
    ),
    Row(
      "serve --stdio json --test --record a.talk --gateway drop:x",
      "a talk cannot say what --gateway does; leave it out, or --record"),
    Row(
      "serve --mcp --test --record a.talk",
      "a talk cannot say what --mcp does; leave it out, or --record"),
    Row(
      "--test --record a.talk --store u.db",
      "a talk cannot say what --store does; leave it out, or --record"),
    Row("replay --server localhost:1", "replay needs a file; see \"usher help replay\""),
    Row("teach", "teach needs --grammar FOLDER; see \"usher help teach\""),
    Row(
      "bench",
      "bench needs to know of what; write usher bench parse, trips, server or store; "
        + "see \"usher help bench\""),
    Row(
      "bench pars",
      "there is no command \"bench\" \"pars\"; write usher bench parse, trips, server or store; "
        + "see \"usher help bench\""),
    Row(
      "bench parse --runs 2",
      "usher bench parse has no option --runs; see \"usher help bench\""),
    Row(
      "bench store --only noop",
      "usher bench store has no option --only; see \"usher help bench\""),
    Row(
      "bench parse --trips 5",
      "usher bench parse has no option --trips; see \"usher help bench\""),
    Row(
      "bench trips --octets 5",
      "usher bench trips has no option --octets; see \"usher help bench\""),
    Row(
      "bench trips --trips 2", "--trips \"2\": write a whole number from 3 to 1000000"),
    Row(
      "bench server --rounds 2",
      "usher bench server has no option --rounds; see \"usher help bench\""),
    Row(
      "bench server --only noop,",
      "--only \"noop,\": write noop or free or idle or book or start or memory or rooms"),
    Row(
      "bench server --connections 10001",
      "--connections \"10001\": write a whole number from 9 to 10000"),
    Row(
      "bench parse --rounds 0", "--rounds \"0\": write a whole number from 1 to 1000000"),
    Row("parse --test", "usher parse has no option --test; see \"usher help parse\""),
    Row(
      "parse lines.json",
      "usher parse does not know what to do with \"lines.json\"; see \"usher help parse\""),
    Row("demo now", "usher demo does not know what to do with \"now\"; see \"usher help demo\""),
    Row("help serv", "there is no help on \"serv\"; did you mean \"serve\"?"),
    Row("help me please", "there is no help on \"me\"; see \"usher help\""),
    Row("frob --help", "there is no help on \"frob\"; see \"usher help\""),
  ]

  @Test("A command line that cannot be taken is refused with what to do", arguments: faults)
  func faultIsTold(_ row: Row) {
    let fault = #expect(throws: ArgumentFault.self) { try Command(arguments: row.arguments) }
    #expect(fault?.description == row.says)
  }

  private static let good: [(String, Command)] = [
    ("", .talk(talk())),
    ("talk", .talk(talk())),
    (
      "--building rooms.json --config=c.json --store :memory: --as mia",
      .talk(
        talk {
          $0.house.building = .file("rooms.json")
          $0.house.configuration = "c.json"
          $0.house.store = .memory
          $0.user = UserID("mia")
        })
    ),
    (
      "serve --listen [::1]:0 --building gateway --test --listen-json localhost:4711 --unix u.s "
        + "--stdio json --listen 127.0.0.1:65535 --turn-rate off",
      .serve(
        serve {
          $0.house.building = .gateway
          $0.house.allowsTests = true
          $0.turnRate = .unlimited
          $0.listeners = [
            .tcp(host: "::1", port: 0, encoding: .text),
            .tcp(host: "localhost", port: 4711, encoding: .json), .unix(path: "u.s"),
            .standardStreams(.json), .tcp(host: "127.0.0.1", port: 65_535, encoding: .text),
          ]
        })
    ),
    (
      "--store=a=b serve --stdio=text --gateway drop:out --grammar g --seed 0 --turn-rate 3 "
        + "--log json",
      .serve(
        serve {
          $0.house.store = .file("a=b")
          $0.house.gateway = .drop(folder: "out")
          $0.house.grammar = "g"
          $0.house.seed = 0
          $0.turnRate = .perSecond(3)
          $0.log = .json
          $0.listeners = [.standardStreams(.text)]
        })
    ),
    (
      "serve --mcp --as mia --unix u.s",
      .serve(
        serve {
          $0.listeners = [.tools, .unix(path: "u.s")]
          $0.user = UserID("mia")
        })
    ),
    (
      "serve --stdio json --as mia",
      .serve(
        serve {
          $0.listeners = [.standardStreams(.json)]
          $0.user = UserID("mia")
        })
    ),
    (
      "--clock 2026-11-24T09:07 --gateway scripted --zone UTC",
      .talk(
        talk {
          $0.house.clock = CivilMoment("2026-11-24T09:07")
          $0.house.gateway = .scripted
          $0.house.zone = PlatformZones.rules(of: "UTC")
        })
    ),
    ("demo", .demo(DemoOptions())),
    ("parse", .parse(ParseOptions())),
    (
      "parse --text --zone UTC --building b.json",
      .parse(
        parse {
          $0.form = .text
          $0.house.zone = PlatformZones.rules(of: "UTC")
          $0.house.building = .file("b.json")
        })
    ),
    ("bench parse --rounds 7 --grammar g --octets 9", .bench(bench(of: .parse, 7, "g", octets: 9))),
    ("bench trips", .bench(bench(of: .trips))),
    (
      "bench trips --rounds 7 --grammar g --trips 60", .bench(bench(of: .trips, 7, "g", trips: 60))
    ),
    ("bench server", .measure(MeasureOptions(.server))),
    (
      "bench server --only memory,noop --runs 5 --bookings 70 --connections 90",
      .measure(
        measure(.server) {
          $0.parts = [.noop, .memory]
          $0.runs = 5
          $0.bookings = 70
          $0.connections = 90
        })
    ),
    (
      "bench store --runs 1 --requests 30",
      .measure(
        measure(.store) {
          $0.runs = 1
          $0.requests = 30
        })
    ),
    ("replay a.talk --grammar g b.talk", .replay(replay(["a.talk", "b.talk"], grammar: "g"))),
    (
      "replay --server [::1]:4711 a.talk",
      .replay(
        replay(["a.talk"], grammar: nil) {
          $0.server = ServerAddress(host: "::1", port: 4711)
        })
    ),
    (
      "--test --record a.talk --store :memory:",
      .talk(
        talk {
          $0.house.allowsTests = true
          $0.house.store = .memory
          $0.recording = "a.talk"
        })
    ),
    (
      "health --server 127.0.0.1:4711",
      .health(ServerAddress(host: "127.0.0.1", port: 4711))
    ),
    ("help building --sample", .sample(.building)), ("help --sample people", .sample(.people)),
    ("passes resume", .passes(PassesOptions())),
    ("help passes resume", .help(.passes)), ("help health", .help(.health)),
    ("replay --record a.talk", .replay(replay([], grammar: nil) { $0.recording = "a.talk" })),
    ("replay -- --odd.talk --", .replay(replay(["--odd.talk", "--"], grammar: nil))),
    ("version", .version), ("--version", .version), ("serve --version", .version),
    ("help", .help(.overview)), ("--help", .help(.overview)), ("-h", .help(.overview)),
    ("help help", .help(.overview)), ("help version", .help(.overview)),
    ("serve --help", .help(.serve)), ("--listen x --nonsense serve -h", .help(.serve)),
    ("help bench store", .help(.bench)), ("bench server -h", .help(.bench)),
    ("help store", .help(.store)), ("help store check", .help(.store)),
    ("store check --help", .help(.store)), ("replay a.talk --help", .help(.replay)),
    ("help talk", .help(.talk)), ("help building", .help(.building)),
    ("help configuration", .help(.configuration)), ("help demo --help", .help(.demo)),
  ]

  @Test("A command line means a command", arguments: good)
  func commandIsRead(_ line: String, _ command: Command) throws {
    #expect(try Command(arguments: line.split(separator: " ").map(String.init)) == command)
  }

  private static func talk(_ set: (inout TalkOptions) -> Void = { _ in }) -> TalkOptions {
    var options = TalkOptions()
    set(&options)
    return options
  }

  private static func parse(_ change: (inout ParseOptions) -> Void) -> ParseOptions {
    var options = ParseOptions()
    change(&options)
    return options
  }

  private static func bench(
    of subject: BenchOptions.Subject = .parse, _ rounds: Int? = nil, _ grammar: String? = nil,
    octets: Int? = nil, trips: Int? = nil
  ) -> BenchOptions {
    var options = BenchOptions()
    (options.subject, options.rounds, options.grammar) = (subject, rounds, grammar)
    (options.octets, options.trips) = (octets, trips)
    return options
  }

  private static func measure(
    _ subject: MeasureOptions.Subject, _ set: (inout MeasureOptions) -> Void
  ) -> MeasureOptions {
    var options = MeasureOptions(subject)
    set(&options)
    return options
  }

  private static func serve(_ set: (inout ServeOptions) -> Void) -> ServeOptions {
    var options = ServeOptions()
    set(&options)
    return options
  }

  private static func replay(
    _ files: [String], grammar: String?, _ set: (inout ReplayOptions) -> Void = { _ in }
  ) -> ReplayOptions {
    var options = ReplayOptions()
    options.files = files
    options.grammar = grammar
    set(&options)
    return options
  }
}
