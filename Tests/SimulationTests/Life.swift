// One simulated life: a house between its talkers, its disk, its gateway and its clock, all of them
// unreliable by one seed. It plays the part of the shell and of the world; `Promises` looks on.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import House
import JSON
import Language
import LineProtocol
import Passes
import SimulatedDisk
import Storage

/// A house and its world. A class because the gateway calls back into it; used on one thread only.
final class Life {
  let seed: UInt64
  var chance: Chance
  let disk: Disk
  let outside = Outside()
  let settings: HouseSettings
  let abilities: GatewayAbilities
  /// Nil in a life in which every session is open.
  let tokens: SimulatedTokens?
  /// The mobility service; nil in a life in which nobody has a trip.
  var rides: RideWorld?
  var house: RunningHouse?
  /// What writes down what is said; nil in a life of which nothing is written down.
  private var recorder: HouseRecorder?
  var now: Instant { didSet { latest = max(latest, now) } }
  var peers: [SessionID: Peer] = [:]
  var sessionsOpened = 0
  var talker = Talker()
  var promises: Promises
  var trace: Trace
  /// Messages in JSON that were sent, to be sent again.
  var messages: [Message] = []
  /// How the life of the process ends soon, if it does.
  var doom = Doom()
  var counts = Counts()
  /// Whether the store said that an outcome is unknown: until it is opened again it takes nothing.
  var isInDoubt = false
  private(set) var hasBeenInDoubt = false
  /// The code of the last reply.
  var lastCode: Int?
  /// Who spoke last.
  var lastSpoke: SessionID?
  /// The latest that the clock has shown.
  var latest = Instant(milliseconds: 0)
  /// When each message arrived first.
  var arrived: [String: Instant] = [:]
  /// Whether a fault of the disk is to come or stands.
  var isDiskFaulty = false
  /// How the bookings have stood, one after another, and how alone they may stand if that is known.
  var stood: [[Booking]] = []
  var mayStand: [[Booking]]?
  /// What follows from what sessions were told: they are gone, and the agent is told so.
  var goneSoon: [SessionID] = []
  /// Answers of the gateway that it gives once more.
  var saidTwice: [(call: CallID, outcome: GatewayOutcome)] = []

  struct Message {
    let conversation: String
    let user: String
    let name: String
    let text: String
    let sent: Instant
    /// Who carries it: the same name carried by another is another message.
    var principal = ""
  }

  /// When the process ends, told in effects.
  struct Doom {
    /// Ends before so many more calls, and whether the last one still arrives.
    var calls: Int?
    var lastCallArrives = false
    /// Ends before so many more lines are out.
    var outputs: Int?
    var hasCome = false
    /// Whether it is the power that goes, and not only the process.
    var isPowerCut = false
  }

  /// A life of a house on a disk, to be led by whoever calls.
  init(
    seed: UInt64, _ settings: HouseSettings, _ abilities: GatewayAbilities, on disk: Disk,
    at now: Instant, tokens: SimulatedTokens? = nil, rides: RideWorld? = nil,
    traceLinesMax: Int = 0
  ) {
    self.seed = seed
    self.tokens = tokens
    self.rides = rides
    self.disk = disk
    self.abilities = abilities
    self.now = now
    var settings = settings
    settings.store = .disk(disk.name, file: "usher.db")
    settings.tokens = tokens?.file
    if let rides { settings.accounts = SimulatedMobility.settings(rides.vault) }
    self.settings = settings
    chance = Chance(seed: seed)
    trace = Trace(linesMax: traceLinesMax)
    promises = Promises(
      building: settings.building, zone: settings.zone,
      looksAtTokens: .seconds(settings.agent.limits.looksAtTokensSeconds))
    promises.hasRides = rides != nil
    outside.whenCalled = { [unowned self] call in called(call) }
    disk.watch = { [weak self] in self?.trace.note("disk \($0)") }
  }

