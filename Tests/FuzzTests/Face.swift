// The faces that octets from outside meet, and what is said of one input. Without a test framework,
// so that a coverage-guided fuzzer can be built from the same checks.

import Grammar
import Language

/// A place where octets come in that nobody of ours has written.
enum Face: String, CaseIterable, Sendable {
  /// A stream on a connection, cut into lines and read as requests.
  case framer
  /// A stream on a text socket in which telnet is spoken, perhaps behind a PROXY header.
  case telnet
  /// A JSON text.
  case json
  /// A line, read by the grammar.
  case reader
  /// A conversation with an agent that has a house.
  case turn
  /// A building file and a configuration file.
  case file
  /// A written conversation, read and played.
  case conversation
  /// An answer of the mobility service, and the words for what it tells.
  case rides

  /// Octets before the input proper that choose the circumstances.
  var choosingOctets: Int {
    switch self {
    case .framer, .telnet, .conversation, .json, .file: 1
    case .reader, .turn, .rides: 2
    }
  }

  /// The most octets of an input: above the limit of the face, so that the limit is met.
  var octetsMax: Int {
    switch self {
    case .framer, .telnet, .json: 9_000
    case .reader, .turn: 6_000
    case .file, .conversation: 8_000
    case .rides: 12_000
    }
  }
}

/// What is said of one input.
struct Verdict {
  /// Whether the face could do something with it; most inputs should not be mere noise.
  var isTaken = false
  /// What did not hold.
  private(set) var complaints: [String] = []
  /// What the face itself cost the thread, without what was checked of it; nil where it is not told
  /// apart.
  var nanoseconds: UInt64?

  /// Something that must hold whatever the input is.
  mutating func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
    if !holds { complaints.append(otherwise()) }
  }
}

/// All faces, made ready once and used for any number of inputs.
struct Bench: Sendable {
  private let framer = FramerFace()
  private let telnet = TelnetFace()
  private let json = JSONFace()
  private let reader: ReaderFace
  private let turn: TurnFace
  private let file: FileFace
  private let conversation: ConversationFace
  private let rides: RidesFace

  init() throws {
    let grammar = try GrammarCompiler.compile(
      GrammarSource.builtIn.filter { GrammarSource.belongsToReader($0.name) })
    reader = try ReaderFace(grammar)
    turn = try TurnFace(grammar)
    file = try FileFace(grammar)
    conversation = try ConversationFace(grammar)
    rides = try RidesFace()
  }

  /// What is to be said of an input at a face: nothing, if it is as it should be.
  func check(_ octets: [UInt8], at face: Face) -> Verdict {
    var octets = octets
    while octets.count < face.choosingOctets { octets.append(0) }
    let choice = Array(octets.prefix(face.choosingOctets))
    let input = Array(octets.dropFirst(face.choosingOctets))
    switch face {
    case .framer: return framer.check(input, choice[0])
    case .telnet: return telnet.check(input, choice[0])
    case .json: return json.check(input, choice[0])
    case .reader: return reader.check(input, choice[0], choice[1])
    case .turn: return turn.check(input, choice[0], choice[1])
    case .file: return file.check(input, choice[0])
    case .conversation: return conversation.check(input, choice[0])
    case .rides: return rides.check(input, choice[0], choice[1])
    }
  }
}
