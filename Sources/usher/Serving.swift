// Talking and serving: the loop hands in what happens, the house says what is to be done.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Foundation
import House
import LineProtocol
import Transport
import Wording

/// Runs a house on a loop.
enum Serving {
  /// A person at the terminal, or lines on a pipe.
  static func talk(_ options: TalkOptions) throws -> ExitCode {
    let loop = try EventLoop()
    let typing = Typing(options.colour)
    let places = try Places(environment: ProcessInfo.processInfo.environment)
    let user = options.user?.text ?? loginName
    let recording = options.recording.map { (file: $0, owner: Optional(user)) }
    return try run(
      loop, options.house, ProcessLog(isAmongWords: typing.isTerminal),
      browsersAreHere: typing.isTerminal && !isElsewhere,
      recording: recording
    ) { settings, house in
      house.begin(with: settings.trips, of: UserID(user))
      house.begin(withTripsAt: options.house.tripAddresses, of: UserID(user))
      try typing.attach(
        user, of: house, to: loop, history: places.history,
        bars: options.recording == nil ? typing.bars : .plain)
    }
  }

  /// Sockets, of our own or handed over, or the protocol on standard streams.
  static func serve(_ options: ServeOptions, _ sockets: [HandedSocket]) -> ExitCode {
    let log = ProcessLog(options.log, environment: ProcessInfo.processInfo.environment)
    do {
      return try serve(options, sockets, log)
    } catch {
      log.write(LogRecord(.error, "failed", "\(error)"))
      return ExitCode(for: error)
    }
  }

  private static func serve(
    _ options: ServeOptions, _ sockets: [HandedSocket], _ log: ProcessLog
  ) throws -> ExitCode {
    let loop = try EventLoop()
    let user = options.user?.text ?? loginName
    let isHere = options.listeners.contains(where: \.isOfStandardStreams)
    let recording = options.recording.map { (file: $0, owner: isHere ? user : nil) }
    return try run(loop, options.house, log, turnRate: options.turnRate, recording: recording) {
      settings, _ in
      var access = try access(options, settings)
      for socket in sockets {
        let endpoint = Endpoint.handed(socket, access: access)
        for place in try loop.listen(at: endpoint) { log.tell(listeningAt: "\(place)") }
      }
      for listener in options.listeners {
        switch listener {
        case .tcp(let host, let port, let encoding, let isProxied):
          access.isProxied = isProxied
          let endpoint = Endpoint.tcp(
            host: host, port: port, encoding: encoding, access: access)
          for place in try loop.listen(at: endpoint) { log.tell(listeningAt: "\(place)") }
        case .unix(let path):
          for place in try loop.listen(at: .unix(path: path)) {
            log.tell(listeningAt: "\(place)")
          }
        case .standardStreams(let encoding):
          let face = SessionFace(kind: .standardStreams, encoding: encoding, user: user)
          _ = try loop.attachStandardStreams(as: face, prompt: nil)
        case .tools:
          let face = SessionFace(
            kind: .standardStreams, encoding: .json, user: user, offersTools: true)
          _ = try loop.attachStandardStreams(as: face, prompt: nil)
        }
      }
    }
  }

  /// Who may speak over TCP. Nobody listens where others than this machine reach it as long as
  /// there is no token to sign in with.
  private static func access(
    _ options: ServeOptions, _ settings: HouseSettings
  ) throws -> TCPAccess {
    let hasTokens = try settings.tokens.map { try !$0.principals().isEmpty } ?? false
    let far: SessionFace.Access = options.takesTokensInClear ? .token : .inClear
    let isOpen = options.isOpen || settings.isOpen || options.house.allowsTests
    return TCPAccess(near: isOpen ? .open : .token, far: hasTokens ? far : nil)
  }

