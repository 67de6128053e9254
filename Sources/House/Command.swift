// What the program is asked to do, as its arguments say.

public import BookingAgent
public import Bookings
public import CivilTime
public import Gateways
public import Mobility
public import Storage

/// What the program is to do.
public enum Command: Hashable, Sendable {
  /// Talk at the terminal or on pipes: what `usher` alone does.
  case talk(TalkOptions)
  /// Serve sockets or standard streams.
  case serve(ServeOptions)
  /// Play the demonstration.
  case demo(DemoOptions)
  /// Run written conversations.
  case replay(ReplayOptions)
  /// Look through the store, back it up or put it back.
  case store(StoreOptions)
  /// Hand out or take out what the store holds of somebody.
  case person(PersonOptions)
  /// See or change who may sign in.
  case token(TokenOptions)
  /// Let passes leave again that a running agent keeps.
  case passes(PassesOptions)
  /// See whether a server is well.
  case health(ServerAddress)
  /// Say what lines mean.
  case parse(ParseOptions)
  /// Measure how fast lines are read.
  case bench(BenchOptions)
  /// Measure what a running usher takes.
  case measure(MeasureOptions)
  /// Learn what lines are said for from examples.
  case teach(TeachOptions)
  /// Tell how the program is used.
  case help(HelpTopic)
  /// Print a file of a kind, to begin with.
  case sample(HelpTopic)
  /// Tell which version this is.
  case version
}

/// Where the rooms come from.
public enum BuildingSource: Hashable, Sendable {
  /// A building file of that path.
  case file(String)
  /// What the gateway answers to `getrooms`.
  case gateway
}

/// What talking and serving have in common. What is nil or false was not said.
public struct HouseOptions: Hashable, Sendable {
  /// Where the rooms come from; nil for the demonstration building.
  public var building: BuildingSource?
  /// The path of a file of people.
  public var people: String?
  /// The paths of files with trips of whoever talks.
  public var trips: [String] = []
  /// Where the mobility service has other trips of whoever talks.
  public var tripAddresses: [WebAddress] = []
  /// The path of a configuration file.
  public var configuration: String?
  /// Where the store stands.
  public var store: StorePlace?
  /// Where passes go.
  public var gateway: GatewayAddress?
  /// A folder with a grammar to use instead of the built-in one.
  public var grammar: String?
  /// Where the house stands.
  public var zone: ZoneRules?
  /// What the clock shows, frozen.
  public var clock: CivilMoment?
  /// What settles all chance.
  public var seed: UInt64?
  /// Whether words and methods for tests are allowed.
  public var allowsTests = false
  /// The path of a file of tokens.
  public var tokens: String?

  /// Nothing said.
  public init() {}
}

/// How to talk.
public struct TalkOptions: Hashable, Sendable {
  /// The house.
  public var house = HouseOptions()
  /// Who speaks; nil for who is logged in.
  public var user: UserID?
  /// The file in which the conversation is written down as it goes.
  public var recording: String?
  /// Whether there is colour.
  public var colour = ColourChoice.auto

  /// Nothing said.
  public init() {}
}

/// Whether what people read is in colour; the raw value is how it is said.
public enum ColourChoice: String, Hashable, Sendable, CaseIterable {
  /// At a terminal that can, unless the environment says otherwise.
  case auto
  case always, never

  /// Whether there is colour at a terminal, or elsewhere. `NO_COLOR` that is not empty wants none
  /// (no-color.org); what was said on the command line wins over it.
  public func isOn(atTerminal isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let kind = environment["TERM"] ?? ""
      return isTerminal && !["", "dumb"].contains(kind) && environment["NO_COLOR"] ?? "" == ""
    }
  }
}

/// What to serve, and where.
public struct ServeOptions: Hashable, Sendable {
  /// The house.
  public var house = HouseOptions()
  /// Where to listen, in the order said; at least one, unless sockets were handed over.
  public var listeners: [ListenOption] = []
  /// How many turns a user may take; nil if not said.
  public var turnRate: TurnRate?
  /// Whether whoever is on this machine may speak without signing in.
  public var isOpen = false
  /// Whether tokens are taken although others could read them on their way.
  public var takesTokensInClear = false
  /// Who speaks on standard streams; nil for who is logged in.
  public var user: UserID?
  /// The file in which all conversations are written down as they go, as one.
  public var recording: String?
  /// In which form the log is written.
  public var log = LogForm.plain

  /// Nothing said.
  public init() {}
}

/// A place to listen at.
public enum ListenOption: Hashable, Sendable {
  /// A TCP port; 0 lets the system choose. Where it is proxied a PROXY header says who connects.
  case tcp(
    host: String, port: UInt16, encoding: SessionFace.Encoding, isProxied: Bool = false)
  /// A socket in the file system.
  case unix(path: String)
  /// Standard input and output.
  case standardStreams(SessionFace.Encoding)
  /// Standard input and output, as tools for a model (Model Context Protocol).
  case tools
}

/// How to play the demonstration.
public struct DemoOptions: Hashable, Sendable {
  /// What is demonstrated.
  public var kind = Demonstration.Kind.rooms
  /// A folder with a grammar to use instead of the built-in one.
  public var grammar: String?
  /// Whether there is colour.
  public var colour = ColourChoice.auto

  /// Nothing said.
  public init() {}
}

