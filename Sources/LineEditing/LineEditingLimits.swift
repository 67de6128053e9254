// The numbers of line editing, with units.

/// What a line editor may keep and show.
public struct LineEditingLimits: Hashable, Sendable {
  /// Lines of history, in memory and in its file.
  public var historyLinesMax = 1_000
  /// Octets of a line of history; longer ones are not kept. No longer line is carried out.
  public var historyLineOctetsMax = 4_096
  /// Characters of the line in hand beyond which no more are taken; it is refused as a whole.
  public var lineCharactersMax = 4_097
  /// Octets that may be typed ahead of an answer; then the terminal is not read.
  public var typedAheadOctetsMax = 65_536
  /// Octets drawn before they have to leave.
  public var drawingOctetsMax = 16_384
  /// Octets that one key may send.
  public var keyOctetsMax = 32
  /// Lines on which TAB shows what fits.
  public var choiceLinesMax = 8

  /// The numbers of the design.
  public init() {}
}
