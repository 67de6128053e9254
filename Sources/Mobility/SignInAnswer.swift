// What the service answers to whoever signs in to it.

internal import JSON

/// Whoever speaks is signed in to the service: the handle of the token that tells so.
public struct SignInAnswer: Hashable, Sendable {
  /// What the shell put in the place of the token before the answer became an event (rule R11).
  public var token: SecretHandle

  /// Reads what the service answered.
  ///
  /// - Throws: what the service says instead, or that there is no token in the answer.
  public init(_ answer: MobilityAnswer, limits: MobilityLimits) throws(AnswerFault) {
    let path = JSONPath.root.appending("userToken")
    guard let object = try answer.wanted(limits)?.object else {
      throw .unreadable(ReadingFault(path: .root, reason: .kind))
    }
    let members = AnswerMembers(object, from: answer.from, limits: limits)
    guard let text = members.object["userToken"]?.string, !text.isEmpty,
      text.utf8.count <= limits.textOctetsMax
    else {
      if let failure = MobilityFailure(members, orTitleOf: answer) { throw .failed(failure) }
      throw .unreadable(ReadingFault(path: path, reason: .missing))
    }
    token = SecretHandle(text)
  }
}
