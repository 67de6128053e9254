// The words for a place that cannot be named.

extension Places.Fault: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .noHome:
      "neither XDG_STATE_HOME nor HOME names a folder; say where bookings are kept with "
        + "--store PATH"
    }
  }
}