  /// A life that its seed leads.
  convenience init(seed: UInt64, grammar: CompiledGrammar, traceLinesMax: Int = 0) throws {
    var chance = Chance(seed: seed)
    var settings = try Self.settings(grammar)
    settings.seed = chance.next()
    settings.agent.readsOpenings = chance.oneIn(6)
    let abilities = GatewayAbilities(
      takesCancellations: chance.oneIn(2), canBeAsked: chance.oneIn(2))
    guard let begin = CivilMoment(chance.pick(SimulatedBuilding.beginnings)) else {
      throw LifeFault(description: "no moment to begin at")
    }
    let now = settings.zone.instant(nearest: begin) + .seconds(Int64(chance.below(7200)))
    self.init(
      seed: seed, settings, abilities, on: Disk(seed: seed), at: now,
      tokens: Self.hasTokens(seed: seed) ? try SimulatedTokens() : nil,
      rides: Self.hasRides(seed: seed) ? try Self.rides(of: seed, at: now) : nil,
      traceLinesMax: traceLinesMax)
    self.chance = chance
  }

  /// The simulated house, with codes of the gateway that mean something.
  static func settings(_ grammar: CompiledGrammar) throws -> HouseSettings {
    var building = Building(rooms: try SimulatedBuilding.rooms())
    building.people = try SimulatedPeople.all()
    var settings = HouseSettings(building: building, zone: try berlin.get(), grammar: grammar)
    settings.agent.turnRate = .unlimited
    settings.codes.codes[4103] = .permanent
    settings.codes.codes[4200] = .passing
    settings.codes.codes[4300] = .throttled
    return settings
  }

  private static let berlin = Result {
    guard let zone = PlatformZones.rules(of: "Europe/Berlin") else {
      throw LifeFault(description: "no rules for Europe/Berlin")
    }
    return zone
  }

  /// Lives so many steps, lets the world be well again, and ends.
  func live(steps: Int) {
    start()
    for _ in 0..<steps where promises.violations.isEmpty { step() }
    if promises.violations.isEmpty { recover() }
    house?.close()
    house = nil
  }

  // MARK: - The process

  /// Begins, or begins again; the house stays shut if its store cannot be opened now.
  func start() {
    do {
      var settings = settings
      settings.clock = .told(now)
      let house = try RunningHouse(
        settings, log: { [unowned self] record in logged(record.text) }, nudge: {},
        gateway: { [outside, abilities] report in
          SimulatedGateway(outside, abilities: abilities, report: report)
        },
        errands: rides == nil ? nil : { [unowned self] errand in left(errand) })
      self.house = house
      recorder = rides?.isRecorded == true ? makeRecorder(settings) : nil
      trace.note("start at \(now.seconds)")
      allowTellingAgain(house)
    } catch {
      trace.note("no start: \(error)")
      if disk.hasStopped { return die() }
      if !isDiskFaulty { promises.break("a healthy store opens", "\(error)") }
      return
    }
    isInDoubt = false
    wake([])
  }

  /// The process, or the power with it, is gone; all that it knew is gone.
  func die() {
    counts.note(doom.isPowerCut ? .powerCut : .kill)
    trace.note(doom.isPowerCut ? "power cut" : "killed")
    if !disk.hasStopped { disk.end(by: doom.isPowerCut ? .powerCut : .kill) }
    house?.close()
    house = nil
    disk.restart()
    promises.checkSecrets(on: disk)
    doom = Doom()
    for peer in peers.values { lost(peer) }
    peers = [:]
    goneSoon = []
    loseWhatIsOutside()
  }

  /// What was asked of the world is answered to nobody any more.
  private func loseWhatIsOutside() {
    saidTwice = []
    outside.waiting = []
    outside.daysAsked = []
    loseErrands()
    promises.died()
  }

  /// The process ends as it should.
  func stop() {
    counts.note(.stop)
    wake([.stopping])
    guard house != nil else { return }
    house?.close()
    house = nil
    trace.note("stopped")
    if disk.hasStopped { return die() }
    peers = [:]
    goneSoon = []
    loseWhatIsOutside()
  }

  private func logged(_ line: String) {
    trace.note("log \(line)")
    promises.overheard(Array(line.utf8), by: .noUser)
    promises.overheard([line], [:], by: .noUser)
    guard line.hasPrefix("outcome unknown") else { return }
    isInDoubt = true
    hasBeenInDoubt = true
  }

