// Takes telnet out of what arrives on a text socket, before lines are cut: commands become steps
// for the caller, what is left goes to `LineFramer`. It must not know what a line is.

/// What comes of octets on a text socket, in their order.
public enum TelnetStep: Hashable, Sendable {
  /// Octets of lines, at least one, for the framer.
  case octets([UInt8])
  /// Octets to be sent as they are, outside of any reply.
  case answer([UInt8])
  /// IP, BRK or ABORT: drop the unfinished line and the open question.
  case interrupt
  /// AYT: something that can be seen is to be sent (RFC 854).
  case areYouThere
  /// EC: the last character of the unfinished line goes.
  case eraseCharacter
  /// EL: the unfinished line goes.
  case eraseLine
  /// The size of the peer's window in characters, 1 to 65,535 each (RFC 1073).
  case window(columns: Int, rows: Int)
  /// A subnegotiation without an end: close. Nothing comes after it.
  case hopeless
}

/// Reads telnet (RFC 854, 855) on one connection. It never speaks first: a client that is no telnet
/// sees none of it.
///
/// A step may make the caller close the connection, or turn it to JSON, where octet 255 is an
/// error: then the steps behind it are void.
public struct TelnetFilter: Sendable {
  private enum State {
    case lines
    /// Behind IAC.
    case command
    /// Behind IAC and WILL, WONT, DO or DONT: the option comes next.
    case option(TelnetOctet.Verb)
    /// Between IAC SB and IAC SE.
    case subnegotiation
    /// Behind an IAC in there.
    case subnegotiationCommand
    case hopeless
  }

  /// What one octet amounts to.
  private enum Meaning {
    case nothing
    case octet(UInt8)
    case step(TelnetStep)
  }

  private var state = State.lines
  private var subnegotiation: TelnetSubnegotiation
  private var answersLeft: Int
  /// Whether we have asked for the size of the window.
  private var hasAskedForWindow = false
  /// Whether we have said that we echo, so that the client does not.
  private var isHidingInput = false
  /// How often we spoke of ECHO and had no DO or DONT yet.
  private var echoAnswersAwaited = 0

  /// A filter at the beginning of a connection.
  public init(limits: ProtocolLimits) {
    answersLeft = limits.telnetAnswersMax
    subnegotiation = TelnetSubnegotiation(limits: limits)
  }

  /// Whether no command has begun: octets without a 255 are octets of lines.
  public var isIdle: Bool {
    if case .lines = state { true } else { false }
  }

  /// Whether these octets are of lines, all of them: hand them to the framer as they are.
  public func passes(_ octets: UnsafeRawBufferPointer) -> Bool {
    isIdle && TelnetOctet.indexOfIAC(in: octets, from: 0) == octets.count
  }

  /// Takes what arrived, and adds the steps it makes. How the octets are cut changes nothing but
  /// how the octets of lines are cut.
  public mutating func receive(_ octets: UnsafeRawBufferPointer, into steps: inout [TelnetStep]) {
    if case .hopeless = state { return }
    var plain: [UInt8] = []
    func endPlain() {
      guard !plain.isEmpty else { return }
      steps.append(.octets(plain))
      plain = []
    }
    var index = 0
    while index < octets.count {
      if isIdle {
        let end = TelnetOctet.indexOfIAC(in: octets, from: index)
        plain.append(contentsOf: UnsafeRawBufferPointer(rebasing: octets[index..<end]))
        index = end
        if index == octets.count { break }
      }
      switch meaning(of: octets[index]) {
      case .nothing: break
      case .octet(let octet): plain.append(octet)
      case .step(let step):
        endPlain()
        steps.append(step)
      }
      index += 1
    }
    endPlain()
  }

  // MARK: - Hidden input

  /// What makes the client stop showing what is typed, as for a token; empty if it was told.
  ///
  /// `WILL ECHO` without an echo (RFC 857). Suppress-go-ahead is not offered with it: both together
  /// turn the usual clients to single characters; without it they still send whole lines.
  public mutating func hideInput() -> [UInt8] {
    if isHidingInput { return [] }
    isHidingInput = true
    echoAnswersAwaited += 1
    return TelnetOctet.octets(.will, TelnetOctet.echo)
  }

  /// What makes the client tell how large its window is: `DO NAWS` (RFC 1073); empty if it was told
  /// already.
  public mutating func askForWindow() -> [UInt8] {
    if hasAskedForWindow { return [] }
    hasAskedForWindow = true
    return TelnetOctet.octets(.do, TelnetOctet.windowSize)
  }

  /// What makes the client show again what is typed: `WONT ECHO` (RFC 857); empty if it does.
  public mutating func showInput() -> [UInt8] {
    guard isHidingInput else { return [] }
    isHidingInput = false
    echoAnswersAwaited += 1
    return TelnetOctet.octets(.wont, TelnetOctet.echo)
  }
}

