// What of a line is kept before anybody looks at it.

public import Discourse

/// What of a line on a session is secret: whoever hands that line in keeps it first, and hands in
/// what stands for it.
public enum SecretLine: Hashable, Sendable {
  /// The answer of that owner to a question.
  case answer(owner: String, FormPlace)
  /// An address on which somebody has landed: it is taken apart.
  case landing
  /// A message that was secret comes again: it is not looked at.
  case again
}
