// A JSON text kept beside its value, so that a fault in it can be shown where it stands.

/// The way from the outermost value to one inside it.
public struct JSONPath: Hashable, Codable, Sendable, CustomStringConvertible {
  /// One step inwards.
  public enum Step: Hashable, Codable, Sendable {
    /// To the member of that name.
    case name(String)
    /// To the element of that number, from 0.
    case index(Int)
  }

  /// The steps, outermost first.
  public let steps: [Step]

  /// The way to the outermost value itself.
  public static let root = JSONPath(steps: [])

  /// The way of these steps.
  public init(steps: [Step]) { self.steps = steps }

  /// This way and then to a member.
  public func appending(_ name: String) -> JSONPath { JSONPath(steps: steps + [.name(name)]) }

  /// This way and then to an element.
  public func appending(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.index(index)]) }

  /// `rooms[3].seats`.
  public var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}

/// A value and the text it was read from. Places are looked up only when somebody asks: reading
/// costs nothing more, and a fault is told once.
public struct JSONDocument: Sendable {
  /// The value.
  public let value: JSONValue
  private let octets: [UInt8]
  private let limits: JSONLimits

  /// Reads one JSON text and keeps it.
  ///
  /// - Throws: the first fault; `JSONPlace(of: fault.offset, in: octets)` tells its line.
  public init(parsing octets: [UInt8], limits: JSONLimits = .file) throws(JSONFault) {
    value = try JSONValue(parsing: octets, limits: limits)
    self.octets = octets
    self.limits = limits
  }

  /// Where the value at the end of the path begins.
  ///
  /// A path that leads nowhere answers the last place it reached, which is where a missing member
  /// would have to be added.
  public func place(of path: JSONPath) -> JSONPlace {
    JSONPlace(of: offsets(of: path).value, in: octets)
  }

  /// Where the name of the last step begins; for an element, where the element begins.
  public func placeOfName(_ path: JSONPath) -> JSONPlace {
    JSONPlace(of: offsets(of: path).name, in: octets)
  }

  private func offsets(of path: JSONPath) -> (name: Int, value: Int) {
    do throws(JSONFault) {
      var parser = try JSONParser(octets, limits: limits)
      parser.skipSpace()
      var reached = (name: parser.position, value: parser.position)
      for step in path.steps {
        guard let found = try parser.stepInto(step) else { return reached }
        reached = found
      }
      return reached
    } catch {
      preconditionFailure("a text that was read whole can be read again")
    }
  }
}

extension JSONParser {
  /// From the beginning of an object or array to the beginning of a value in it.
  fileprivate mutating func stepInto(
    _ step: JSONPath.Step
  ) throws(JSONFault) -> (name: Int, value: Int)? {
    switch step {
    case .name(let name):
      guard take(UInt8(ascii: "{")) else { return nil }
      skipSpace()
      while next == UInt8(ascii: "\"") {
        let start = position
        let found = try parseString()
        try stepToMemberValue()
        if let found, found.hasSameOctets(as: name) { return (start, position) }
        try stepOverElement()
      }
    case .index(let index):
      guard take(UInt8(ascii: "[")) else { return nil }
      skipSpace()
      var current = 0
      while let octet = next, octet != UInt8(ascii: "]") {
        if current == index { return (position, position) }
        current += 1
        try stepOverElement()
      }
    }
    return nil
  }

  private mutating func stepOverElement() throws(JSONFault) {
    _ = try parseValue()
    skipSpace()
    _ = take(UInt8(ascii: ","))
    skipSpace()
  }
}
