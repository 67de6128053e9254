// Which reply an answer is (rule R8): the first that matches, in this order.

internal import JSON

extension BookingReply {
  /// What the service answered to a request of a booking or a sign-in. What cannot be understood
  /// is a reply too.
  public init(_ answer: MobilityAnswer, limits: MobilityLimits) {
    switch answer.content(limits) {
    case .empty:
      if answer.isSuccess {
        self = .done
      } else if answer.status >= 400 {
        self = .failed(MobilityFailure(of: answer))
      } else {
        self = .unreadable("status \(answer.status)")
      }
    case .fault(let fault): self = .unreadable("\(fault.reason.rawValue) at octet \(fault.offset)")
    case .value(.object(let object)):
      self.init(AnswerMembers(object, from: answer.from, limits: limits), of: answer)
    case .value(let value):
      self =
        answer.status >= 400
        ? .failed(MobilityFailure(of: answer)) : .unreadable(value.kindName)
    }
  }

  private init(_ members: AnswerMembers, of answer: MobilityAnswer) {
    if let incomplete = Self.incomplete(members) {
      self = incomplete
      return
    }
    let hasForm = members.value("form")?.array != nil
    let failure =
      hasForm
      ? MobilityFailure(members, of: answer) : MobilityFailure(members, orTitleOf: answer)
    if let failure {
      self = .failed(failure)
      return
    }
    let form = Form(members)
    if let form, let authorization = OwnAuthorization(form, members) {
      self = .authorization(authorization)
    } else if let form, let agreement = Agreement(form, in: members.scope) {
      self = .agreement(agreement)
    } else if let updated = Self.updated(members, form) {
      self = updated
    } else if let options = BookingOptions(members) {
      self = .options(options)
    } else if let quote = Quote(members) {
      self = .quote(quote)
    } else if let form {
      self = .form(form)
    } else {
      self = .unreadable("object")
    }
  }

  /// `missing` and `invalid` where either names a question.
  private static func incomplete(_ members: AnswerMembers) -> BookingReply? {
    let limits = members.limits
    let missing = (members.value("missing")?.array ?? []).prefix(limits.fieldsMax).compactMap {
      name(of: $0, limits)
    }
    let list = (members.value("invalid")?.array ?? []).prefix(limits.fieldsMax)
    let invalid = list.compactMap { entry in
      name(of: entry, limits).map { name in
        let reason = entry["reason"]?.tolerantText?.cut(toOctets: limits.quoteOctetsMax)
        return InvalidInput(name: name, reason: reason)
      }
    }
    return missing.isEmpty && invalid.isEmpty
      ? nil : .incomplete(missing: missing, invalid: invalid)
  }

  private static func name(of entry: JSONValue, _ limits: MobilityLimits) -> String? {
    let name = entry.tolerantText ?? entry["name"]?.tolerantText ?? entry["id"]?.tolerantText
    return name.flatMap { $0.utf8.count <= limits.textOctetsMax ? $0 : nil }
  }

  /// Where the trip is had now. Of an address that is none the trip is fetched by its own: what was
  /// done is not asked for again.
  private static func updated(_ members: AnswerMembers, _ form: Form?) -> BookingReply? {
    if form == nil || form?.action?.isDone == true,
      let address = members.address("refreshURLForSourceObject")
    {
      return .updated(address)
    }
    if let address = members.address("updateURL") { return .updated(address) }
    return members.text("updateURL") == nil ? nil : .done
  }
}
