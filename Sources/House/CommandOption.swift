// Every option there is: the one table from which arguments are read, faults are found and help is
// made.

internal import BookingAgent
internal import Bookings
internal import CivilTime
internal import Gateways
internal import Mobility
internal import Storage

/// What the options said so far.
struct OptionDraft {
  var house = HouseOptions()
  var user: UserID?
  var colour = ColourChoice.auto
  var listeners: [ListenOption] = []
  var turnRate: TurnRate?
  var log = LogForm.plain
  var readsText = false
  var wantsSample = false
  var tellsFacts = false
  var recording: String?
  var server: ServerAddress?
  var isOpen = false
  var takesTokensInClear = false
  var namespaces: [UserNamespace] = []
  var isAdmin = false
  var replaces = false
  var email: EmailAddress?
  var successor: UserID?
  var rounds: Int?
  var octets: Int?
  var trips: Int?
  var runs: Int?
  var requests: Int?
  var parts: Set<MeasureOptions.Part>?
  var bookings: Int?
  var connections: Int?
  var cuts: Int?
}

/// One option.
struct CommandOption: Sendable {
  /// As it is written, as `--store`.
  let name: String
  /// What its value looks like; empty if it takes none.
  let form: String
  /// What it does, as a fragment.
  let meaning: String
  /// The commands that have it.
  let commands: Set<HelpTopic>
  /// Whether it may be said more than once.
  let repeats: Bool
  /// Takes the value.
  let take: @Sendable (String, inout OptionDraft) throws(ArgumentFault.Reason) -> Void

  init(
    _ name: String, _ form: String, of commands: Set<HelpTopic>, repeats: Bool = false,
    _ meaning: String,
    take: @escaping @Sendable (String, inout OptionDraft) throws(ArgumentFault.Reason) -> Void
  ) {
    self.name = name
    self.form = form
    self.commands = commands
    self.repeats = repeats
    self.meaning = meaning
    self.take = take
  }

  /// The option of that name, in either way of spelling it.
  static func named(_ name: String) -> CommandOption? {
    let name = name == "--color" ? "--colour" : name
    return all.first { $0.name == name }
  }

  /// All options, in the order in which help lists them.
  static let all: [CommandOption] =
    house + talk + serve + signingIn + keeping + replay + reading
    + measuring

  private static let running: Set<HelpTopic> = [.talk, .serve]
  /// Those that read lines in a building.
  private static let hearing: Set<HelpTopic> = [.talk, .serve, .parse]

  private static let house: [CommandOption] = [
    CommandOption(
      "--building", "FILE|gateway", of: hearing,
      "the rooms: of a building file (`usher help building`), or those that the gateway tells; "
        + "without it the demonstration building"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.house.building = value == "gateway" ? .gateway : .file(try path(value))
    },
    CommandOption(
      "--people", "FILE", of: hearing,
      "the people of the house (`usher help people`)"
    ) { value, draft throws(ArgumentFault.Reason) in draft.house.people = try path(value) },
    CommandOption(
      "--trip", "FILE|ADDRESS", of: [.talk], repeats: true,
      "a trip of yours, as the mobility service writes it or has it there (`usher help trips`)"
    ) { value, draft throws(ArgumentFault.Reason) in
      if let address = WebAddress(value) {
        draft.house.tripAddresses.append(address)
      } else {
        draft.house.trips.append(try path(value))
      }
    },
    CommandOption(
      "--config", "FILE", of: [.talk, .serve, .parse, .store, .person, .token, .passes],
      "a configuration file (`usher help configuration`); options win over it"
    ) { value, draft throws(ArgumentFault.Reason) in draft.house.configuration = try path(value) },
    CommandOption(
      "--store", "PATH|:memory:", of: [.talk, .serve, .store, .person, .passes],
      "where bookings are kept; without it usher.db, or demonstration.db for the demonstration "
        + "building, in $XDG_STATE_HOME/usher or ~/.local/state/usher"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.house.store = value == ":memory:" ? .memory : .file(try path(value))
    },
    CommandOption(
      "--gateway", "ADDRESS", of: running,
      "where passes go: https://HOST[/PATH], drop:FOLDER for a file a pass, or scripted for "
        + "nowhere; without it a folder beside the store"
    ) { value, draft throws(ArgumentFault.Reason) in draft.house.gateway = try gateway(value) },
    CommandOption(
      "--zone", "NAME", of: hearing,
      "where the house stands, as Europe/Berlin, whatever the files say"
    ) { value, draft throws(ArgumentFault.Reason) in
      guard let zone = PlatformZones.rules(of: value) else {
        throw .unknownZone(nearest: PlatformZones.nearestName(to: value))
      }
      draft.house.zone = zone
    },
    CommandOption(
      "--grammar", "FOLDER", of: [.talk, .serve, .demo, .replay, .parse, .bench, .teach],
      "a grammar of your own instead of the built-in one"
    ) { value, draft throws(ArgumentFault.Reason) in draft.house.grammar = try path(value) },
    CommandOption(
      "--clock", "YYYY-MM-DDTHH:MM", of: hearing,
      "stops the clock at a moment in the zone of the house"
    ) { value, draft throws(ArgumentFault.Reason) in
      guard let moment = CivilMoment(value) else { throw .notAMoment }
      draft.house.clock = moment
    },
    CommandOption(
      "--seed", "NUMBER", of: running, "settles all chance, so that a run can be repeated"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.house.seed = try number(value, 0...UInt64.max)
    },
    CommandOption(
      "--test", "", of: running,
      "allows the words and methods for tests; the store is in memory and the gateway scripted "
        + "unless said otherwise"
    ) { _, draft throws(ArgumentFault.Reason) in draft.house.allowsTests = true },
  ]