// MARK: - One octet

extension TelnetFilter {
  private mutating func meaning(of octet: UInt8) -> Meaning {
    switch state {
    case .lines:
      guard octet == TelnetOctet.iac else { return .octet(octet) }
      state = .command
      return .nothing
    case .command:
      state = .lines
      return command(octet)
    case .option(let verb):
      state = .lines
      return negotiate(verb, octet)
    case .subnegotiation:
      state = octet == TelnetOctet.iac ? .subnegotiationCommand : .subnegotiation
      if octet == TelnetOctet.iac { subnegotiation.skip() } else { subnegotiation.keep(octet) }
      return closingIfEndless()
    case .subnegotiationCommand: return subnegotiationCommand(octet)
    case .hopeless: return .nothing
    }
  }

  /// The octet behind an IAC. Before an octet below the commands the 255 was no telnet: it came
  /// through netcat, perhaps, and a line end behind it must stay one.
  private mutating func command(_ octet: UInt8) -> Meaning {
    if let verb = TelnetOctet.Verb(rawValue: octet) {
      state = .option(verb)
      return .nothing
    }
    switch octet {
    case TelnetOctet.iac: return .octet(octet)
    case TelnetOctet.subnegotiationBegin:
      subnegotiation.begin()
      state = .subnegotiation
      return .nothing
    case TelnetOctet.abort, TelnetOctet.breakSignal, TelnetOctet.interruptProcess:
      return .step(.interrupt)
    case TelnetOctet.areYouThere: return .step(.areYouThere)
    case TelnetOctet.eraseCharacter: return .step(.eraseCharacter)
    case TelnetOctet.eraseLine: return .step(.eraseLine)
    case TelnetOctet.firstCommand...: return .nothing
    default: return .octet(octet)
    }
  }

  /// The octet behind an IAC in a subnegotiation. Only SE ends it (RFC 855); a peer that sends
  /// another command there is not to be believed in what it says.
  private mutating func subnegotiationCommand(_ octet: UInt8) -> Meaning {
    state = .subnegotiation
    switch octet {
    case TelnetOctet.iac: subnegotiation.keep(octet)
    case TelnetOctet.subnegotiationEnd:
      state = .lines
      return subnegotiation.window.map { .step($0) } ?? .nothing
    default: subnegotiation.spoil()
    }
    return closingIfEndless()
  }

  private mutating func closingIfEndless() -> Meaning {
    guard subnegotiation.isEndless else { return .nothing }
    state = .hopeless
    return .step(.hopeless)
  }
}

// MARK: - Options

extension TelnetFilter {
  /// Whether an option is on at one end. What is off already and is refused or given up again is
  /// not answered: two ends that did would never stop (RFC 854, 1143).
  private mutating func negotiate(_ verb: TelnetOctet.Verb, _ option: UInt8) -> Meaning {
    switch (verb, option) {
    case (.do, TelnetOctet.timingMark):
      // The client asks to be told when what it sent before has been seen (RFC 860). The usual
      // clients ask on Ctrl-C and throw away all output until they are told WILL or WONT. WILL is
      // the truth: octets are taken in order. A mark is no state, so each is answered.
      return answer(.will, option)
    case (.do, TelnetOctet.echo), (.dont, TelnetOctet.echo): return negotiateEcho(verb)
    case (.do, _): return answer(.wont, option)
    case (.dont, _): return .nothing
    case (.will, TelnetOctet.windowSize):
      if hasAskedForWindow { return .nothing }
      hasAskedForWindow = true
      return answer(.do, option)
    case (.wont, TelnetOctet.windowSize):
      guard hasAskedForWindow else { return .nothing }
      hasAskedForWindow = false
      return answer(.dont, option)
    case (.will, _): return answer(.dont, option)
    case (.wont, _): return .nothing
    }
  }

  /// DO or DONT ECHO: the answer to what we said of it, or the client's own wish. Answers come in
  /// the order of what we said, so only the last of them tells how it stands.
  private mutating func negotiateEcho(_ verb: TelnetOctet.Verb) -> Meaning {
    let isWanted = verb == .do
    if echoAnswersAwaited > 0 {
      echoAnswersAwaited -= 1
      // A client that shows what is typed all the same cannot be made to hide it.
      if echoAnswersAwaited == 0, !isWanted { isHidingInput = false }
      return .nothing
    }
    if isWanted == isHidingInput { return .nothing }
    isHidingInput = false
    return answer(.wont, TelnetOctet.echo)
  }

  private mutating func answer(_ verb: TelnetOctet.Verb, _ option: UInt8) -> Meaning {
    guard answersLeft > 0 else { return .nothing }
    answersLeft -= 1
    return .step(.answer(TelnetOctet.octets(verb, option)))
  }
}
