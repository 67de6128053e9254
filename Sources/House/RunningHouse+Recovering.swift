// What a running agent does when its store fails: nobody is told what is not durable, and the agent
// goes on from what is.

import BookingAgent
import CivilTime
import Gateways
import LineProtocol
import Storage

extension RunningHouse {
  /// Nothing of the batch has happened: the agent is as the store is, and everybody is told.
  func recover(from fault: StoreFault, _ effects: [Effect]) {
    note(fault)
    restsUntil = clock.now + .seconds(settings.agent.limits.storeRestSeconds)
    let messages = Self.messages(in: effects)
    let reply = fault.reply(isUnsure: doubted.map { !$0.isDisjoint(with: messages) } ?? true)
    if case .outcomeUnknown = fault, doubted == nil { doubted = messages }
    var tokens: [Effect] = []
    let waits = agent.takeBackRideWaits()
    for effect in effects {
      // What came of what they asked for is told once it is durable; what they asked behind it
      // waits again, and is gone on with in its turn.
      if let (session, request) = effect.asker, waits.isStillWaiting(request, on: session) {
        continue
      }
      switch effect {
      case .reply(let session, let request, _):
        outgoing.append(.reply(session, request, reply))
      // Who called without an id wants no answer.
      case .result(_, nil, _): break
      case .result(let session, let request?, _):
        outgoing.append(.reply(session, request, reply))
      case .greet, .refuse, .close: outgoing.append(effect)
      // Who is closed is told why.
      case .notice(_, let notice) where notice.code == .closing: outgoing.append(effect)
      case .moveClock(let session, _):
        handle([.clockMoved(session, refusal: "The store failed.")])
      case .startAfresh(let session, let request, _):
        let words = "The store failed."
        carryOut(agent.refuseFreshStart(for: session, request, because: words, at: clock.now))
      // Neither rests on the commit, and somebody waits for the one.
      case .readOpenings, .tellOperator(.calendarFailed): carryOut(effect)
      case .signIn, .readTokens: tokens.append(effect)
      case .commit, .notice, .ping, .setDisplay, .askWindow, .board, .call, .errand, .account,
        .scriptGateway, .tellOperator:
        break
      }
    }
    // Behind what was asked before it on the same session.
    for asked in waits.inVain { outgoing.append(.reply(asked.session, asked.request, reply)) }
    readAgain()
    // What waits behind a token is answered by the house as it is durable.
    for effect in tokens { carryOut(effect) }
  }

  /// The messages whose changes a commit was to hold.
  private static func messages(in effects: [Effect]) -> Set<MessageKey> {
    var messages: Set<MessageKey> = []
    for case .commit(let entries) in effects {
      for case .answered(let answer) in entries.map(\.fact) { messages.insert(answer.key) }
    }
    return messages
  }

  /// Takes the house as it is durable.
  func readAgain() {
    let now = clock.now
    do throws(StoreFault) {
      let state = try store.load(at: now)
      answers = state.answers
      news = (state.news, state.lastNews)
      lastEntry = state.lastEntry
      agent.recover(
        world: Self.world(
          settings, state, gateway.abilities, accounts: Self.accounts(in: keeper, log: log),
          stillOut: errandsOut, at: now),
        answers: state.answers, news: state.news, lastNews: state.lastNews, at: now)
      astrayBecause = nil
    } catch {
      goAstray(because: error)
    }
  }

  /// What is known here may differ from what is durable until the store can be read.
  func goAstray(because fault: StoreFault) {
    note(fault)
    astrayBecause = fault
  }

  /// Says which trips and purchases the store has and nobody can read.
  func note(_ unread: [TravelUnkept]) {
    for one in unread { log(OperatorWording.record(ofUnread: one)) }
  }

  /// Logs a fault, once however often it is met in a row.
  private func note(_ fault: StoreFault) {
    if lastFault != fault { log(LogRecord(.error, "store-failed", "\(fault)")) }
    lastFault = fault
  }
}

extension Effect {
  /// On which session, and by which request, was asked what this answers or goes on with; nil where
  /// nobody asked.
  fileprivate var asker: (SessionID, RequestID?)? {
    switch self {
    case .reply(let session, let request, _), .result(let session, let request, _):
      (session, request)
    // None of these is of a conversation: where not all of a session waits, nothing waits for them.
    case .refuse(let session, _), .signIn(let session, _), .moveClock(let session, _),
      .startAfresh(let session, _, _):
      (session, nil)
    case .commit, .greet, .notice, .ping, .setDisplay, .askWindow, .board, .close, .call, .errand,
      .account, .readOpenings, .readTokens, .scriptGateway, .tellOperator:
      nil
    }
  }
}
