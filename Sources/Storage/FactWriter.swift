// Writes the JSON of facts: whole numbers, truths and fixed words, which need no escaping, and few
// texts.

import JSON

/// A JSON text under construction. The JSON module writes any value; this writes the few kinds a
/// fact has without building a value first, for it runs once for each line of the journal.
struct FactWriter {
  private(set) var octets: [UInt8] = []
  /// Whether all numbers were such as are read back (`Coded.numbers`).
  private(set) var isWithinBounds = true

  /// Begins anew and keeps the memory.
  mutating func clear() {
    octets.removeAll(keepingCapacity: true)
    isWithinBounds = true
  }

  mutating func object(_ body: (inout FactWriter) -> Void) {
    separate()
    octets.append(UInt8(ascii: "{"))
    body(&self)
    octets.append(UInt8(ascii: "}"))
  }

  mutating func list(_ body: (inout FactWriter) -> Void) {
    separate()
    octets.append(UInt8(ascii: "["))
    body(&self)
    octets.append(UInt8(ascii: "]"))
  }

  mutating func name(_ name: StaticString) {
    word(name)
    octets.append(UInt8(ascii: ":"))
  }

  mutating func word(_ word: StaticString) {
    separate()
    octets.append(UInt8(ascii: "\""))
    word.withUTF8Buffer { octets.append(contentsOf: $0) }
    octets.append(UInt8(ascii: "\""))
  }

  /// A word of our own enums: letters and slashes only.
  mutating func word(_ word: String) {
    separate()
    octets.append(UInt8(ascii: "\""))
    octets.append(contentsOf: word.utf8)
    octets.append(UInt8(ascii: "\""))
  }

  /// Any text.
  mutating func text(_ text: String) {
    separate()
    JSONValue.string(text).write(into: &octets)
  }

  mutating func number(_ number: Int) { self.number(Int64(number)) }

  mutating func number(_ number: Int64) {
    separate()
    if !Coded.numbers.contains(number) { isWithinBounds = false }
    if number < 0 { octets.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var count = 1
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    octets.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    rest = number.magnitude
    var place = octets.count
    while rest > 0 {
      place -= 1
      octets[place] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  mutating func null() {
    separate()
    octets.append(contentsOf: "null".utf8)
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    self.name(name)
    self.number(number)
  }

  mutating func member(_ name: StaticString, _ number: Int64) {
    self.name(name)
    self.number(number)
  }

  /// Left out if nil.
  mutating func member(_ name: StaticString, _ number: Int64?) {
    if let number { member(name, number) }
  }

  /// Left out if false.
  mutating func member(_ name: StaticString, _ truth: Bool) {
    guard truth else { return }
    self.name(name)
    octets.append(contentsOf: "true".utf8)
  }

  mutating func member(_ name: StaticString, _ word: String) {
    self.name(name)
    self.word(word)
  }

  mutating func member(_ name: StaticString, text: String) {
    self.name(name)
    self.text(text)
  }

  private mutating func separate() {
    switch octets.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: octets.append(UInt8(ascii: ","))
    }
  }
}