/// Which conversations to run.
public struct ReplayOptions: Hashable, Sendable {
  /// The files, in the order said; at least one, or where one is recorded at most one.
  public var files: [String] = []
  /// Whether it is told what each line did, instead of compared.
  public var tellsFacts = false
  /// The file in which the conversation is written down as it goes; it may be the one that is
  /// played. Without a file to play it is what standard input says.
  public var recording: String?
  /// The server that is driven; nil for an agent inside.
  public var server: ServerAddress?
  /// A folder with a grammar to use instead of the built-in one.
  public var grammar: String?

  /// Nothing said.
  public init() {}
}

/// Where a server listens.
public struct ServerAddress: Hashable, Sendable {
  /// A name or an address.
  public let host: String
  /// The port.
  public let port: UInt16

  /// A server at a port of a host.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}

/// What to do with which store.
public struct StoreOptions: Hashable, Sendable {
  /// What is to be done.
  public enum Deed: Hashable, Sendable {
    /// Hold its journal against its tables.
    case check
    /// Write all of it into a file; whether one that stands there may be replaced.
    case backUp(to: String, replacing: Bool)
    /// Put what a backup holds in its place.
    case restore(from: String)
  }

  /// What is to be done.
  public var deed = Deed.check
  /// Where the store stands; nil for where the configuration or the usual place says.
  public var store: StorePlace?
  /// The path of a configuration file.
  public var configuration: String?

  /// Nothing said.
  public init(_ deed: Deed = .check) { self.deed = deed }
}

/// What to do with the data of whom.
public struct PersonOptions: Hashable, Sendable {
  /// What is to be done.
  public enum Deed: Hashable, Sendable {
    /// Tell all that the store holds.
    case export
    /// Take it out; who gets the bookings that are not over.
    case erase(handingTo: UserID?)
  }

  /// What is to be done.
  public var deed: Deed
  /// Who it is.
  public var person: StoredPerson
  /// Where the store stands; nil for where the configuration or the usual place says.
  public var store: StorePlace?
  /// The path of a configuration file.
  public var configuration: String?

  /// Of somebody, in the usual store.
  public init(_ deed: Deed, of person: StoredPerson) {
    self.deed = deed
    self.person = person
  }
}

/// What to do with the tokens.
public struct TokenOptions: Hashable, Sendable {
  /// What is to be done.
  public enum Deed: Hashable, Sendable {
    /// A token for a principal.
    case add(Principal)
    /// Tell who has one.
    case list
    /// Take one away.
    case revoke(String)
    /// Give another for one.
    case rotate(String)
  }

  /// What is to be done.
  public var deed: Deed
  /// The path of the file of tokens; nil for the usual place.
  public var file: String?
  /// The path of a configuration file.
  public var configuration: String?
}

/// How to read lines without talking.
public struct ParseOptions: Hashable, Sendable {
  /// The house.
  public var house = HouseOptions()
  /// How rows are written.
  public var form = LineParsing.Form.json

  /// Nothing said.
  public init() {}
}

/// How to measure a running usher. What is nil was not said.
public struct MeasureOptions: Hashable, Sendable {
  /// What is measured.
  public enum Subject: Hashable, Sendable {
    /// What requests, bookings and connections take.
    case server
    /// What it takes to book for good, and SQLite alone.
    case store
  }

  /// Part of what a server takes; the raw value is how it is said.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// Requests that say nothing to the agent, and redis' PING.
    case noop
    /// Questions of what is free.
    case free
    /// Memory an idle connection.
    case idle
    /// Durable bookings, and SQLite alone.
    case book
    /// From the start to the first answer.
    case start
    /// Memory a booking.
    case memory
    /// Questions in a large house.
    case rooms
  }

  /// What is measured.
  public var subject: Subject
  /// The parts of it, for a server.
  public var parts = Set(Part.allCases)
  /// How often; the median of the runs is told.
  public var runs: Int?
  /// How many requests or bookings a run makes.
  public var requests: Int?
  /// How many bookings stand in a large house.
  public var bookings: Int?
  /// How many connections stand idle.
  public var connections: Int?

  /// Measures all of it.
  public init(_ subject: Subject) { self.subject = subject }
}

/// Where to learn.
public struct TeachOptions: Hashable, Sendable {
  /// The folder of the grammar whose examples are learned from, and into which weights are written.
  public var grammar = ""
  /// In how many parts the examples are cut to tell how well what is learned holds; nil to learn.
  public var parts: Int?

  /// Nothing said.
  public init() {}
}

/// Which agent's passes are meant: that which has a store open.
public struct PassesOptions: Hashable, Sendable {
  /// Where its store stands; nil for the usual place.
  public var store: StorePlace?
  /// The path of a configuration file.
  public var configuration: String?

  /// The one that has the usual store.
  public init() {}
}

/// What help is asked about; the raw value is how it is asked for.
public enum HelpTopic: String, Hashable, Sendable, CaseIterable {
  /// The program as a whole.
  case overview = ""
  case talk, serve, demo, replay, parse
  /// `usher store`.
  case store
  /// `usher person`.
  case person
  /// `usher token`.
  case token
  /// `usher passes`.
  case passes
  /// `usher health`.
  case health
  /// `usher bench parse`, `trips`, `server` and `store`.
  case bench
  /// `usher teach`.
  case teach
  /// How a bridge to a chat talks to a server.
  case bridge
  /// What a written conversation holds.
  case talks
  /// How trips come in and what is booked on them.
  case trips
  /// What a building file holds.
  case building
  /// What a file of people holds.
  case people
  /// What a configuration file holds.
  case configuration
}
