// A gateway that does what it was told: it sends one by one, halts at the first pass that fails,
// and counts every copy it lets out.

import CivilTime
import Passes

struct ScriptedGateway {
  /// What is wrong with one recipient.
  enum Fault {
    case always(code: Int)
    case untilAttempt(Int, code: Int)
    case until(Instant, code: Int)
    /// The whole call is refused as long as this one is in it.
    case number
  }

  /// What happens to one call as a whole, by its place among all calls, from 1.
  enum Script {
    /// This is answered, and so many passes leave before.
    case answer(GatewayOutcome, sending: Int = 0)
    /// Everything is done as usual, and the answer is lost.
    case lost
    /// Everything is done as usual, and the answer then names no index, or another one.
    case index(Int?)
  }

  var faults: [String: Fault] = [:]
  var scripts: [Int: Script] = [:]
  /// What every call gets, whatever else is said; nil: the call is done.
  var outage: GatewayOutcome?
  var indexBase = 0
  var answersQuestions = false
  private(set) var copies: [String: Int] = [:]
  /// The last edition of each recipient's pass that left.
  private(set) var editions: [String: Pass] = [:]
  private(set) var calls: [String] = []
  private var tries: [String: Int] = [:]

  mutating func answer(_ call: GatewayCall, at now: Instant) -> GatewayOutcome {
    let names = call.passes.map(\.recipient.name)
    let asks = call.purpose == .ask
    calls.append(
      (asks ? "?" : "") + names.joined(separator: names.contains { $0.count > 1 } ? " " : ""))
    if let outage { return outage }
    switch scripts[calls.count] {
    case .answer(let outcome, let sending)?:
      for pass in call.passes.prefix(sending) { letOut(pass) }
      return outcome
    case .lost?:
      _ = work(through: call, at: now)
      return .timedOut
    case .index(let index)?:
      let outcome = work(through: call, at: now)
      guard case .halted(let code, _, let text) = outcome else { return outcome }
      return .halted(code: code, index: index, text: text)
    case nil:
      if asks { return .told(sent: names.map { copies[$0, default: 0] > 0 }) }
      return work(through: call, at: now)
    }
  }

  private mutating func work(through call: GatewayCall, at now: Instant) -> GatewayOutcome {
    let refused = call.passes.contains {
      if case .number? = faults[$0.recipient.name] { true } else { false }
    }
    if refused { return .refused(code: 3000, text: "a number is invalid") }
    for (place, pass) in call.passes.enumerated() {
      let name = pass.recipient.name
      tries[name, default: 0] += 1
      if let code = code(of: faults[name], tries: tries[name, default: 0], at: now) {
        return .halted(code: code, index: place + indexBase, text: "no")
      }
      letOut(pass)
    }
    return .success
  }

  private func code(of fault: Fault?, tries: Int, at now: Instant) -> Int? {
    switch fault {
    case .always(let code)?: code
    case .untilAttempt(let attempt, let code)?: tries < attempt ? code : nil
    case .until(let end, let code)?: now < end ? code : nil
    case .number?, nil: nil
    }
  }

  private mutating func letOut(_ pass: Pass) {
    copies[pass.recipient.name, default: 0] += 1
    editions[pass.recipient.name] = pass
  }
}
