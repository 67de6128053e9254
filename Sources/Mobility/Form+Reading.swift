// Forms as the service writes them (rule R5).

internal import JSON

extension Form {
  /// A form, or nil where the object is none: it has a list `form` and one of the known types. What
  /// is nested deeper than is read is left out.
  init?(_ members: AnswerMembers) {
    var found = ReadingFaults(members.limits)
    self.init(members, depth: 1, &found)
    faults = found.list
  }

  init?(_ members: AnswerMembers, depth: Int, _ faults: inout ReadingFaults) {
    guard let kind = members.text("type").flatMap({ Kind(name: $0) }),
      members.value("form")?.array != nil
    else { return nil }
    guard depth <= members.limits.formDepthMax else {
      faults.note(members.path, .depth)
      return nil
    }
    self.init(kind: kind, groups: [])
    id = members.id("id")
    title = members.text("title")
    subtitle = members.text("subtitle")
    message = members.text("message")
    value = members.id("value")
    groups = Self.groups(members, depth: depth, &faults)
    action = members.members("action").map { Action($0) }
    refresh = members.address("refreshURL")
    tripUpdate = members.address("refreshURLForSourceObject")
    hasPayment = members.value("payment").map { $0.tolerantFlag ?? true } ?? false
  }

  private static func groups(
    _ members: AnswerMembers, depth: Int, _ faults: inout ReadingFaults
  ) -> [Group] {
    let limits = members.limits
    var groups: [Group] = []
    var ids: Set<String> = []
    var left = limits.fieldsMax
    for entry in members.elements("form", max: limits.groupsMax, &faults) {
      var group = Group(title: entry.text("title"), fields: [])
      // Some services fill every footer with this word.
      if let footer = entry.text("footer"), footer.keyword != "ok" {
        group.footer = footer
      }
      for place in entry.elements("fields", max: left, &faults) {
        left -= 1
        guard let field = Field(place, depth: depth, &faults) else { continue }
        // Of two fields with one id only one could be answered.
        if field.id.isEmpty || ids.insert(field.id).inserted {
          group.fields.append(field)
        } else {
          faults.note(place.path.appending("id"), .twice)
        }
      }
      groups.append(group)
    }
    return groups
  }
}

extension Form.Kind {
  /// By its name, without regard to case.
  init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue.isSameWord(as: name) }) else {
      return nil
    }
    self = kind
  }
}

extension Form.Action {
  fileprivate init(_ members: AnswerMembers) {
    self.init(title: members.text("title"), address: members.address("url"))
    isEnabled = members.flag("enabled") ?? true
    progress = members.text("hudText")
    isFinal = members.flag("finalStep") ?? false
    isDone = members.flag("done") ?? false
  }
}

extension String {
  /// Whether both are the same word, apart from case.
  func isSameWord(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && lowercased() == other.lowercased()
  }
}
