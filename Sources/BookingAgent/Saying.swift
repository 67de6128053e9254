// What is said, where, and what is kept of where it is said.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Mobility
import Products
import Wording

/// Where something was said and what the answer must carry.
struct Saying: Hashable, Sendable {
  var request: RequestID?
  var conversation = ""
  /// How bars are drawn in the answer.
  var bars = BarForm.plain
  /// The name of the message, if it has one; the same name has one effect.
  var message: String?
  var user: String?
  var name: String?
  var email: String?
  var phone: String?
  /// In which language this message is answered, whatever it is said in.
  var language: AnswerLanguage?
  /// The language that the speaker's profile tells.
  var usualLanguage: AnswerLanguage?
  /// Where the speaker is: their clocks are told beside those of the house.
  var zone: ZoneRules?
  /// Whether the answer tells how the line was read.
  var debugs = false
  /// The request itself, to be tried again after another calendar was asked.
  var whole: Request?
  /// How often it was tried already.
  var round = 0
}

/// Where a booking is spoken of.
struct BookingHome: Hashable, Sendable {
  /// In which conversation it was last changed.
  var key: ConversationKey
  /// The language of the line that booked it, or of the first that changed it since the start.
  var bookedIn: AnswerLanguage
  /// The language of the line that changed it last.
  var spokenIn: AnswerLanguage
}

/// A conversation in memory.
struct KeptConversation: Sendable {
  var conversation: DialogueState
  /// What was offered last: it can be picked as long as nothing else was answered.
  var offered = OfferedChoices()
  /// What a secret was asked for last: what a program that keeps lines secret says next is it.
  var secretFor: FormPlace?
}

/// What is said, in one of several ways.
enum Said: Hashable, Sendable {
  /// In words.
  case line(String)
  /// By the id of what a message offered.
  case choice(String, of: String)
  /// Without words, by a method and its members.
  case order(MethodCall)
  /// By a line that was kept before it was seen, to a question; nil leaves it.
  case secret(SecretHandle?, FormPlace)
  /// By the address on which somebody has landed.
  case landing(Landing)

  /// As it is compared where a message comes twice.
  var written: String {
    switch self {
    case .line(let line): return line
    case .choice(let choice, let message): return "choice \(message) \(choice)"
    case .secret, .landing: return Self.secretWritten
    case .order(let call):
      // Who asks, where and in which language, is not what is asked.
      let asked = call.params.members.filter { !Self.circumstances.contains($0.name) }
      var octets: [UInt8] = []
      JSONValue.object(JSONObject(asked.lazy.map { ($0.name, $0.value) })).write(into: &octets)
      return "\(call.method) \(String(decoding: octets, as: UTF8.self))"
    }
  }

  /// What stands for all that is secret.
  static let secretWritten = "secret"

  /// Members that every method takes.
  private static let circumstances: Set<String> = [
    "conv", "user", "msg", "profile", "lang", "debug",
  ]
}
