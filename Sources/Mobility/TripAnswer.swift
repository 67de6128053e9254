// What the service answers where trips are asked for, and what a file of trips holds.

internal import CivilTime
public import JSON

/// Trips of an answer, all of them; who asked picks one.
public struct TripAnswer: Hashable, Sendable {
  /// In their order, over all groups.
  public var trips: [Trip] = []
  /// In which regions they are, as the service names them.
  public var regions: [String] = []
  /// What of it could not be read; the first faults of many.
  public var faults: [ReadingFault] = []
  /// Whether the answer was empty: nothing has changed since the trip was asked for last.
  public var isUnchanged = false

  /// Reads what the service answered.
  ///
  /// - Throws: what the service says instead (rule R2), or where the answer is not to be read.
  public init(_ answer: MobilityAnswer, limits: MobilityLimits) throws(AnswerFault) {
    if let value = try answer.wanted(limits) {
      try self.init(value, from: answer.from, limits: limits)
    } else {
      self.init(isUnchanged: true)
    }
  }

  private init(isUnchanged: Bool) { self.isUnchanged = isUnchanged }

  /// Reads a file that holds such an answer. Without an address that it came from, relative
  /// addresses in it are none.
  ///
  /// - Throws: what the service says instead, or where the file is not to be read.
  public init(
    parsing octets: [UInt8], from base: WebAddress?, limits: MobilityLimits
  ) throws(AnswerFault) {
    switch MobilityAnswer.content(of: octets, limits) {
    case .empty: throw .unreadable(ReadingFault(path: .root, reason: .json))
    case .fault(let fault): throw .unreadable(ReadingFault(fault))
    case .value(let value): try self.init(value, from: base, limits: limits)
    }
  }

  /// Reads such an answer: `groups` of trips, or one trip by itself with its `segmentTemplates`.
  ///
  /// - Throws: what the service says instead, or where the value is not to be read.
  public init(
    _ value: JSONValue, from base: WebAddress?, limits: MobilityLimits
  ) throws(AnswerFault) {
    guard let object = value.object else {
      throw .unreadable(ReadingFault(path: .root, reason: .kind))
    }
    let members = AnswerMembers(object, from: base, limits: limits)
    var found = ReadingFaults(limits)
    let templates = LegTemplate.byHash(members, &found)
    if object["groups"]?.array != nil {
      var places = 0
      for group in members.elements("groups", max: .max, &found) {
        let left = max(0, limits.tripsMax - places)
        for trip in group.elements("trips", max: left, &found) {
          places += 1
          if let trip = Trip(trip, templates: templates, &found) { trips.append(trip) }
        }
      }
    } else if object["segments"] != nil {
      if let trip = Trip(members, templates: templates, &found) { trips.append(trip) }
    } else if let failure = MobilityFailure(inFileOf: members) {
      throw .failed(failure)
    } else {
      throw .unreadable(
        ReadingFault(path: JSONPath.root.appending("groups"), reason: .missing))
    }
    if let region = members.id("region") { regions = [region] }
    for region in members.texts("regions", max: limits.optionsMax)
    where !regions.contains(region) {
      regions.append(region)
    }
    for place in trips.indices { trips[place].region = regions.first }
    faults = found.list
  }
}

extension Trip {
  /// A trip, or nil where it has no id or no leg that can be read.
  init?(
    _ members: AnswerMembers, templates: [Int64: LegTemplate], _ faults: inout ReadingFaults
  ) {
    guard let id = members.id("id") else {
      faults.note(members.path.appending("id"), .missing)
      return nil
    }
    self.init(id: id, legs: [])
    hidesExactTimes = members.flag("hideExactTimes") ?? false
    for segment in members.elements("segments", max: members.limits.legsMax, &faults) {
      let hash = segment.integer("segmentTemplateHashCode")
      let template = hash.flatMap { templates[$0] }
      if template == nil {
        faults.note(segment.path.appending("segmentTemplateHashCode"), .missing)
      }
      legs.append(Leg(segment, template: template, of: self, &faults))
    }
    guard !legs.isEmpty else {
      faults.note(members.path.appending("segments"), .missing)
      return nil
    }
    depart = members.instant("depart") ?? legs.first?.start
    arrive = members.instant("arrive") ?? legs.last?.end
    update = members.address("updateURL")
    aliases = ["temporaryURL", "saveURL", "shareURL", "plannedURL"].compactMap {
      members.address($0)
    }
    hook = members.address("hookURL")
    availability = Availability(members.text("availability"))
    cost = Amount(
      units: members.value("moneyCost"), currency: members.id("currency"),
      limits: members.limits)
  }
}

extension MobilityFailure {
  /// A failure that a file holds: there is no status beside it.
  fileprivate init?(inFileOf members: AnswerMembers) {
    guard let here = members.scope.base ?? WebAddress("https://localhost/") else { return nil }
    let answer = MobilityAnswer(status: 200, body: [], from: here)
    self.init(members, orTitleOf: answer)
  }
}
