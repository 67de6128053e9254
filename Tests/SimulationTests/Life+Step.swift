// What happens in a step of a life: talk, time, the gateway's answers, and mishaps.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import House
import JSON
import LineProtocol
import Passes
import SimulatedDisk
import Wording

extension Life {
  /// One step.
  func step() {
    counts.steps += 1
    passTime()
    if house == nil {
      if chance.oneIn(3) { heal() }
      start()
      return
    }
    if chance.oneIn(7) { drawMishap() }
    if tokens != nil, chance.oneIn(10) { changeTokens() }
    if house == nil { return }
    switch chance.below(20) {
    case 0...12: talk()
    case 13...15: answerCalls()
    case 16: if offeredUser == nil || chance.oneIn(3) { waitUntilDue() } else { talk() }
    case 17: connect()
    case 18: if chance.oneIn(6) { stop() } else { compare() }
    default: disconnect()
    }
    if chance.oneIn(2) { answerDays() }
    goOnWithRides()
    if chance.oneIn(rides == nil ? 4 : 2) { heal() }
  }

  // MARK: - Time

  private func passTime() {
    switch chance.below(60) {
    case 0: jump(by: chance.below(43_200))
    case 1: jump(by: chance.within(1...3) * 86_400)
    case 2: jump(by: -3600)
    case 3: jump(by: 3600)
    case 4: if chance.oneIn(4) { jump(by: -chance.below(90)) }
    case 5...20: now = now + .seconds(Int64(chance.below(20)))
    default: now = now + .milliseconds(Int64(chance.below(900)))
    }
  }

  private func jump(by seconds: Int) {
    now = now + .seconds(Int64(seconds))
    counts.note(seconds < 0 ? .clockBack : .longWait)
  }

  private func waitUntilDue() {
    guard let house, let wait = house.nextWake else { return }
    now = now + min(wait, .seconds(7200))
    wake([.due])
  }

  // MARK: - The gateway

  /// Answers one of the calls on their way, or one of those answered already once more.
  private func answerCalls() {
    for _ in 0...chance.below(3) {
      if !saidTwice.isEmpty, chance.oneIn(4) {
        let again = saidTwice.remove(at: chance.below(saidTwice.count))
        trace.note("again \(again.call)")
        wake([.settled(again.call, again.outcome)])
        continue
      }
      guard !outside.waiting.isEmpty else { return wake([.due]) }
      let waiting = outside.waiting.remove(at: chance.below(outside.waiting.count))
      answer(waiting, GatewayDeed.drawn(waiting.call, outside, using: &chance))
    }
  }

  func answer(_ waiting: Outside.Waiting, _ deed: GatewayDeed) {
    for place in deed.sent { outside.left[waiting.call.passes[place].edition, default: 0] += 1 }
    trace.add("gateway", Array("\(waiting.call.id) \(deed.outcome)".utf8))
    count(deed.outcome)
    waiting.report(.answered(waiting.call.id, GatewayAnswer(deed.outcome)))
    if chance.oneIn(8) { saidTwice.append((waiting.call.id, deed.outcome)) }
    wake([])
    // What the house has not written down yet it need not know.
    guard let house, !house.isAstray else { return }
    if house.world.outbox.call(waiting.call.id) == nil {
      promises.answered(waiting.call, deed.outcome)
    }
  }

  func answerDays() {
    guard !outside.daysAsked.isEmpty else { return }
    let (date, report) = outside.daysAsked.removeFirst()
    let room: JSONValue = ["name": "Bunker", "avail": ["08:00-12:00", "13:00-18:00"]]
    switch chance.below(4) {
    case 0: report(.rooms(on: date, .failure(.timedOut)))
    case 1: report(.rooms(on: date, .failure(.nonsense(reason: "?"))))
    default:
      do {
        report(.rooms(on: date, .success(try RoomsAnswer([room], on: date))))
      } catch {
        promises.break("the gateway's rooms can be read", "\(error)")
      }
    }
    wake([])
  }

  // MARK: - Mishaps

  private func drawMishap() {
    doom.isPowerCut = chance.oneIn(2)
    let next = disk.operations
    switch chance.below(10) {
    case 0, 1, 2:
      disk.stop(
        before: next + chance.below(40), halfway: chance.oneIn(3),
        by: doom.isPowerCut ? .powerCut : .kill)
    case 3:
      doom.calls = chance.below(2)
      doom.lastCallArrives = chance.oneIn(2)
    case 4: doom.outputs = chance.below(4)
    case 5: disk.standing = .full
    case 6: disk.standing = .readOnly
    case 7: disk.fail(reading: disk.readings + chance.below(12))
    default:
      disk.fail(operation: next + chance.below(12), with: chance.pick(Disk.Fault.allCases))
    }
    isDiskFaulty = true
  }

  /// No fault of the disk is to come any more.
  func heal() {
    disk.heal()
    isDiskFaulty = false
  }

  // MARK: - Talkers

