// An agent that repeats what it hears: what the shell is tried with instead of the real one.

import BookingAgent
import JSON
import LineProtocol
import Transport

/// Answers each request with its own text. A few words make it do what an agent can do.
struct EchoAgent {
  /// The greeting in text mode.
  var greets = false
  /// Sessions that asked to be answered later, in order.
  private var held: [SessionID] = []
  /// Whether something is under way that is over at the next wake.
  private var works = false
  /// Sessions on standard streams, which the agent closes and not the shell.
  private var streams: Set<SessionID> = []

  init(greets: Bool = false) { self.greets = greets }

  mutating func wake(_ events: [Event]) -> WakeOutcome {
    var outcome = WakeOutcome()
    for event in events { hear(event, &outcome) }
    outcome.nextWake = works ? .milliseconds(200) : held.isEmpty ? nil : .milliseconds(20)
    outcome.isWorkUnderWay = works
    return outcome
  }

  private mutating func hear(_ event: Event, _ outcome: inout WakeOutcome) {
    switch event {
    case .opened(let id, let face):
      switch face.kind {
      case .terminal, .pipe, .standardStreams: streams.insert(id)
      case .tcp, .unix: break
      }
      if greets, face.encoding == .text {
        outcome.effects.append(.greet(id, Reply(.greeting, lines: ["Echo."])))
      }
    case .asked(let id, let request): answer(request, of: id, &outcome)
    case .inputEnded(let id):
      if streams.contains(id) { outcome.effects.append(.close(id)) }
    case .due:
      outcome.effects += held.map { .reply($0, nil, Reply(.heard, lines: ["late"])) }
      held = []
      works = false
    case .clockMoved(let id, _):
      outcome.effects.append(.notice(id, Notice(.changedByOther, lines: ["posted"])))
    case .silent(let id): outcome.effects.append(.ping(id))
    case .gone, .interrupted, .resized, .pressed, .settled, .errandSettled, .account, .openingsRead,
      .signedIn, .tokensRead,
      .mended,
      .stopping:
      break
    }
  }

  private mutating func answer(
    _ request: Request, of id: SessionID, _ outcome: inout WakeOutcome
  ) {
    switch request {
    case .text(let request):
      guard case .say(let text) = request.content else {
        return outcome.effects.append(.reply(id, nil, Reply(.heard, lines: ["command"])))
      }
      say(text, to: id, &outcome)
    case .call(let call):
      // A call without an id wants no answer.
      guard let request = call.id else { return }
      outcome.effects.append(.reply(id, request, Reply(.done, lines: [call.method])))
    case .secret, .secretCall: break
    case .badLine(let fault): outcome.effects.append(.reply(id, nil, fault.reply))
    case .badCall(let refusal): outcome.effects.append(.refuse(id, refusal))
    case .turnedToJSON: break
    }
  }

  private mutating func say(_ text: String, to id: SessionID, _ outcome: inout WakeOutcome) {
    switch text {
    case "news": outcome.effects.append(.notice(id, Notice(.changedByOther, lines: ["soon"])))
    case "aside":
      // Another's to carry out: the loop passes it over.
      outcome.effects.append(.tellOperator(.passesLeft(1)))
    case "bye":
      outcome.effects.append(.reply(id, nil, Reply(.goodbye, lines: ["Bye."])))
      outcome.effects.append(.close(id))
      return
    case "work":
      works = true
      outcome.effects.append(.reply(id, nil, Reply(.heard, lines: ["working"])))
      return
    case "later":
      held.append(id)
      return
    case "nonsense":
      let reply = Reply(.unknownWord, name: .protoVerb, lines: ["?"])
      return outcome.effects.append(.reply(id, nil, reply))
    default: break
    }
    if text.utf8.starts(with: "long ".utf8), let octets = Int(text.dropFirst(5)) {
      let line = String(repeating: "x", count: octets)
      outcome.effects.append(.reply(id, nil, Reply(.done, lines: [line])))
    } else {
      outcome.effects.append(.reply(id, nil, Reply(.done, lines: [text])))
    }
  }
}
