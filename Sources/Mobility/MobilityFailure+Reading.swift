// Failures as the service tells them: codes and texts that may stand in each other's place.

internal import JSON

extension MobilityFailure {
  /// Whether nothing was booked, if the request could book: the service says why, or that the
  /// request was wrong. A failure of the service itself (5xx) or a payment that is undecided (299)
  /// leaves it open.
  public var isCertain: Bool {
    if status == 299 || code == Self.undecided { return false }
    return code != nil || (400..<500).contains(status)
  }

  /// Whether its owner has to sign in to the service first (section 1.8).
  public var wantsSignIn: Bool { [401, 444].contains(code ?? status) }

  /// The payment is undecided.
  private static let undecided = 299

  /// A failure of which only the status and the headers tell.
  init(of answer: MobilityAnswer) {
    self.init(status: answer.status, code: answer.headerCode.flatMap { Int($0.trimmed) })
    retryAfterSeconds = answer.retryAfterSeconds.map { max(0, $0) }
  }

  /// A failure as the members of an error tell it, or nil where there is none and the status is
  /// none of failure. `usererror` alone is one only where it is true: forms carry it as false.
  init?(_ members: AnswerMembers, of answer: MobilityAnswer) {
    let isError =
      answer.status >= 400 || members.flag("usererror") == true
      || ["errorCode", "error", "recovery"].contains { members.object[$0]?.tellsError ?? false }
    guard isError else { return nil }
    self.init(telling: members, of: answer)
  }

  /// A failure as an object tells it that is nothing else: its title alone is enough.
  init?(_ members: AnswerMembers, orTitleOf answer: MobilityAnswer) {
    if let failure = MobilityFailure(members, of: answer) {
      self = failure
    } else if members.text("title") != nil {
      self.init(telling: members, of: answer)
    } else {
      return nil
    }
  }

  /// A failure whose title, texts and addresses are those of an object.
  init(telling members: AnswerMembers, of answer: MobilityAnswer) {
    self.init(of: answer)
    let quote = { (text: String?) in text?.cut(toOctets: members.limits.quoteOctetsMax) }
    let errorCode = members.value("errorCode")
    let error = members.value("error")
    if let number = errorCode?.errorNumber {
      code = number
      text = quote(error?.tolerantText)
    } else if let number = error?.errorNumber {
      code = number
      text = quote(errorCode?.tolerantText)
    } else {
      text = quote(error?.tolerantText ?? errorCode?.tolerantText)
    }
    title = quote(members.text("title"))
    text = text ?? quote(members.text("subtitle"))
    isForUser = members.flag("usererror") ?? false
    recovery = members.address("recovery")
    recoveryTitle = quote(members.text("recoveryTitle"))
    page = members.address("url")
  }
}
