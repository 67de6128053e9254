// The members of one object of an answer, looked up tolerantly; and the faults that were met.

internal import CivilTime
internal import JSON

/// What holds for a whole reading.
struct ReadingScope {
  /// How much is read.
  let limits: MobilityLimits
  /// What relative addresses are relative to.
  let base: WebAddress?
}

/// What could not be read so far, the first faults of many.
struct ReadingFaults {
  private(set) var list: [ReadingFault] = []
  let faultsMax: Int

  init(_ limits: MobilityLimits) { faultsMax = limits.faultsMax }

  mutating func note(_ path: JSONPath, _ reason: ReadingFault.Reason) {
    if list.count < faultsMax { list.append(ReadingFault(path: path, reason: reason)) }
  }
}

/// An object of an answer. Of a member that is of another kind than wanted nothing is read.
struct AnswerMembers {
  let object: JSONObject
  let path: JSONPath
  let scope: ReadingScope

  init(_ object: JSONObject, at path: JSONPath, in scope: ReadingScope) {
    (self.object, self.path, self.scope) = (object, path, scope)
  }

  /// The outermost object of an answer.
  init(_ object: JSONObject, from base: WebAddress?, limits: MobilityLimits) {
    self.init(object, at: .root, in: ReadingScope(limits: limits, base: base))
  }

  var limits: MobilityLimits { scope.limits }

  /// The first of these members that is there and not null.
  func value(_ names: String...) -> JSONValue? { value(of: names) }

  private func value(of names: [String]) -> JSONValue? {
    for name in names {
      if let value = object[name], !value.isNull { return value }
    }
    return nil
  }

  /// The first of these that is a text and not blank, as much of it as is kept.
  func text(_ names: String...) -> String? {
    for name in names {
      if let text = object[name]?.tolerantText { return text.cut(toOctets: limits.textOctetsMax) }
    }
    return nil
  }

  /// What something is known by: whole, or not at all, for a part of it names something else.
  func id(_ names: String...) -> String? {
    for name in names {
      if let text = object[name]?.tolerantText, text.utf8.count <= limits.textOctetsMax {
        return text
      }
    }
    return nil
  }

  func flag(_ name: String) -> Bool? { object[name]?.tolerantFlag }
  func integer(_ name: String) -> Int64? { object[name]?.tolerantInteger }
  func number(_ name: String) -> Double? { object[name]?.tolerantNumber }

  func instant(_ names: String...) -> Instant? { value(of: names)?.tolerantInstant }

  /// The first of these that is an address, absolute or relative to where the answer came from.
  func address(_ names: String...) -> WebAddress? {
    for name in names {
      if let address = object[name]?.string.flatMap(scope.address) { return address }
    }
    return nil
  }

  /// The object of that name.
  func members(_ name: String) -> AnswerMembers? {
    object[name]?.object.map { AnswerMembers($0, at: path.appending(name), in: scope) }
  }

  /// The objects of the list of that name, in their order, as many as are read.
  func elements(_ name: String, max: Int, _ faults: inout ReadingFaults) -> [AnswerMembers] {
    guard let value = value(name) else { return [] }
    let here = path.appending(name)
    guard let list = value.array else {
      faults.note(here, .kind)
      return []
    }
    return scope.elements(list, at: here, max: max, &faults)
  }

  /// The texts of the list of that name.
  func texts(_ name: String, max: Int) -> [String] {
    (object[name]?.array ?? []).prefix(max).compactMap { value in
      value.tolerantText?.cut(toOctets: limits.textOctetsMax)
    }
  }
}

extension ReadingScope {
  /// What an answer means by an address.
  func address(_ text: String) -> WebAddress? {
    let trimmed = String(text.trimmed)
    if trimmed.isEmpty { return nil }
    return base.map { $0.resolving(trimmed) } ?? WebAddress(trimmed)
  }

  /// The objects of a list.
  func elements(
    _ list: [JSONValue], at path: JSONPath, max: Int, _ faults: inout ReadingFaults
  ) -> [AnswerMembers] {
    if list.count > max { faults.note(path, .tooMany) }
    var elements: [AnswerMembers] = []
    for (place, value) in list.prefix(max).enumerated() {
      if let object = value.object {
        elements.append(AnswerMembers(object, at: path.appending(place), in: self))
      } else {
        faults.note(path.appending(place), .kind)
      }
    }
    return elements
  }
}
