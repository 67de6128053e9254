// How far planning looks.

/// Bounds of what is looked at while a line is planned.
enum PlanningLimits {
  /// In how many days from today on a time is looked for where no day is said; 14.
  static let daysSearchedForTime = 14
  /// Of how many people of one name it is asked which is meant; 9.
  static let peopleOfferedMax = 9
  /// Weeks of a span of days, as of a month, in which a day of one name is looked for; 6.
  static let weeksLookedAt = 6
  /// Times of one line that are planned each; 8.
  static let timesMax = 8
}
