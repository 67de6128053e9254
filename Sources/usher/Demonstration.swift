// The demonstration: a conversation as a person would see it, then the prompt.

import House

/// Plays the demonstration.
enum Demonstration {
  static func play(_ options: DemoOptions) throws -> ExitCode { .fine }
}