  /// Opens the house first, so that nobody is heard before it can answer.
  private static func run(
    _ loop: EventLoop, _ options: HouseOptions, _ log: ProcessLog,
    browsersAreHere: Bool = false, turnRate: TurnRate? = nil,
    recording: (file: String, owner: String?)? = nil,
    attach: (HouseSettings, RunningHouse) throws -> Void
  ) throws -> ExitCode {
    let making = HouseMaking(environment: ProcessInfo.processInfo.environment)
    var settings = try making.settings(for: options)
    if let turnRate { settings.agent.turnRate = turnRate }
    settings.agent.browsersAreHere = browsersAreHere
    let recorder = try recording.map { try self.recorder(of: $0, &settings, options, loop, log) }
    loop.keep(to: settings.agent.protocolLimits)
    let mailbox = loop.mailbox
    let house = try RunningHouse(
      settings, log: { record in loop.aside { log.write(record) } },
      nudge: { mailbox.post(.due) })
    defer { house.close() }
    try listenForBrowsers(of: house, settings, on: loop)
    house.reread = { try making.settings(for: options, knowing: $0) }
    mailbox.post(.due)
    // Before anybody is told that it listens: who has read that may ask it to stop.
    try loop.catchSignals()
    try attach(settings, house)
    let supervisor = ProcessSupervisor(environment: ProcessInfo.processInfo.environment)
    supervisor.tellReady()
    defer { supervisor.tellStopping() }
    defer { recorder?.finish() }
    return try run(house, on: loop, log, recorder)
  }

  /// Listens where browsers come back to.
  private static func listenForBrowsers(
    of house: RunningHouse, _ settings: HouseSettings, on loop: EventLoop
  ) throws {
    guard let accounts = settings.accounts, !accounts.providers.isEmpty else { return }
    let mailbox = loop.mailbox
    let ports = BrowserPorts(on: loop) { [unowned house] visit, route, address in
      house.browserCame(visit, by: route, to: address)
      mailbox.post(.due)
    }
    house.browsers = BrowserListening(
      listen: { ports.listen(for: $0, at: $1) }, close: { ports.close($0) },
      answer: { ports.answer($0, isTaken: $1) })
    if let callback = accounts.callback {
      try ports.listen(at: callback.port, publicly: callback.address)
    }
  }

  /// Makes the file of a recording, and settings that a talk can say: a clock that stands at a
  /// minute and a seed that is known.
  private static func recorder(
    of recording: (file: String, owner: String?), _ settings: inout HouseSettings,
    _ options: HouseOptions, _ loop: EventLoop, _ log: ProcessLog
  ) throws(RecordingFault) -> HouseRecorder {
    let now = settings.zone.civil(at: settings.clock.now)
    settings.clock = .frozen(settings.zone.instant(nearest: now))
    settings.seed = options.seed ?? 1
    let file = try RecordingFile(at: recording.file) { line in
      loop.aside { log.write(LogRecord(.error, "recording-failed", line)) }
    }
    return file.recorder(of: settings, options, owner: recording.owner)
  }

  /// Hands in what happens until there is nobody left to hear. The loop catches signals already.
  static func run(
    _ house: RunningHouse, on loop: EventLoop, _ log: ProcessLog = ProcessLog(),
    _ recorder: HouseRecorder? = nil
  ) throws -> ExitCode {
    let ending = loop.run { events in
      let effects = house.withAddresses(recorder?.wake(house, events) ?? house.wake(events))
      return WakeOutcome(
        effects: effects, nextWake: house.nextWake, isWorkUnderWay: house.awaitsGateway)
    }
    switch ending {
    case .finished: return .fine
    case .stopped, .stoppedAtOnce: return .drained
    case .inputLost(let fault), .outputLost(let fault):
      log.write(LogRecord(.error, "streams-lost", "\(fault)"))
      return ExitCode(for: fault)
    }
  }

  /// Whether whoever sits at the terminal sits at another machine, where their browser runs.
  private static var isElsewhere: Bool {
    let environment = ProcessInfo.processInfo.environment
    return ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains { environment[$0] != nil }
  }

  /// Who is logged in, as the system knows.
  private static var loginName: String {
    let name = NSUserName()
    return name.isEmpty ? "me" : name
  }
}