  private static let signingIn: [CommandOption] = [
    CommandOption(
      "--open", "", of: [.serve],
      "lets whoever is on this machine speak over TCP for whom they like, without signing in; "
        + "--test does so, too"
    ) { _, draft throws(ArgumentFault.Reason) in draft.isOpen = true },
    CommandOption(
      "--in-clear", "", of: [.serve],
      "takes tokens from other machines although nothing is encrypted: only for a network that "
        + "nobody else can read"
    ) { _, draft throws(ArgumentFault.Reason) in draft.takesTokensInClear = true },
    CommandOption(
      "--tokens", "FILE", of: [.serve, .token],
      "the tokens by which bridges and people sign in (`usher help token`); without it tokens.json "
        + "in $CREDENTIALS_DIRECTORY, where systemd has put it there, or in $XDG_STATE_HOME/usher "
        + "or ~/.local/state/usher"
    ) { value, draft throws(ArgumentFault.Reason) in draft.house.tokens = try path(value) },
    CommandOption(
      "--namespace", "PATTERN", of: [.token], repeats: true,
      "for whom it may speak, and of whom it hears: a user's name, or a beginning and *, as "
        + "slack:*"
    ) { value, draft throws(ArgumentFault.Reason) in
      guard let namespace = UserNamespace(value) else { throw .notANamespace }
      draft.namespaces.append(namespace)
    },
    CommandOption(
      "--may", "admin", of: [.token], "also to be told how the whole house is (`status`)"
    ) { value, draft throws(ArgumentFault.Reason) in
      guard value == "admin" else { throw .notOneOf(["admin"]) }
      draft.isAdmin = true
    },
  ]

  private static let keeping: [CommandOption] = [
    CommandOption(
      "--force", "", of: [.store], "lets `backup` replace the file that stands there"
    ) { _, draft throws(ArgumentFault.Reason) in draft.replaces = true },
    CommandOption(
      "--email", "ADDRESS", of: [.person],
      "the address under which they come to bookings and are sent passes"
    ) { value, draft throws(ArgumentFault.Reason) in draft.email = try email(value) },
    CommandOption(
      "--to", "USER", of: [.person],
      "lets `erase` give the bookings that are not over to somebody else"
    ) { value, draft throws(ArgumentFault.Reason) in
      guard isUser(value) else { throw .notAUser }
      draft.successor = UserID(value)
    },
  ]

  private static let replay: [CommandOption] = [
    CommandOption(
      "--sample", "", of: [.overview], "the file of which `usher help` tells, as one to begin with"
    ) { _, draft throws(ArgumentFault.Reason) in draft.wantsSample = true },
    CommandOption(
      "--facts", "", of: [.replay],
      "tells of each line said, as an object of JSON, what it did: its code, effects and what is "
        + "asked; nothing is compared"
    ) { _, draft throws(ArgumentFault.Reason) in draft.tellsFacts = true },
    CommandOption(
      "--record", "FILE", of: [.talk, .serve, .replay],
      "writes FILE, a conversation for `usher replay` that goes as it went now (`usher help "
        + "talks`); without replay with --test, and the clock stands"
    ) { value, draft throws(ArgumentFault.Reason) in draft.recording = try path(value) },
    CommandOption(
      "--server", "HOST:PORT", of: [.replay, .health],
      "the server that is meant, which listens there in text (--listen HOST:PORT). replay plays on "
        + "it instead of an agent inside: it runs with --test, and what its house holds is emptied"
    ) { value, draft throws(ArgumentFault.Reason) in
      let (host, port) = try hostAndPort(value)
      guard port > 0 else { throw .notAnAddress }
      draft.server = ServerAddress(host: host, port: port)
    },
  ]

