// What an answer is that was awaited as a list, a trip or the reply to a booking.

import Mobility

/// What came of reading an answer.
enum Awaited<Value> {
  /// That.
  case read(Value)
  /// The service says no, or failed.
  case failed(MobilityFailure)
  /// It could not be read.
  case unreadable
}

extension MobilityAnswer {
  func products(_ limits: MobilityLimits) -> Awaited<ProductList> {
    awaited { () throws(AnswerFault) in try ProductList(self, limits: limits) }
  }

  /// The trips in it; nil where nothing has changed.
  func trips(_ limits: MobilityLimits) -> Awaited<[Trip]?> {
    awaited { () throws(AnswerFault) in
      let answer = try TripAnswer(self, limits: limits)
      return answer.isUnchanged ? nil : answer.trips
    }
  }

  func reply(_ limits: MobilityLimits) -> BookingReply { BookingReply(self, limits: limits) }

  private func awaited<Value>(_ read: () throws(AnswerFault) -> Value) -> Awaited<Value> {
    do throws(AnswerFault) {
      return .read(try read())
    } catch {
      switch error {
      case .failed(let failure): return .failed(failure)
      case .unreadable: return .unreadable
      }
    }
  }
}
