// The table of codes as data: what each means and which names go with it.

extension ReplyCode {
  /// What the code means, as the protocol's table says it.
  public var meaning: String {
    switch self {
    case .heard: "heard"
    case .status: "status"
    case .answer: "answer to a question"
    case .help: "help"
    case .greeting: "greeting"
    case .goodbye: "goodbye"
    case .signedIn: "signed in"
    case .done: "done and durable"
    case .repeated: "done before, this is the stored reply"
    case .underWay: "sent on, goes on by itself"
    case .challenge: "challenge"
    case .moreNeeded: "more is needed"
    case .confirm: "confirm"
    case .choose: "choose"
    case .notUnderstood: "not understood"
    case .sendBlock: "send the block"
    case .closing: "closing"
    case .faultHere: "fault here, nothing committed"
    case .noSpace: "no space"
    case .slowDown: "slow down"
    case .signInLater: "cannot sign in now"
    case .outcomeUnknown: "outcome unknown: repeat with the same msg"
    case .unknownWord: "unknown word"
    case .malformed: "malformed"
    case .notHere: "not here"
    case .valueNotSupported: "value not supported"
    case .wrongProtocol: "wrong protocol, closing"
    case .signInFirst: "sign in first"
    case .notInClear: "not in clear"
    case .signInFailed: "failed"
    case .notYourNamespace: "not your namespace"
    case .unknownThing: "unknown thing"
    case .otherText: "same msg, other text"
    case .tooLong: "too long"
    case .impossibleTime: "impossible time"
    case .refusedByRule: "refused by a rule"
    case .taken: "taken"
    }
  }

  /// The names that go with the code, the usual one first; none for 2yz and 3yz, which say a name
  /// only to tell which refusal they soften. A rule of the house may have a name of its own.
  public var names: [CodeName] {
    switch self {
    case .heard, .status, .answer, .help, .greeting, .goodbye, .signedIn, .done, .repeated,
      .underWay, .challenge, .moreNeeded, .confirm, .choose, .notUnderstood, .sendBlock:
      []
    case .closing:
      [
        .sysDrain, .sysBusy, .limitIdle, .limitAuthTime, .limitOutput, .limitErrors, .limitLine,
        .authRequired,
      ]
    case .faultHere: [.sysStorage]
    case .noSpace: [.sysSpace]
    case .slowDown: [.limitRate]
    case .signInLater: [.authLater]
    case .outcomeUnknown: [.sysUnsure]
    case .unknownWord: [.protoVerb, .protoUnterminated]
    case .malformed: [.protoArgs, .textUTF8, .textControl]
    case .notHere: [.protoAbsent]
    case .valueNotSupported: [.protoValue, .protoVersion]
    case .wrongProtocol: [.protoHTTP, .protoTLS, .protoForbidden]
    case .signInFirst: [.authRequired]
    case .notInClear: [.authClear]
    case .signInFailed: [.authFailed]
    case .notYourNamespace: [.authScope]
    case .unknownThing: [.whatUnknown]
    case .otherText: [.msgReused]
    case .tooLong: [.limitLine]
    case .impossibleTime: [.timePast, .timeInvalid]
    case .refusedByRule:
      [
        .ruleHours, .ruleGrid, .ruleLength, .ruleNotice, .ruleWindow, .ruleClosed, .ruleQuota,
        .ruleOwner, .ruleAttendee,
      ]
    case .taken: [.timeTaken, .timeHeld]
    }
  }
}

extension NoticeCode {
  /// What the code means, as the protocol's table says it.
  public var meaning: String {
    switch self {
    case .changedByOther: "changed by someone else"
    case .passResult: "result of a pass or a ride"
    case .closing: "closing"
    }
  }
}
