// Reads the JSON of facts strictly: every member known, each of its kind, none left over.

import JSON

/// Why a line of the journal cannot be read.
struct FormFault: Error, Hashable {
  let reason: String
}

/// The members of an object, taken one by one.
struct FactObject {
  private let object: JSONObject
  private var taken = 0

  init(_ value: JSONValue) throws(FormFault) {
    guard let object = value.object else {
      throw FormFault(reason: "an object was expected, not a \(value.kindName)")
    }
    self.object = object
  }

  mutating func integer(_ name: String) throws(FormFault) -> Int64 {
    guard let number = try optionalInteger(name) else { throw missing(name) }
    return number
  }

  mutating func optionalInteger(_ name: String) throws(FormFault) -> Int64? {
    guard let value = take(name) else { return nil }
    guard let number = value.integer, Coded.numbers.contains(number) else {
      throw wrong(name, value)
    }
    return number
  }

  /// False if it is not there.
  mutating func truth(_ name: String) throws(FormFault) -> Bool {
    guard let value = take(name) else { return false }
    guard let truth = value.bool else { throw wrong(name, value) }
    return truth
  }

  mutating func word<Word: RawRepresentable<String>>(
    _ name: String, _ type: Word.Type
  ) throws(FormFault) -> Word {
    guard let word = try optionalWord(name, type) else { throw missing(name) }
    return word
  }

  mutating func optionalWord<Word: RawRepresentable<String>>(
    _ name: String, _ type: Word.Type
  ) throws(FormFault) -> Word? {
    guard let value = take(name) else { return nil }
    guard let text = value.string, let word = Word(rawValue: text) else { throw wrong(name, value) }
    return word
  }

  mutating func text(_ name: String) throws(FormFault) -> String {
    guard let value = take(name) else { throw missing(name) }
    guard let text = value.string else { throw wrong(name, value) }
    return text
  }

  mutating func value(_ name: String) throws(FormFault) -> JSONValue {
    guard let value = take(name) else { throw missing(name) }
    return value
  }

  mutating func optionalValue(_ name: String) -> JSONValue? { take(name) }

  mutating func list(_ name: String) throws(FormFault) -> FactList {
    guard let value = take(name) else { throw missing(name) }
    return try FactList(value)
  }

  /// Nothing may be left over: an unknown member is a fact we do not understand.
  func finish() throws(FormFault) {
    if taken < object.count { throw FormFault(reason: "an unknown member in the fact") }
  }

  private mutating func take(_ name: String) -> JSONValue? {
    guard let value = object[name] else { return nil }
    taken += 1
    return value
  }

  private func missing(_ name: String) -> FormFault { FormFault(reason: "\(name) is missing") }

  private func wrong(_ name: String, _ value: JSONValue) -> FormFault {
    FormFault(reason: "\(name) is a \(value.kindName) that has no place there")
  }
}

/// The elements of a list, taken in order.
struct FactList {
  private var elements: ArraySlice<JSONValue>

  init(_ value: JSONValue) throws(FormFault) {
    guard let elements = value.array else {
      throw FormFault(reason: "a list was expected, not a \(value.kindName)")
    }
    self.elements = elements[...]
  }

  var isEmpty: Bool { elements.isEmpty }

  mutating func next() throws(FormFault) -> JSONValue {
    guard let element = elements.popFirst() else { throw FormFault(reason: "a list is too short") }
    return element
  }

  mutating func integer() throws(FormFault) -> Int64 {
    guard let number = try optionalInteger() else {
      throw FormFault(reason: "a whole number was expected in a list")
    }
    return number
  }

  mutating func optionalInteger() throws(FormFault) -> Int64? {
    let value = try next()
    if value.isNull { return nil }
    guard let number = value.integer, Coded.numbers.contains(number) else {
      throw FormFault(reason: "a whole number was expected in a list")
    }
    return number
  }

  mutating func word() throws(FormFault) -> String {
    guard let word = try next().string else {
      throw FormFault(reason: "a word was expected in a list")
    }
    return word
  }

  /// What is made of each element.
  mutating func map<Value>(
    _ body: (JSONValue) throws(FormFault) -> Value
  ) throws(FormFault) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(elements.count)
    while !isEmpty { values.append(try body(try next())) }
    return values
  }

  func finish() throws(FormFault) {
    if !isEmpty { throw FormFault(reason: "a list is too long") }
  }
}
