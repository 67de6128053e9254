// The part of a leg that many legs share: the service writes it once, and it is read once, however
// many legs of however many trips are made of it.

internal import JSON

/// What legs are made of, besides what each tells of itself.
struct LegTemplate {
  var mode: String
  var modeName: String?
  var action: String
  var notes: String
  var from: Place?
  var to: Place?
  var hidesExactTimes: Bool
  var cost: Amount?
  var costAccuracy: String?

  init(_ members: AnswerMembers) {
    let info = members.members("modeInfo")
    mode = members.id("modeIdentifier") ?? info?.id("identifier") ?? ""
    modeName = info?.text("description", "alt")
    action = members.text("action") ?? ""
    notes = members.text("notes") ?? ""
    // A leg on which one stays has one place.
    let place = members.members("location").flatMap { Place($0) }
    from = members.members("from").flatMap { Place($0) } ?? place
    to = members.members("to").flatMap { Place($0) } ?? place
    hidesExactTimes = members.flag("hideExactTimes") ?? false
    if let cost = members.members("localCost") {
      self.cost = Amount(
        units: cost.value("cost"), currency: cost.id("currency"), limits: cost.limits)
      costAccuracy = cost.text("accuracy")
    }
  }

  /// Templates by their hash; of two with one hash the first.
  static func byHash(
    _ members: AnswerMembers, _ faults: inout ReadingFaults
  ) -> [Int64: LegTemplate] {
    var templates: [Int64: LegTemplate] = [:]
    for template in members.elements("segmentTemplates", max: .max, &faults) {
      let here = template.path.appending("hashCode")
      guard let hash = template.integer("hashCode") else {
        faults.note(here, .missing)
        continue
      }
      guard templates[hash] == nil else {
        faults.note(here, .twice)
        continue
      }
      templates[hash] = LegTemplate(template)
    }
    return templates
  }
}
