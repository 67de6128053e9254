// From the words of a command line to what the program is to do.

internal import BookingAgent
internal import Bookings
internal import Gateways
internal import Language
internal import Storage

extension Command {
  /// Reads the arguments, the program's name not among them. Where a supervisor has handed over
  /// sockets, `serve` has places to listen at already.
  /// - Throws: the first thing that is wrong with them.
  public init(arguments: [String], hasSockets: Bool = false) throws(ArgumentFault) {
    let line = try CommandLineWords(arguments)
    if line.asksForHelp {
      self = .help(try Self.topic(line.words))
    } else if line.asksForVersion {
      self = .version
    } else {
      self = try Self.command(line, hasSockets: hasSockets)
    }
  }

  private static func command(
    _ line: CommandLineWords, hasSockets: Bool
  ) throws(ArgumentFault) -> Command {
    let rest = Array(line.words.dropFirst())
    switch line.words.first {
    case .none:
      return .talk(try talk(line, []))
    case "talk":
      return .talk(try talk(line, rest))
    case "serve":
      return .serve(try serve(line, rest, hasSockets: hasSockets))
    case "demo":
      var options = DemoOptions()
      options.kind = rest.first == "trip" ? .trip : .rooms
      let superfluous = Array(rest.dropFirst(options.kind == .trip ? 1 : 0))
      let draft = try line.draft(for: .demo, superfluous: superfluous)
      options.grammar = draft.house.grammar
      options.colour = draft.colour
      return .demo(options)
    case "replay":
      return .replay(try replay(line, rest))
    case "parse":
      let draft = try line.draft(for: .parse, superfluous: rest)
      var options = ParseOptions()
      options.house = draft.house
      options.form = draft.readsText ? .text : .json
      return .parse(options)
    case "bench":
      return try bench(line, rest)
    case "teach":
      return .teach(try teach(line, rest))
    case "store": return .store(try store(line, rest))
    case "person": return .person(try person(line, rest))
    case "token": return .token(try token(line, rest))
    case "passes":
      let draft = try line.draft(for: .passes, superfluous: Array(rest.dropFirst()))
      guard rest.first == "resume" else { throw .unknownPassesCommand(rest.first) }
      var options = PassesOptions()
      options.store = draft.house.store
      options.configuration = draft.house.configuration
      return .passes(options)
    case "health":
      let draft = try line.draft(for: .health, superfluous: rest)
      guard let server = draft.server else { throw .healthOfNobody }
      return .health(server)
    case "help":
      let draft = try line.draft(for: .overview)
      let topic = try topic(rest)
      guard draft.wantsSample else { return .help(topic) }
      guard topic.hasSample else { throw .notForCommand(option: "--sample", command: topic) }
      return .sample(topic)
    case "version":
      let draft = try line.draft(for: .overview, superfluous: rest)
      if draft.wantsSample { throw .notForCommand(option: "--sample", command: .overview) }
      return .version
    case let word?:
      throw .unknownCommand(word, nearest: SpokenName.nearest(to: word, in: names))
    }
  }