  private static let talk: [CommandOption] = [
    CommandOption(
      "--as", "USER", of: running,
      "who speaks here, or on standard streams; without it who is logged in"
    ) { value, draft throws(ArgumentFault.Reason) in
      guard isUser(value) else { throw .notAUser }
      draft.user = UserID(value)
    },
    CommandOption(
      "--colour", "auto|always|never", of: [.talk, .demo],
      "whether the prompt and what is taken in bars are in colour, or --color; without it as the "
        + "terminal can, and not where NO_COLOR is set"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.colour = try word(value, of: ColourChoice.allCases)
    },
  ]

  private static let serve: [CommandOption] = [
    CommandOption(
      "--listen", "HOST:PORT[,proxy]", of: [.serve], repeats: true,
      "serves text on a TCP port of this machine; port 0 lets the system choose; with ,proxy a "
        + "proxy on this machine says by PROXY protocol 2 who connects"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.listeners.append(try address(value, .text))
    },
    CommandOption(
      "--listen-json", "HOST:PORT[,proxy]", of: [.serve], repeats: true,
      "serves JSON on a TCP port of this machine"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.listeners.append(try address(value, .json))
    },
    CommandOption(
      "--unix", "PATH", of: [.serve], repeats: true, "serves JSON on a socket in the file system"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.listeners.append(.unix(path: try path(value)))
    },
    CommandOption(
      "--stdio", "text|json", of: [.serve], "serves on standard input and output"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.listeners.append(.standardStreams(try word(value, of: [.text, .json])))
    },
    CommandOption(
      "--mcp", "", of: [.serve],
      "offers a model tools on standard input and output: the Model Context Protocol"
    ) { _, draft throws(ArgumentFault.Reason) in draft.listeners.append(.tools) },
    CommandOption(
      "--turn-rate", "NUMBER|off", of: [.serve],
      "turns a second one user may take; without it 2 on TCP, and no limit elsewhere or with "
        + "--test"
    ) { value, draft throws(ArgumentFault.Reason) in
      if value == "off" {
        draft.turnRate = .unlimited
      } else {
        let range = UInt64(TurnRate.range.lowerBound)...UInt64(TurnRate.range.upperBound)
        draft.turnRate = .perSecond(Int(try number(value, range)))
      }
    },
    CommandOption(
      "--log", "plain|json", of: [.serve],
      "how the log stands on standard error: a line for people, with its level where that is the "
        + "journal of systemd, or an object of JSON; without it plain"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.log = try word(value, of: LogForm.allCases)
    },
  ]

  private static let reading: [CommandOption] = [
    CommandOption(
      "--text", "", of: [.parse], "reads plain lines instead of rows of JSON"
    ) { _, draft throws(ArgumentFault.Reason) in draft.readsText = true },
    CommandOption(
      "--rounds", "NUMBER", of: [.bench],
      "of parse and trips: how often each line is read or said; 300 unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.rounds = Int(try number(value, 1...1_000_000))
    },
    CommandOption(
      "--try", "NUMBER", of: [.teach],
      "learns nothing for good: cuts the examples into so many parts, and tells how many of each "
        + "are understood by what is learned from the others"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.cuts = Int(try number(value, 2...100))
    },
    CommandOption(
      "--octets", "NUMBER", of: [.bench],
      "of parse: how long the lines are that say one piece again and again; 4096 unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.octets = Int(try number(value, 1...4096))
    },
    CommandOption(
      "--trips", "NUMBER", of: [.bench],
      "of trips: how many trips are held, by fifty to a person; 10000 unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.trips = Int(try number(value, 3...1_000_000))
    },
  ]

  private static let measuring: [CommandOption] = [
    CommandOption(
      "--only", "PART[,PART…]", of: [.bench],
      "of server: measures these parts alone"
    ) { value, draft throws(ArgumentFault.Reason) in
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        .map { MeasureOptions.Part(rawValue: String($0)) }
      let known = parts.compactMap(\.self)
      guard known.count == parts.count else {
        throw .notOneOf(MeasureOptions.Part.allCases.map(\.rawValue))
      }
      draft.parts = Set(known)
    },
    CommandOption(
      "--runs", "NUMBER", of: [.bench],
      "of server and store: how often each figure is measured; 3 unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.runs = Int(try number(value, 1...100))
    },
    CommandOption(
      "--requests", "NUMBER", of: [.bench],
      "of server and store: how many requests or bookings a run makes; as many as take a few "
        + "seconds unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.requests = Int(try number(value, 1...10_000_000))
    },
    CommandOption(
      "--bookings", "NUMBER", of: [.bench],
      "of server: how many bookings stand in the large house at first, before as many come again; "
        + "100000 unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.bookings = Int(try number(value, 1...1_000_000))
    },
    CommandOption(
      "--connections", "NUMBER", of: [.bench],
      "of server: how many connections stand idle in the end; 9000 unless said"
    ) { value, draft throws(ArgumentFault.Reason) in
      draft.connections = Int(try number(value, 9...10_000))
    },
  ]
}