  /// Something leaves the house; whether it arrives.
  func leaves() -> Bool {
    if doom.hasCome || disk.hasStopped { return false }
    if let left = doom.calls {
      doom.calls = left - 1
      if left <= 0 {
        doom.hasCome = true
        disk.end(by: doom.isPowerCut ? .powerCut : .kill)
        return doom.lastCallArrives
      }
    }
    return true
  }

  /// A call leaves the house; whether it arrives.
  private func called(_ call: GatewayCall) -> Bool {
    guard leaves() else { return false }
    counts.note(.call)
    trace.add("call", Array("\(call.id) \(call.passes.map(\.edition))".utf8))
    promises.called(call)
    return true
  }

  // MARK: - A wake

  /// Hands in what has happened and tells everybody what there is to tell.
  func wake(_ events: [Event]) {
    guard let house else { return }
    let wasAstray = house.isAstray
    let wasFaulty = isDiskFaulty || isInDoubt
    let before = house.world.ledger.allBookings
    house.clock = .told(now)
    promises.news.wakes += 1
    noteAskers(before: events)
    let effects = recorder?.wake(house, events) ?? house.wake(events)
    if doom.hasCome || disk.hasStopped { return die() }
    // What is read from the store once more is no change.
    let old = promises.known(with: before)
    let changed = house.world.ledger.allBookings.filter { old[$0.reference] != $0 }
    // What is not durable may get another's number.
    if !wasAstray, !house.isAstray {
      for booking in changed { promises.secrets.noteNew(booking) }
    }
    let (told, isKilled) = tell(effects, changed)
    promises.heard(told, at: now)
    if isKilled { return die() }
    lookAtRides()
    if !events.isEmpty { promises.note(promises.reach.look(at: peers.values)) }
    // What the house takes for true while it is astray it tells nobody.
    let isAstray = wasAstray || house.isAstray
    if wasAstray, house.isAstray, told.contains(where: \.isChange) {
      promises.break("nothing is told that is not durable", "\(told)")
    }
    let failed = told.filter(\.isFailure)
    counts.note(.failedCommit, times: failed.count)
    if let one = failed.first, !wasFaulty, !isAstray {
      promises.break(
        "a healthy disk takes every commit", "\(one.asked.said ?? ""): \(one.reply.lines)")
    }
    if isAstray {
      promises.losesTrack()
    } else {
      promises.look(at: changed, before, house.world, told, at: now)
      // What may have been done will be seen when the store is opened again.
      if !isInDoubt { promises.asked.settle() }
      for booking in changed { count(booking, before: old[booking.reference]) }
      if !isInDoubt { noteStanding(house.world.ledger.allBookings) }
    }
    for one in told { count(one.reply) }
    let gone = goneSoon
    goneSoon = []
    if !gone.isEmpty { wake(gone.map { .gone($0) }) }
  }

  /// Tells everybody what there is to tell, unless the process is killed before.
  private func tell(
    _ effects: [Effect], _ changed: [Booking]
  ) -> (told: [Told], isKilled: Bool) {
    var told: [Told] = []
    for effect in effects {
      if let left = doom.outputs {
        doom.outputs = left - 1
        if left <= 0 { return (told, true) }
      }
      counts.outputs += 1
      if var one = tell(effect) {
        lastCode = one.reply.code.rawValue
        one.read(changed)
        told.append(one)
      }
    }
    return (told, false)
  }

  /// Looks whether what is durable is what is true; when the disk works, for otherwise the house
  /// itself cannot tell.
  func compare() {
    guard house != nil, !isDiskFaulty else { return }
    // After a failure the house reads its store again when something happens.
    wake([.due])
    guard let house, promises.violations.isEmpty else { return }
    forgetOldMessages()
    promises.checkSecrets(on: disk)
    checkVault()
    promises.compare(house, at: now, talker.mayShare)
  }
}

struct LifeFault: Error, CustomStringConvertible { let description: String }
