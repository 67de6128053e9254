// What a written conversation is played on: a house made for it, or a server that runs already.

public import BookingAgent

/// A house on which a written conversation is played: one inside the process, or a server outside.
/// A class because it holds sessions.
public protocol TalkHouse: AnyObject {
  /// Says a line as a speaker, on a session of their own that begins with their first line, and
  /// returns what everybody heard, in the order in which they did.
  /// - Throws: why a server outside could not be told, or did not answer.
  func say(_ line: String, by speaker: String) throws -> [Heard]

  /// Lets time go by, with all that falls due on the way, and returns what everybody heard.
  /// - Throws: why a server outside could not be told, or did not answer.
  func wait(seconds: Int) throws -> [Heard]

  /// Tells the scripted gateway what to do after all that it was told already.
  /// - Throws: why a server outside could not be told, or did not answer.
  func script(_ outcome: ScriptedOutcome) throws

  /// Tells the played mobility service what to do after all that it was told already.
  /// - Throws: that a server outside has none.
  func play(_ event: PlayedMobility.Event) throws

  /// Ends the house, or the sessions with the server.
  func close()
}

/// Something that was heard on one session.
public struct Heard: Hashable, Sendable {
  /// The speaker whose session it is.
  public let listener: String
  /// The lines without codes, as people read them; news behind `* `.
  public var words: [String]
  /// The lines as the protocol writes them.
  public var coded: [String]

  /// Something heard.
  public init(by listener: String, words: [String], coded: [String]) {
    self.listener = listener
    self.words = words
    self.coded = coded
  }
  /// Whether the last line is that of a reply to something that was done.
  public var isDone: Bool { coded.last?.hasPrefix("200 ") ?? false }

  mutating func add(_ more: Heard) {
    words += more.words
    coded += more.coded
  }
}