  private static func talk(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> TalkOptions {
    let draft = try line.draft(for: .talk, superfluous: rest)
    var options = TalkOptions()
    options.house = draft.house
    options.user = draft.user
    options.colour = draft.colour
    options.recording = try recording(draft)
    return options
  }

  private static func replay(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> ReplayOptions {
    let draft = try line.draft(for: .replay)
    var options = ReplayOptions()
    options.grammar = draft.house.grammar
    options.tellsFacts = draft.tellsFacts
    options.recording = draft.recording
    options.server = draft.server
    options.files = rest
    if let bad = rest.first(where: { !$0.isPath }) { throw .superfluous(bad, command: .replay) }
    if draft.recording == nil {
      guard !rest.isEmpty else { throw .nothingToReplay }
    } else {
      guard !draft.tellsFacts else { throw .recordsOrTells }
      if rest.count > 1 { throw .superfluous(rest[1], command: .replay) }
    }
    return options
  }

  /// `bench parse`, `trips`, `server` or `store`.
  private static func bench(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> Command {
    guard let word = rest.first, ["parse", "trips", "server", "store"].contains(word) else {
      throw .unknownBench(rest.first)
    }
    let draft = try line.draft(for: .bench, superfluous: Array(rest.dropFirst()))
    let others = [
      ("--grammar", draft.house.grammar != nil, ["parse", "trips"]),
      ("--rounds", draft.rounds != nil, ["parse", "trips"]),
      ("--octets", draft.octets != nil, ["parse"]), ("--trips", draft.trips != nil, ["trips"]),
      ("--only", draft.parts != nil, ["server"]),
      ("--runs", draft.runs != nil, ["server", "store"]),
      ("--requests", draft.requests != nil, ["server", "store"]),
      ("--bookings", draft.bookings != nil, ["server"]),
      ("--connections", draft.connections != nil, ["server"]),
    ]
    if let other = others.first(where: { $0.1 && !$0.2.contains(word) }) {
      throw .notForBench(option: other.0, of: word)
    }
    if let subject = BenchOptions.Subject(rawValue: word) {
      var options = BenchOptions()
      options.subject = subject
      options.grammar = draft.house.grammar
      options.rounds = draft.rounds
      (options.octets, options.trips) = (draft.octets, draft.trips)
      return .bench(options)
    }
    var options = MeasureOptions(word == "server" ? .server : .store)
    if let parts = draft.parts { options.parts = parts }
    options.runs = draft.runs
    options.requests = draft.requests
    options.bookings = draft.bookings
    options.connections = draft.connections
    return .measure(options)
  }

  private static func teach(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> TeachOptions {
    let draft = try line.draft(for: .teach, superfluous: rest)
    guard let folder = draft.house.grammar else { throw .nothingToTeach }
    var options = TeachOptions()
    options.grammar = folder
    options.parts = draft.cuts
    return options
  }

  private static func serve(
    _ line: CommandLineWords, _ rest: [String], hasSockets: Bool
  ) throws(ArgumentFault) -> ServeOptions {
    let draft = try line.draft(for: .serve, superfluous: rest)
    guard hasSockets || !draft.listeners.isEmpty else { throw .nothingToListenAt }
    switch draft.listeners.count(where: \.isOfStandardStreams) {
    case 0: if draft.user != nil { throw .nobodySpeaksHere }
    case 1: break
    default: throw .streamsTwice
    }
    var options = ServeOptions()
    options.house = draft.house
    options.listeners = draft.listeners
    options.turnRate = draft.turnRate
    options.log = draft.log
    options.isOpen = draft.isOpen
    options.takesTokensInClear = draft.takesTokensInClear
    options.user = draft.user
    options.recording = try recording(draft)
    return options
  }

  /// The file of `--record` where a house runs, of which a talk has to be able to say all.
  private static func recording(_ draft: OptionDraft) throws(ArgumentFault) -> String? {
    guard let file = draft.recording else { return nil }
    guard draft.house.allowsTests else { throw .recordsTestsAlone }
    let unsayable = [
      ("--config", draft.house.configuration != nil),
      ("--store", draft.house.store.map { $0 != .memory } ?? false),
      ("--gateway", draft.house.gateway.map { $0 != .scripted } ?? false),
      ("--building gateway", draft.house.building == .gateway),
      ("--mcp", draft.listeners.contains(.tools)),
      ("--turn-rate", draft.turnRate.map { $0 != .unlimited } ?? false),
    ]
    if let option = unsayable.first(where: \.1) { throw .notToBeRecorded(option: option.0) }
    return file
  }

  /// `store check`, `backup FILE` or `restore FILE`.
  private static func store(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> StoreOptions {
    let hasFile = rest.first != "check"
    let draft = try line.draft(for: .store, superfluous: Array(rest.dropFirst(hasFile ? 2 : 1)))
    let file = rest.dropFirst().first
    if let file, hasFile, !file.isPath { throw .superfluous(file, command: .store) }
    let deed: StoreOptions.Deed
    switch (rest.first, file) {
    case ("check", _): deed = .check
    case ("backup", let file?): deed = .backUp(to: file, replacing: draft.replaces)
    case ("restore", let file?): deed = .restore(from: file)
    case (let word, _): throw .unknownStoreCommand(word)
    }
    if draft.replaces, rest.first != "backup" {
      throw .notForCommand(option: "--force", command: .store)
    }
    var options = StoreOptions(deed)
    options.store = draft.house.store
    options.configuration = draft.house.configuration
    return options
  }

  /// `person export NAME` or `person erase NAME`.
  private static func person(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> PersonOptions {
    let draft = try line.draft(for: .person, superfluous: Array(rest.dropFirst(2)))
    guard let word = rest.first, ["export", "erase"].contains(word),
      let name = rest.dropFirst().first
    else { throw .unknownPersonCommand(rest.first) }
    guard CommandOption.isUser(name) else { throw .badPerson(name) }
    if draft.successor != nil, word == "export" {
      throw .notForCommand(option: "--to", command: .person)
    }
    if draft.successor?.text == name { throw .sameSuccessor(name) }
    var options = PersonOptions(
      word == "export" ? .export : .erase(handingTo: draft.successor),
      of: StoredPerson(user: UserID(name), email: draft.email))
    options.store = draft.house.store
    options.configuration = draft.house.configuration
    return options
  }

  /// `token add NAME`, `list`, `revoke NAME` or `rotate NAME`.
  private static func token(
    _ line: CommandLineWords, _ rest: [String]
  ) throws(ArgumentFault) -> TokenOptions {
    let isList = rest.first == "list"
    let draft = try line.draft(for: .token, superfluous: Array(rest.dropFirst(isList ? 1 : 2)))
    let name = rest.dropFirst().first
    let deed: TokenOptions.Deed
    switch (rest.first, name) {
    case ("list", _): deed = .list
    case ("add", let name?):
      guard Principal.isName(name) else { throw .badPrincipal(name) }
      guard !draft.namespaces.isEmpty else { throw .nobodyToSpeakFor }
      deed = .add(
        Principal(name: name, namespaces: draft.namespaces, isAdmin: draft.isAdmin))
    case ("revoke", let name?): deed = .revoke(name)
    case ("rotate", let name?): deed = .rotate(name)
    case (let word, _): throw .unknownTokenCommand(word)
    }
    return TokenOptions(
      deed: deed, file: draft.house.tokens, configuration: draft.house.configuration)
  }

  /// The words that can stand first.
  static let names = [
    "talk", "serve", "demo", "replay", "parse", "bench", "teach", "store", "person", "token",
    "passes", "health", "help", "version",
  ]

  /// What help is wanted about, as the words after `help` or before `--help` say.
  private static func topic(_ words: [String]) throws(ArgumentFault) -> HelpTopic {
    var words = words
    if words.first == "help", words.count > 1 { words.removeFirst() }
    guard let word = words.first else { return .overview }
    if ["help", "version"].contains(word) { return .overview }
    guard let topic = HelpTopic(rawValue: word), topic != .overview else {
      let topics = HelpTopic.allCases.map(\.rawValue)
      throw .unknownTopic(word, nearest: SpokenName.nearest(to: word, in: topics))
    }
    let second = words.dropFirst().first
    // Before `--help` may stand what belongs to the command: a word and a name, files to replay.
    let rest =
      switch (topic, second) {
      case (.token, _), (.person, _), (.store, "backup"), (.store, "restore"): 3
      case (.store, "check"), (.bench, "parse"), (.bench, "trips"), (.bench, "server"),
        (.bench, "store"), (.passes, "resume"):
        2
      default: 1
      }
    if words.count > rest, topic != .replay {
      throw .superfluous(words[rest], command: .overview)
    }
    return topic
  }
}

extension ListenOption {
  /// Whether it takes standard input and output, which can be had once.
  public var isOfStandardStreams: Bool {
    switch self {
    case .standardStreams, .tools: true
    case .tcp, .unix: false
    }
  }
}

/// The words of a command line, sorted into options and others.
struct CommandLineWords {
  /// The words that are neither options nor their values.
  private(set) var words: [String] = []
  private(set) var asksForHelp = false
  private(set) var asksForVersion = false
  private var said: [(option: CommandOption, value: String)] = []

  /// Sorts the words. `--help` is heard whatever stands around it.
  init(_ arguments: [String]) throws(ArgumentFault) {
    let options = arguments.prefix { $0 != "--" }
    asksForHelp = options.contains("--help") || options.contains("-h")
    asksForVersion = options.contains("--version")
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        words.append(word)
        continue
      }
      if ["--help", "-h", "--version"].contains(word) { continue }
      do throws(ArgumentFault) {
        said.append(try Self.option(word, &rest))
      } catch {
        if !asksForHelp { throw error }
      }
    }
  }

  /// The option that a word begins, with the value in it or behind it.
  private static func option(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(ArgumentFault) -> (option: CommandOption, value: String) {
    let equals = word.firstIndex(of: "=")
    let name = String(word[..<(equals ?? word.endIndex)])
    guard let option = CommandOption.named(name) else {
      if equals != nil, ["--help", "-h", "--version"].contains(name) {
        throw .valueUnwanted(option: name)
      }
      let names = CommandOption.all.map(\.name) + ["--help", "--version"]
      throw .unknownOption(name, nearest: SpokenName.nearest(to: name, in: names))
    }
    if let equals {
      guard !option.form.isEmpty else { throw .valueUnwanted(option: name) }
      return (option, String(word[word.index(after: equals)...]))
    }
    guard !option.form.isEmpty else { return (option, "") }
    // A value that begins with a dash is written with `=`.
    guard let value = rest.first, !value.hasPrefix("-") else {
      throw .valueMissing(option: name, form: option.form)
    }
    rest.removeFirst()
    return (option, value)
  }

  /// What the options say to a command.
  /// - Throws: an option that is not the command's, is said again or has a bad value, or the first
  ///   of the words that nothing asks for.
  func draft(
    for command: HelpTopic, superfluous: [String] = []
  ) throws(ArgumentFault) -> OptionDraft {
    if let word = superfluous.first { throw .superfluous(word, command: command) }
    var draft = OptionDraft()
    var seen: Set<String> = []
    for (option, value) in said {
      guard option.commands.contains(command) else {
        throw .notForCommand(option: option.name, command: command)
      }
      guard seen.insert(option.name).inserted || option.repeats else {
        throw .twice(option: option.name)
      }
      do throws(ArgumentFault.Reason) {
        guard !value.isEmpty || option.form.isEmpty else { throw .empty }
        try option.take(value, &draft)
      } catch {
        throw .badValue(option: option.name, value: value, reason: error)
      }
    }
    if draft.house.building == .gateway, let gateway = draft.house.gateway, !gateway.tellsRooms {
      throw .gatewayWithoutRooms
    }
    return draft
  }
}
