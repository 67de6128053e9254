// A member that a file may have: one row of a table from which reading, checking, hints and help
// all come.

internal import JSON

/// One member that a file may have.
struct FileMember<Target>: Sendable {
  /// The names on the way to it, as `limits.passes.waitSeconds`.
  let path: String
  /// What its value may be.
  let form: MemberForm
  /// What holds without it, as one would write it; nil if nothing does.
  let standard: String?
  /// What it is for, as a fragment.
  let meaning: String
  /// The value in a target, for members that are numbers.
  private(set) var number: (@Sendable (Target) -> Int64)?
  /// Reads a value, or notes why it cannot be read.
  let read: @Sendable (JSONValue, JSONPath, inout Target, inout FaultSink) -> Void

  /// A member whose value is read by a closure that returns nil for what is not of the form.
  init<Content>(
    _ path: String, _ form: MemberForm, default standard: String?, _ meaning: String,
    set: @escaping @Sendable (Content, inout Target) -> Void,
    read: @escaping @Sendable (JSONValue) -> Content?
  ) {
    self.init(path, form, default: standard, meaning) { value, path, target, sink in
      if let content = read(value) {
        set(content, &target)
      } else {
        sink.add(.expected(form), at: path)
      }
    }
  }

  /// A member that is read as a closure says, which notes what is wrong itself.
  init(
    _ path: String, _ form: MemberForm, default standard: String?, _ meaning: String,
    read: @escaping @Sendable (JSONValue, JSONPath, inout Target, inout FaultSink) -> Void
  ) {
    self.path = path
    self.form = form
    self.standard = standard
    self.meaning = meaning
    self.read = read
  }

  /// The same member of a value that holds this one's target, under a longer path.
  func lifted<Whole>(
    to whole: any WritableKeyPath<Whole, Target> & Sendable, under prefix: String
  ) -> FileMember<Whole> {
    FileMember<Whole>(prefix + path, form, default: standard, meaning) {
      value, path, target, sink in
      read(value, path, &target[keyPath: whole], &sink)
    }
  }
}

/// A target of members, of which a first value tells the defaults.
protocol MemberTarget: SendableMetatype {
  /// What holds where no member is set.
  init()
}

extension FileMember {
  /// One of some words, each of which is a value.
  static func word<Value: RawRepresentable & CaseIterable & Sendable>(
    _ path: String, _ values: Value.Type,
    _ member: any WritableKeyPath<Target, Value?> & Sendable,
    default standard: String, _ meaning: String
  ) -> FileMember where Value.RawValue == String {
    let form = MemberForm.word(values.allCases.map(\.rawValue))
    return FileMember(path, form, default: standard, meaning) { value, path, target, sink in
      if let word = value.string.flatMap(Value.init(rawValue:)) {
        target[keyPath: member] = word
      } else {
        sink.add(.unknownElement(value, form), at: path)
      }
    }
  }
}

extension FileMember where Target: MemberTarget {
  /// A whole number.
  static func number<Number: BinaryInteger & SendableMetatype>(
    _ path: String, _ range: ClosedRange<Int64>, _ unit: String,
    _ member: any WritableKeyPath<Target, Number> & Sendable, _ meaning: String
  ) -> FileMember {
    let standard = Target()[keyPath: member]
    var row = FileMember(
      path, .wholeNumber(range, unit: unit), default: String(standard), meaning,
      set: { (number: Number, target) in target[keyPath: member] = number },
      read: { value in
        guard let number = value.integer, range.contains(number) else { return nil }
        return Number(exactly: number)
      })
    row.number = { Int64($0[keyPath: member]) }
    return row
  }

  /// A whole number whose meaning begins with what is counted.
  static func limit<Number: BinaryInteger & SendableMetatype>(
    _ path: String, _ range: ClosedRange<Int64>, _ unit: String,
    _ member: any WritableKeyPath<Target, Number> & Sendable, _ meaning: String
  ) -> FileMember {
    let counted = ["s": "seconds", "ms": "milliseconds", "min": "minutes"][unit] ?? unit
    return .number(path, range, unit, member, "\(counted) \(meaning)")
  }

  /// A whole number of seconds.
  static func seconds(
    _ path: String, _ range: ClosedRange<Int64>,
    _ member: any WritableKeyPath<Target, Duration> & Sendable, _ meaning: String
  ) -> FileMember {
    let standard = Target()[keyPath: member].components.seconds
    var row = FileMember(
      path, .wholeNumber(range, unit: "s"), default: String(standard), meaning,
      set: { (number: Int64, target) in target[keyPath: member] = .seconds(number) },
      read: { value in value.integer.flatMap { range.contains($0) ? $0 : nil } })
    row.number = { $0[keyPath: member].components.seconds }
    return row
  }

  /// `true` or `false`.
  static func truth(
    _ path: String, _ member: any WritableKeyPath<Target, Bool> & Sendable, _ meaning: String
  ) -> FileMember {
    FileMember(
      path, .truth, default: String(Target()[keyPath: member]), meaning,
      set: { (truth: Bool, target) in target[keyPath: member] = truth }, read: { $0.bool })
  }
}