  private func connect() {
    guard peers.count < 4 else { return talk() }
    sessionsOpened += 1
    let id = SessionID(sessionsOpened)
    let user = chance.pick(SimulatedPeople.users)
    var face: SessionFace =
      switch chance.below(8) {
      case 0: SessionFace(kind: .terminal, encoding: .text, user: user, bars: .blocks)
      case 1: SessionFace(kind: .pipe, encoding: .text, user: user)
      case 2: SessionFace(kind: .unix, encoding: .text)
      case 3, 4: SessionFace(kind: .tcp, encoding: .text)
      default: SessionFace(kind: .tcp, encoding: .json)
      }
    // Whoever has trips hands them in by a program.
    if lacksTrips, !chance.oneIn(4) { face = SessionFace(kind: .tcp, encoding: .json) }
    face = drawAccess(face)
    var peer = Peer(id, face)
    var events: [Event] = [.opened(id, face)]
    if face.encoding == .json {
      // Where there are accounts some deliver where others read along.
      peer.hearsAccounts = rides != nil && (rides?.vault == nil || sessionsOpened % 4 != 0)
      let caps: JSONValue =
        peer.hearsAccounts ? ["notices", "private", "secrets"] : ["notices"]
      peer.call("hello", ["protocol": ["ulp/1"], "caps": caps])
      if face.access == .token { presentThemselves(on: &peer) }
      bringTrips(on: &peer)
      events += peer.arrive(peer.underWay.count)
    } else if face.access == .token {
      presentThemselves(on: &peer)
      events += peer.arrive(1000)
    } else if face.user == nil, !chance.oneIn(10) {
      peer.send(line: "/as \(user)")
      events += peer.arrive(1000)
    }
    peers[id] = peer
    wake(events)
  }

  private func disconnect() {
    guard let id = peers.keys.sorted().first(where: { _ in chance.oneIn(2) }),
      var peer = peers[id]
    else { return connect() }
    if chance.oneIn(2) {
      let events = peer.end()
      peers[id] = peer
      wake(events)
    } else {
      breakOff(peer)
    }
  }

  private func breakOff(_ peer: Peer) {
    promises.asked.note(peer.askers(tokens))
    lost(peer)
    peers[peer.session] = nil
    counts.note(.broken)
    wake([.gone(peer.session)])
  }

  func talk() {
    guard !peers.isEmpty else { return connect() }
    var events: [Event] = []
    for _ in 0...(chance.oneIn(3) ? chance.below(4) : 0) {
      let last = lastSpoke.flatMap { peers[$0] == nil ? nil : $0 }
      let turn = offeredUser == nil ? drawRideTurn() : nil
      rides?.turn = turn
      rides?.turn?.isFirst = events.isEmpty
      let called = chance.oneIn(2) ? peers.keys.sorted().first { isOffered(peers[$0]) } : nil
      let id =
        turn?.session ?? called ?? last.flatMap { goesOn() ? $0 : nil }
        ?? chance.pick(peers.keys.sorted())
      lastSpoke = id
      guard var peer = peers[id] else { continue }
      if peer.underWay.isEmpty || chance.oneIn(5) { say(&peer) }
      // What a program acknowledges may never arrive.
      if !peer.acknowledging.isEmpty, events.isEmpty, chance.oneIn(3) { return breakOff(peer) }
      let whole = peer.underWay.count
      let isWhole = rides?.turn?.typesSecret == true || !chance.oneIn(6)
      let piece = isWhole ? whole : chance.below(whole + 1)
      if piece < whole { counts.note(.halfLine) }
      events += peer.arrive(piece)
      peers[id] = peer
    }
    counts.note(.request, times: events.count)
    for event in events {
      trace.note("heard at \(now.seconds) \(event)")
      noteArrival(of: event)
    }
    wake(events)
  }

  /// Who is offered something now.
  private var offeredUser: String? {
    house?.world.ledger.waits.open.first { $0.state == .offered }?.user.text
  }

  /// Whether whoever is offered something may speak there.
  private func isOffered(_ peer: Peer?) -> Bool {
    guard let peer, let user = offeredUser, peer.card?.speaks(for: user) ?? true else {
      return false
    }
    return peer.isJSON || peer.user == user
  }

  /// Whether whoever spoke last speaks again: mostly, if there is something to go on with.
  private func goesOn() -> Bool {
    Talker.mayGoOn(after: lastCode) ? !chance.oneIn(4) : chance.oneIn(4)
  }

  private func noteArrival(of event: Event) {
    guard case .asked(_, .call(let call)) = event, let name = call.params["msg"]?.string else {
      return
    }
    arrived[name] = arrived[name] ?? now
  }

  /// A message whose answer has expired may have its effect again: it may have come again since, or
  /// still wait to be looked at.
  func forgetOldMessages() {
    for message in messages {
      guard let first = arrived[message.name], first + .seconds(86_400) <= latest else { continue }
      promises.saysAnew(message.text)
    }
  }

