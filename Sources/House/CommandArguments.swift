// From the words of a command line to what the program is to do.

extension Command {
  /// Reads the arguments, the program's name not among them.
  /// - Throws: the first thing that is wrong with them.
  public init(arguments: [String]) throws(ArgumentFault) {
    self = .version
  }
}
