// What a line says where it was asked whether bookings are to go.

import Bookings
import CivilTime
import Discourse
import Language

extension TurnContext {
  /// Whether it was asked whether bookings are to go, and the line says so of them.
  func isWhatIsAskedToGo(_ open: Issue) -> Bool {
    guard case .go = open.question, case .cancel(let references) = open.purpose.goal,
      !namesPlace, slots.people.isEmpty, slots.mine == nil
    else { return false }
    switch slots.booking?.value {
    case .last, .those, nil: return true
    case .reference(let number): return references == [BookingReference(number)]
    case .mine, .next, .titled, .series, .rest, .single, .wait: return false
    }
  }

  /// `keep both`, where it was asked whether they are to go; `leave it in the Bunker`, of what is
  /// there and was to be moved.
  var keepsWhatIsAskedToGo: Bool {
    guard reading.staysSaid else { return false }
    switch open?.purpose.goal {
    case .cancel: return [.choose, .details].contains(intent) && !namesPlace
    case .change(let reference):
      let named = (slots.rooms + [slots.targetRoom].compactMap(\.self)).flatMap {
        grounding.rooms(of: $0.value, roomSpokenOf)
      }
      return [.no, .details, .change, .choose].contains(intent) && slots.when.isEmpty
        && !named.isEmpty && named.allSatisfy { $0 == house.booking(reference)?.room }
    case .book, .wait, .stopWaiting, .tell, nil: return false
    }
  }

  /// Some of the bookings of which it was asked whether all of them are to go, if the line says
  /// their room or time; nil if it says none of them, or all.
  func someAskedToGo(_ open: Issue) -> [BookingReference]? {
    guard case .go = open.question, case .cancel(let references) = open.purpose.goal, namesPlace,
      [.details, .choose, .cancel].contains(intent)
    else { return nil }
    let described = references.filter { house.booking($0).map { fits($0) } ?? false }
    return (1..<max(1, references.count)).contains(described.count) ? described : nil
  }
}