  func line(of speaker: String?) -> String {
    let today = settings.zone.civil(at: now).date
    let dates = SimulatedBuilding.dates + (0..<4).map { today.adding(days: $0) }
    let ledger = house?.world.ledger
    let scenery = Talker.Scenery(
      bookings: ledger?.allBookings ?? [], waits: ledger?.waits.open ?? [], today: today,
      dates: dates, lastCode: lastCode, speaker: speaker, ride: rideStage(of: speaker))
    return talker.line(scenery, &chance)
  }

  private func say(_ peer: inout Peer) {
    if speaksOfTokens(&peer) { return }
    if answersRide(&peer) { return }
    if peer.isJSON { return call(&peer) }
    let line = line(of: peer.user)
    switch chance.below(30) {
    case 0: peer.send([0xFF, 0x41, 0x0A])
    case 1: peer.send(line: "/sync here")
    case 2:
      peer.send(line: chance.pick(["/noop", "/status", "/help", "/version", "/xyzzy", "/as"]))
    case 3: peer.send(line: "@+x=1 \(line)")
    case 4: if chance.oneIn(4) { peer.send(line: "/quit") }
    default: peer.send(line: line)
    }
  }

  private func call(_ peer: inout Peer) {
    if let last = peer.news.max(), chance.oneIn(4) {
      return peer.call("ack", ["upto": .integer(Int64(last))])
    }
    switch chance.below(20) {
    case 0: peer.send(Array("{\"jsonrpc\":\"2.0\",\"id\":7}\n".utf8))
    case 1: peer.send(Array("{nonsense\n".utf8))
    case 2:
      let method = chance.pick(["ping", "status", "sync", "subscribe", "frobnicate", "ack"])
      peer.call(method, peer.news.max().map { ["upto": .integer(Int64($0))] } ?? [:])
    case 3, 4:
      // An answer is kept for a day of whatever the clock shows; it may have been set back before
      // the message had arrived.
      let fresh = messages.filter {
        latest < $0.sent + .seconds(43_200) && $0.principal == peer.principal
      }
      guard !fresh.isEmpty else { return }
      send(chance.pick(fresh), on: &peer)
    default:
      // Mostly who spoke last goes on, for much of what is said means what was said before.
      let called = chance.oneIn(2) ? offeredUser : nil
      let own = messages.last { $0.principal == peer.principal }
      let last = called == nil && (goesOn() || chance.oneIn(2)) ? own : nil
      let user = called.map { peer.name(of: $0) } ?? last?.user ?? drawName(on: peer)
      let chat = peer.card.map { "\($0.name):" } ?? "slack:"
      let message = Message(
        conversation: last?.conversation ?? chance.pick(["", "\(chat)C1", "\(chat)C2"]),
        user: user, name: "m\(messages.count)", text: line(of: SimulatedPeople.known(user)),
        sent: now, principal: peer.principal)
      messages.append(message)
      send(message, on: &peer)
    }
  }

  private func drawName(on peer: Peer) -> String {
    peer.card.map(drawName) ?? chance.pick(SimulatedPeople.users)
  }

  func send(_ message: Message, on peer: inout Peer) {
    var params: JSONObject = [
      "user": .string(message.user), "msg": .string(message.name), "text": .string(message.text),
    ]
    if !message.conversation.isEmpty { params["conv"] = .string(message.conversation) }
    peer.call("say", params)
  }

  // MARK: - The world is well again

  /// No more mishaps: the process runs, the gateway sends what it is given, time goes on. When
  /// nothing is due any more, nothing is left to be done.
  func recover() {
    heal()
    doom = Doom()
    if house == nil || chance.oneIn(2) || house?.world.outbox.health.stoppedBecause != nil {
      restartCalmly()
    }
    // A store that is in doubt takes no commits until it is opened again.
    wake([.due])
    if isInDoubt { restartCalmly() }
    compare()
    recoverRides()
    takeAllTokensBack()
    for _ in 0..<Self.calmWakesMax where promises.violations.isEmpty {
      while !outside.waiting.isEmpty {
        let waiting = outside.waiting.removeFirst()
        answer(waiting, .honest(waiting.call, outside))
      }
      while !outside.daysAsked.isEmpty { answerDays() }
      settleAllErrands()
      // What waited for another calendar may have been booked, and its passes left.
      if !outside.waiting.isEmpty { continue }
      guard let wait = house?.nextWake else { break }
      now = now + wait
      wake([.due])
    }
    guard promises.violations.isEmpty else { return }
    hearWhatIsLeft()
    guard promises.violations.isEmpty else { return }
    guard let house else { return promises.break("a healthy house is open", "it is shut") }
    let accepted = house.world.outbox.allPasses.count {
      if case .accepted = $0.state { true } else { false }
    }
    counts.note(.accepted, times: accepted)
    counts += promises.counts
    promises.end(house, peers.keys.sorted().compactMap { peers[$0] })
  }

  /// A life has at most some dozen passes, each with a handful of attempts.
  private static let calmWakesMax = 4000

  func restartCalmly() {
    doom = Doom()
    if house != nil { stop() }
    doom = Doom()
    heal()
    start()
  }
}
