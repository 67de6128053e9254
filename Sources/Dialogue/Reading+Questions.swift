// How lines ask.

import Language

extension Reading {
  /// How it is asked whether a room is free.
  var asksIfFree: FreeQuestion {
    // `how about one in the afternoon` asks whether, whatever it begins with.
    let asksToo = asks && slots.also != nil
    if asksWhat, !asksToo { return .when }
    // What words ask that were left aside nobody answers by yes or no.
    if asksWhether, asksByVerb, !unused.isEmpty, !asksToo { return .when }
    guard asksWhether || asksToo else { return .goingOn }
    return asksIfTaken ? .isTaken : .isFree
  }
}
