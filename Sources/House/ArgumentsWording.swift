// The words for arguments that cannot be taken, for who typed them.

internal import Gateways

extension ArgumentFault: CustomStringConvertible {
  /// What is wrong, what was probably meant, and where to read on.
  public var description: String {
    switch self {
    case .unknownCommand(let word, let nearest):
      "there is no command \(word.quoted)" + Self.hint(nearest, orElse: .overview)
        + (nearest == nil ? "\nto say something: echo \"rooms tomorrow\" | usher" : "")
    case .unknownStoreCommand(let word):
      Self.unknown(word, of: .store, orWrite: "check, backup FILE or restore FILE")
    case .unknownPersonCommand(let word):
      Self.unknown(word, of: .person, orWrite: "export NAME or erase NAME")
    case .badPerson(let name): "\(name.quoted): \(Reason.notAUser.words)"
    case .sameSuccessor(let name): "--to \(name.quoted): this is who is erased"
    case .unknownPassesCommand(let word):
      Self.unknown(word, of: .passes, orWrite: "resume")
    case .healthOfNobody: "health needs --server HOST:PORT" + Self.readOn(.health)
    case .unknownTokenCommand(let word):
      Self.unknown(word, of: .token, orWrite: "add NAME, list, revoke NAME or rotate NAME")
    case .badPrincipal(let name):
      "\(name.quoted) is no name of a token: write 1 to 64 letters, digits, dots, hyphens"
    case .nobodyToSpeakFor:
      "token add needs --namespace, as slack:* or ana" + Self.readOn(.token)
    case .unknownBench(let word):
      (word.map { "there is no command \"bench\" \($0.quoted)" } ?? "bench needs to know of what")
        + "; write usher bench parse, trips, server or store" + Self.readOn(.bench)
    case .notForBench(let option, let word):
      "usher bench \(word) has no option \(option)" + Self.readOn(.bench)
    case .unknownTopic(let word, let nearest):
      "there is no help on \(word.quoted)" + Self.hint(nearest, orElse: .overview)
    case .unknownOption(let name, let nearest):
      "there is no option \(name.shown)"
        + (nearest.map { "; did you mean \($0)?" } ?? Self.readOn(.overview))
    case .notForCommand(let option, let command):
      "\(command.call) has no option \(option)" + Self.readOn(command)
    case .valueMissing(let option, let form): "\(option) needs a value: \(option) \(form)"
    case .valueUnwanted(let option): "\(option) takes no value"
    case .twice(let option): "\(option) is said twice"
    case .badValue(let option, let value, let reason):
      switch reason {
      // It may hold a password.
      case .notAGateway(let fault): "\(option): \(fault.words)"
      case .empty, .tilde, .notAPath, .notAnAddress, .unknownZone, .notAMoment, .notANumber,
        .notOneOf, .notAUser, .notANamespace, .notAnEmail:
        "\(option) \(value.quoted): \(reason.words)"
      }
    case .superfluous(let word, let command):
      "\(command.call) does not know what to do with \(word.quoted)" + Self.readOn(command)
    case .nothingToReplay: "replay needs a file" + Self.readOn(.replay)
    case .recordsOrTells: "--record compares and --facts does not; say one of them"
    case .recordsTestsAlone: "--record needs --test: a talk has a clock that stands"
    case .notToBeRecorded(let option):
      "a talk cannot say what \(option) does; leave it out, or --record"
    case .nothingToTeach: "teach needs --grammar FOLDER" + Self.readOn(.teach)
    case .nothingToListenAt:
      "serve needs --listen, --listen-json, --unix, --stdio or --mcp" + Self.readOn(.serve)
    case .streamsTwice: "--stdio and --mcp both want standard input; say one of them"
    case .nobodySpeaksHere:
      "--as needs --stdio or --mcp; on sockets each client says who speaks"
    case .gatewayWithoutRooms:
      "--building gateway needs a gateway that tells its rooms: --gateway https://HOST"
    }
  }

  /// A command is followed by a word that it does not know, or by none.
  private static func unknown(
    _ word: String?, of topic: HelpTopic, orWrite forms: String
  ) -> String {
    let name = topic.rawValue
    let what = word.map { "\(name) does not know what to do with \($0.quoted)" }
    return (what ?? "\(name) does nothing") + "; write usher \(name) \(forms)" + readOn(topic)
  }

  private static func hint(_ nearest: String?, orElse topic: HelpTopic) -> String {
    nearest.map { "; did you mean \($0.quoted)?" } ?? readOn(topic)
  }

  private static func readOn(_ topic: HelpTopic) -> String {
    topic == .overview ? "; see \"usher help\"" : "; see \"usher help \(topic.rawValue)\""
  }
}

extension ArgumentFault.Reason {
  /// Why the value cannot be taken, as the end of a sentence that begins with it.
  var words: String {
    switch self {
    case .empty: "a value is missing"
    case .tilde: "\"~\" is not understood here; write the whole path"
    case .notAPath: "this is not a path"
    case .notAnAddress: "write HOST:PORT, as 127.0.0.1:4711 or [::1]:4711"
    case .notAGateway(let fault): fault.words
    case .unknownZone(let nearest):
      nearest.map { "there is no such zone; did you mean \($0)?" }
        ?? "there is no such zone; write one as Europe/Berlin"
    case .notAMoment: "write a moment that there is, as 2026-11-24T09:07"
    case .notANumber(let range):
      "write a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .notOneOf(let words): "write \(words.joined(separator: " or "))"
    case .notAnEmail: "this is no e-mail address"
    case .notANamespace: "write a user's name, or the beginning of some and *, as slack:*"
    case .notAUser: "write a name of at most 255 ASCII characters without spaces"
    }
  }
}

extension HelpTopic {
  /// How the command is called.
  var call: String {
    switch self {
    case .overview, .bridge, .talks, .trips, .building, .people, .configuration: "usher"
    case .talk: "usher"
    case .serve, .demo, .replay, .parse: "usher \(rawValue)"
    case .bench: "usher bench"
    case .teach: "usher teach"
    case .store: "usher store"
    case .person: "usher person"
    case .token: "usher token"
    case .passes: "usher passes"
    case .health: "usher health"
    }
  }
}
