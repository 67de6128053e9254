// Answers of a made-up service, and what of a reading is compared.

import JSON
import Mobility

let limits = MobilityLimits()

/// An answer with that body, from `https://api.example.org/v1/trip/7`.
func answer(_ body: String, status: Int = 200, code: String? = nil) -> MobilityAnswer {
  var answer = MobilityAnswer(status: status, body: Array(body.utf8), from: here)
  answer.headerCode = code
  return answer
}

let here: WebAddress = {
  guard let here = WebAddress("https://api.example.org/v1/trip/7") else {
    preconditionFailure("this is an address")
  }
  return here
}()

extension AnswerFault {
  /// `failed 446`, `unreadable groups missing`.
  var said: String {
    switch self {
    case .failed(let failure): "failed \(failure.code ?? failure.status)"
    case .unreadable(let fault): "unreadable \(fault.said)"
    }
  }
}

extension ReadingFault {
  var said: String { "\(path) \(reason)" }
}

/// What was read, or why nothing was.
func said<Read>(_ read: () throws(AnswerFault) -> Read, _ say: (Read) -> String) -> String {
  do throws(AnswerFault) { return say(try read()) } catch { return error.said }
}

/// Parts that are there, with a blank between them.
func parts(_ parts: String?...) -> String {
  parts.compactMap { $0 }.joined(separator: " ")
}

extension Amount {
  var said: String { "\(hundredths)\(currency ?? "?")" }
}

extension JSONValue {
  /// As it is written on the wire.
  var written: String { String(decoding: octets, as: UTF8.self) }
}
