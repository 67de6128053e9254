// Why the arguments are refused; the words stand in ArgumentsWording.swift.

public import Gateways

/// The first thing that is wrong with the arguments.
public enum ArgumentFault: Error, Hashable, Sendable {
  /// A word where a command is expected.
  case unknownCommand(String, nearest: String?)
  /// A word after `store` that it does not know, or none, or one without a file.
  case unknownStoreCommand(String?)
  /// A word after `token` that it does not know, or none, or one without a name.
  case unknownTokenCommand(String?)
  /// `passes` is followed by another word than `resume`, or by none.
  case unknownPassesCommand(String?)
  /// `health` without a server.
  case healthOfNobody
  /// A word after `person` that it does not know, or none, or one without a name.
  case unknownPersonCommand(String?)
  /// A name under which nobody can speak.
  case badPerson(String)
  /// Bookings are to go to whoever is erased.
  case sameSuccessor(String)
  /// A name that no token can have.
  case badPrincipal(String)
  /// `token add` without `--namespace`.
  case nobodyToSpeakFor
  /// A word after `bench` that it does not know, or none.
  case unknownBench(String?)
  /// An option that another `bench` has.
  case notForBench(option: String, of: String)
  /// A word after `help` about which there is none.
  case unknownTopic(String, nearest: String?)
  /// An option that there is not.
  case unknownOption(String, nearest: String?)
  /// An option of other commands than this one.
  case notForCommand(option: String, command: HelpTopic)
  /// An option that needs a value stands without.
  case valueMissing(option: String, form: String)
  /// A value after an option that takes none.
  case valueUnwanted(option: String)
  /// An option that can be said once is said again.
  case twice(option: String)
  /// A value that its option cannot have.
  case badValue(option: String, value: String, reason: Reason)
  /// A word that nothing asks for.
  case superfluous(String, command: HelpTopic)
  /// `replay` without a file.
  case nothingToReplay
  /// `replay` with both `--record` and `--facts`.
  case recordsOrTells
  /// `--record` without `--test` where a house runs.
  case recordsTestsAlone
  /// `--record` with something that a talk cannot say.
  case notToBeRecorded(option: String)
  /// `teach` without a grammar.
  case nothingToTeach
  /// `serve` without a place to listen at.
  case nothingToListenAt
  /// `serve` with both `--stdio` and `--mcp`.
  case streamsTwice
  /// `serve` with `--as` but without standard streams.
  case nobodySpeaksHere
  /// Rooms are to come from a gateway that has none.
  case gatewayWithoutRooms

  /// Why an option cannot have a value.
  public enum Reason: Error, Hashable, Sendable {
    /// Nothing is written.
    case empty
    /// Begins with `~`, which only the shell understands and did not replace.
    case tilde
    /// No path: it holds a NUL.
    case notAPath
    /// Neither HOST:PORT nor [ADDRESS]:PORT.
    case notAnAddress
    /// No gateway. The value is not told: it may hold a secret.
    case notAGateway(GatewayAddress.Fault)
    /// No zone of the tz database.
    case unknownZone(nearest: String?)
    /// Not of the form `2026-11-24T09:07`.
    case notAMoment
    /// Not a whole number within the range.
    case notANumber(ClosedRange<UInt64>)
    /// Neither of the words that are expected.
    case notOneOf([String])
    /// Not a name that can be spoken under.
    case notAUser
    /// No e-mail address.
    case notAnEmail
    /// Neither a user's name nor a beginning of some with `*` behind it.
    case notANamespace
  }
}
