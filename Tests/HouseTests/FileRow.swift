// One row of a table of files: what stands in one, and what is said of it.

import Testing

/// A file and all that is said of it, a line for each fault.
struct FileRow: CustomTestStringConvertible, Sendable {
  let file: String
  let says: String
  var testDescription: String { says }

  init(_ file: String, _ says: String) {
    self.file = file
    self.says = says
  }
}
