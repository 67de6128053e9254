// What an answer holds, before it is known what it should hold.

internal import JSON

/// Why what was asked for is not in an answer.
public enum AnswerFault: Error, Hashable, Sendable {
  /// The service says no, or failed.
  case failed(MobilityFailure)
  /// It is not what was asked for: where in it, and what is wrong there.
  case unreadable(ReadingFault)
}

extension MobilityAnswer {
  /// What the body of an answer is.
  enum Content {
    case empty
    case value(JSONValue)
    case fault(JSONFault)
  }

  /// Whether HTTP says that it went well.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// The body, read. A number or half a character that nothing can hold is read as null: it makes
  /// one member unknown, not the whole answer.
  func content(_ limits: MobilityLimits) -> Content {
    Self.content(of: body, limits)
  }

  static func content(of body: [UInt8], _ limits: MobilityLimits) -> Content {
    guard body.contains(where: { $0 > 0x20 }) else { return .empty }
    let jsonLimits = JSONLimits(octetsMax: limits.answerOctetsMax, depthMax: limits.depthMax)
    do throws(JSONFault) {
      return .value(try JSONReading(parsing: body, limits: jsonLimits).value)
    } catch {
      return .fault(error)
    }
  }

  /// What the service says against what was asked for, or nil where it says nothing against it: by
  /// the body first, then by the status (rule R2).
  public func failure(limits: MobilityLimits) -> MobilityFailure? {
    failure(telling: content(limits), limits)
  }

  private func failure(telling content: Content, _ limits: MobilityLimits) -> MobilityFailure? {
    if case .value(.object(let object)) = content {
      return MobilityFailure(AnswerMembers(object, from: from, limits: limits), of: self)
    }
    return status >= 400 ? MobilityFailure(of: self) : nil
  }

  /// The body of an answer that went well, or nil for an empty one.
  ///
  /// - Throws: what the service says, or that it is no JSON.
  func wanted(_ limits: MobilityLimits) throws(AnswerFault) -> JSONValue? {
    let content = content(limits)
    if let failure = failure(telling: content, limits) { throw .failed(failure) }
    guard isSuccess else { throw .unreadable(ReadingFault(path: .root, reason: .kind)) }
    switch content {
    case .empty: return nil
    case .value(let value): return value
    case .fault(let fault): throw .unreadable(ReadingFault(fault))
    }
  }
}

extension ReadingFault {
  init(_ fault: JSONFault) {
    self.init(path: .root, reason: fault.reason == .tooDeep ? .depth : .json)
  }
}
