// The form of what can go wrong with a pass, in the journal and in two columns of the table.

import Bookings
import CivilTime
import JSON
import Passes

/// Lists of a word and what belongs to it:
/// - trouble: `["code", 4103, text]`, `["status", 503]`, `["timedOut"]`, `["connectionFailed"]`,
///   `["nonsense", text]`, `["unclearIndex", 4103, index]`, `["interrupted"]`; a text is the number
///   of its row or 0 for none, an index that was not given is null
/// - failure: `["refused", trouble]`, `["attemptsUsedUp", trouble]`, `["skipped"]`
/// - state: `["queued", ms]`, `["attempting", call]`, `["parked", ms]`, `["unknown", ms]`,
///   `["accepted", ms]`, `["failed", failure]`, `["expired"]`, `["superseded"]`
/// - verdict: `["works", accepted]`, `["fails", accepted]`, `["untested", accepted]`, and after it
///   code and pass of a halt that nobody has listed
enum PassForm {
  static func write(_ trouble: PassTrouble, into fact: inout FactWriter) {
    fact.list { fact in
      switch trouble {
      case .code(let code, let text):
        fact.word("code")
        fact.number(code)
        fact.number(Coded.optionalNumber(text) ?? 0)
      case .status(let status):
        fact.word("status")
        fact.number(status)
      case .timedOut: fact.word("timedOut")
      case .connectionFailed: fact.word("connectionFailed")
      case .nonsense(let text):
        fact.word("nonsense")
        fact.number(Coded.optionalNumber(text) ?? 0)
      case .unclearIndex(let code, let index):
        fact.word("unclearIndex")
        fact.number(code)
        if let index { fact.number(index) } else { fact.null() }
      case .interrupted: fact.word("interrupted")
      }
    }
  }

  static func write(_ failure: PassFailure, into fact: inout FactWriter) {
    fact.list { fact in
      switch failure {
      case .refused(let trouble):
        fact.word("refused")
        write(trouble, into: &fact)
      case .attemptsUsedUp(let trouble):
        fact.word("attemptsUsedUp")
        write(trouble, into: &fact)
      case .skipped: fact.word("skipped")
      }
    }
  }

  static func write(_ state: PassState, into fact: inout FactWriter) {
    fact.list { fact in
      fact.word(word(for: state))
      switch state {
      case .queued(let instant), .parked(let instant), .unknown(let instant),
        .accepted(let instant):
        fact.number(instant.milliseconds)
      case .attempting(let call): fact.number(call.number)
      case .failed(let failure): write(failure, into: &fact)
      case .expired, .superseded: break
      }
    }
  }

  static func write(_ verdict: GatewayVerdict, into fact: inout FactWriter) {
    fact.list { fact in
      fact.word(verdict.condition.rawValue)
      fact.number(verdict.accepted)
      guard let halt = verdict.unlisted else { return }
      fact.number(halt.code)
      fact.number(halt.pass.number)
    }
  }

  /// The word for a state, also in the table.
  static func word(for state: PassState) -> StaticString {
    switch state {
    case .queued: "queued"
    case .attempting: "attempting"
    case .parked: "parked"
    case .unknown: "unknown"
    case .accepted: "accepted"
    case .failed: "failed"
    case .expired: "expired"
    case .superseded: "superseded"
    }
  }
}

// Reading back
extension PassForm {
  static func trouble(_ value: JSONValue) throws(FormFault) -> PassTrouble {
    var list = try FactList(value)
    let trouble: PassTrouble
    switch try list.word() {
    case "code":
      trouble = .code(Int(try list.integer()), text: try text(&list))
    case "status": trouble = .status(Int(try list.integer()))
    case "timedOut": trouble = .timedOut
    case "connectionFailed": trouble = .connectionFailed
    case "nonsense": trouble = .nonsense(try text(&list))
    case "unclearIndex":
      let code = Int(try list.integer())
      trouble = .unclearIndex(code: code, index: try list.optionalInteger().map { Int($0) })
    case "interrupted": trouble = .interrupted
    case let word: throw FormFault(reason: "no trouble is called \(word)")
    }
    try list.finish()
    return trouble
  }

  static func failure(_ value: JSONValue) throws(FormFault) -> PassFailure {
    var list = try FactList(value)
    let failure: PassFailure
    switch try list.word() {
    case "refused": failure = .refused(try trouble(try list.next()))
    case "attemptsUsedUp": failure = .attemptsUsedUp(try trouble(try list.next()))
    case "skipped": failure = .skipped
    case let word: throw FormFault(reason: "no failure is called \(word)")
    }
    try list.finish()
    return failure
  }

  static func state(_ list: FactList) throws(FormFault) -> PassState {
    var list = list
    let state: PassState
    switch try list.word() {
    case "queued": state = .queued(notBefore: try instant(&list))
    case "attempting": state = .attempting(CallID(Int(try list.integer())))
    case "parked": state = .parked(until: try instant(&list))
    case "unknown": state = .unknown(until: try instant(&list))
    case "accepted": state = .accepted(at: try instant(&list))
    case "failed": state = .failed(try failure(try list.next()))
    case "expired": state = .expired
    case "superseded": state = .superseded
    case let word: throw FormFault(reason: "no state is called \(word)")
    }
    try list.finish()
    return state
  }

  static func verdict(_ list: FactList) throws(FormFault) -> GatewayVerdict {
    var list = list
    let word = try list.word()
    guard let condition = GatewayVerdict.Condition(rawValue: word) else {
      throw FormFault(reason: "no verdict is called \(word)")
    }
    let accepted = Int(try list.integer())
    var halt: GatewayVerdict.UnlistedHalt?
    if !list.isEmpty {
      let code = Int(try list.integer())
      halt = GatewayVerdict.UnlistedHalt(code: code, pass: PassID(Int(try list.integer())))
    }
    try list.finish()
    return GatewayVerdict(condition: condition, accepted: accepted, unlisted: halt)
  }

  private static func text(_ list: inout FactList) throws(FormFault) -> String {
    let number = try list.integer()
    return number == 0 ? "" : Coded.text(number)
  }

  private static func instant(_ list: inout FactList) throws(FormFault) -> Instant {
    Instant(milliseconds: try list.integer())
  }
}
