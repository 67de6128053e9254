// A conversation that people and programs have with a running house, written down as it goes. What
// signs in is not written, and what no line can say is remarked.

public import BookingAgent
internal import CivilTime
internal import LineProtocol

/// Writes down what is said to a house, and what is heard of it, as a talk. A class: it follows the
/// house.
public final class HouseRecorder {
  private let write: (String) -> Void
  private var participants: [SessionID: Participant] = [:]
  private var socketCount = 0
  /// What was heard since something was said last, by whom.
  private var heard: [(listener: String, lines: [String])] = []
  private var lastSpeaker = ""
  private var isOver = false

  /// One session.
  private struct Participant {
    let name: String
    let face: SessionFace
    var isJSON: Bool
    /// Whether it has said something: what it heard before is not written down.
    var hasSpoken = false
    /// Whether it was asked for a token: what it says next is one.
    var isChallenged = false
    /// Whether what it hears is left out, since what it said is.
    var isLeftOut = false

    /// Before what it says: who is at a terminal owns the talk.
    var mark: String { face.kind.isPerson ? ">" : "\(name)>" }
  }

  /// What a talk says of the house at the beginning.
  public struct Scene {
    /// The owner of the talk.
    public var owner: String?
    /// The path of the building's file, from the talk.
    public var building: String?
    /// The path of the file of people, from the talk.
    public var people: String?

    /// A house of which nothing is said.
    public init() {}
  }

  /// A recorder for a house that is made of these settings, its clock frozen. The first lines are
  /// written at once, the others as soon as they are known to be whole.
  public init(_ settings: HouseSettings, _ scene: Scene, write: @escaping (String) -> Void) {
    self.write = write
    let now = settings.zone.civil(at: settings.clock.now)
    var lines = ["@now \(now)", "@seed \(settings.seed)"]
    if settings.zone.name != Configuration.standardZone {
      lines.append("@zone \(settings.zone.name)")
    }
    if let file = scene.building { lines.append("@building \(file)") }
    if let file = scene.people { lines.append("@people \(file)") }
    if let owner = scene.owner { lines.append("@as \(owner)") }
    put(lines)
  }

  /// Hands a house what has happened, one event after the other, so that it is known what each has
  /// led to; returns what sessions are to be told.
  public func wake(_ house: RunningHouse, _ events: [Event]) -> [Effect] {
    let each: [Event?] = events.isEmpty ? [nil] : events
    return each.flatMap { event in
      let event = event.map(house.withoutSecret)
      let effects = house.wake(event.map { [$0] } ?? [])
      take(event, effects)
      return effects
    }
  }

  /// Takes an event that the house was handed, none if it woke by itself, and what came of it.
  private func take(_ event: Event?, _ effects: [Effect]) {
    if isOver { return }
    switch event {
    case .opened(let id, let face): open(id, face)
    case .asked(let id, let request): ask(request, on: id)
    case .inputEnded(let id), .gone(let id): end(id)
    case .interrupted:
      flush()
      put(["# Somebody broke off by a key: what follows may be answered otherwise."])
    case .stopping: finish()
    case .silent, .settled, .errandSettled, .account, .openingsRead, .clockMoved, .signedIn,
      .tokensRead,
      .mended, .resized,
      .pressed,
      .due, nil:
      break
    }
    for effect in effects { hear(effect) }
  }

  /// Nothing comes any more.
  public func finish() {
    flush()
    isOver = true
  }

  // MARK: - Said

  private func open(_ id: SessionID, _ face: SessionFace) {
    var name = face.user
    if name == nil {
      socketCount += 1
      name = "c\(socketCount)"
    }
    participants[id] = Participant(
      name: name ?? "", face: face, isJSON: face.encoding == .json)
  }

  private func ask(_ request: Request, on id: SessionID) {
    guard var participant = participants[id] else { return }
    defer { participants[id] = participant }
    if case .turnedToJSON = request {
      participant.isJSON = true
      return
    }
    flush()
    if !participant.hasSpoken, let kind = participant.face.kind.word {
      put(["@session \(participant.name) \(kind)"])
    }
    participant.hasSpoken = true
    lastSpeaker = participant.name
    let lines = request.written
    let isSecret =
      participant.isChallenged || request.isSecret || lines.contains(where: \.signsIn)
    participant.isChallenged = false
    participant.isLeftOut = isSecret || lines.isEmpty
    if isSecret {
      put(["# A secret line stood here."])
    } else if lines.isEmpty {
      put(["# A line that cannot be written down stood here."])
    } else {
      put(lines.map { "\(participant.mark) \($0)" })
    }
  }

  /// Who spoke on standard streams says no more: then the house ends.
  private func end(_ id: SessionID) {
    guard let participant = participants.removeValue(forKey: id) else { return }
    if !participant.face.kind.isSocket { finish() }
  }

  // MARK: - Heard

  private func hear(_ effect: Effect) {
    guard !isOver, let id = effect.listener else { return }
    if case .reply(_, _, let reply) = effect, reply.code == .challenge {
      participants[id]?.isChallenged = true
    }
    guard let participant = participants[id], participant.hasSpoken, !participant.isLeftOut,
      let told = effect.heard(by: participant.name, inJSON: participant.isJSON)
    else { return }
    let lines = participant.face.kind.isPerson ? told.words : told.coded
    if let index = heard.firstIndex(where: { $0.listener == participant.name }) {
      heard[index].lines += lines
    } else {
      heard.append((participant.name, lines))
    }
  }

  // MARK: - Written

  private func flush() {
    put(
      heard.flatMap { heard in
        let mark = heard.listener == lastSpeaker ? "<" : "\(heard.listener)<"
        return heard.lines.map { TalkRecording.line(mark, $0) }
      })
    heard = []
  }

  private func put(_ lines: [String]) {
    if !lines.isEmpty { write(lines.map { $0 + "\n" }.joined()) }
  }
}

extension SessionFace.Kind {
  /// Whether somebody reads words without codes there, as on the pipe of a talk.
  fileprivate var isPerson: Bool {
    switch self {
    case .terminal, .pipe: true
    case .standardStreams, .tcp, .unix: false
    }
  }

  /// As `@session` names it; nil for what it is without that.
  fileprivate var word: String? {
    isPerson ? nil : WrittenConversation.sessionKinds.first { $0.value == self }?.key
  }
}

extension Request {
  /// The lines that ask for it; none if they are not known.
  fileprivate var written: [String] {
    switch self {
    case .text(let request): request.written
    case .call(let call): [call.written]
    case .secret, .secretCall, .badLine, .badCall, .turnedToJSON: []
    }
  }

  /// Whether it was kept before anybody saw it.
  fileprivate var isSecret: Bool {
    switch self {
    case .secret, .secretCall: true
    case .text, .call, .badLine, .badCall, .turnedToJSON: false
    }
  }
}
