// What `usher help` and `usher COMMAND --help` print, made from the tables that arguments and
// files are read by.

extension HelpTopic {
  /// The help about this, in lines of at most 80 columns, with a line feed at the end.
  public var text: String { "" }
}
