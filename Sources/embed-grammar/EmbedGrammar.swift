// The tool of the grammar plugin: writes the text of some files as one Swift source.

import Foundation

/// `embed-grammar OUTPUT FOLDER FILE…`: writes the files, named by their paths below the folder, as
/// `GrammarSource.builtIn`. Only what readers are made of is written; the corpus stays outside.
@main
struct EmbedGrammar {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, let folder = arguments.dropFirst().first else {
      throw Fault.usage
    }
    let root = URL(filePath: folder).standardizedFileURL.path(percentEncoded: false)
    var entries: [String] = []
    for path in arguments.dropFirst(2).sorted() where isForReaders(path) {
      let url = URL(filePath: path).standardizedFileURL
      let full = url.path(percentEncoded: false)
      let name = full.hasPrefix(root) ? String(full.dropFirst(root.count)) : url.lastPathComponent
      entries.append(entry(name.trimmed, try String(contentsOf: url, encoding: .utf8)))
    }
    let text = """
      // Written by embed-grammar; the source is the folder of the grammar.

      extension GrammarSource {
        /// The files of the grammar as they were when the program was built, by name.
        public static let builtIn: [GrammarSource] = [
      \(entries.joined(separator: "\n"))
        ]
      }

      """
    try Data(text.utf8).write(to: URL(filePath: output), options: .atomic)
  }

  private static func isForReaders(_ path: String) -> Bool {
    path.hasSuffix(".phrases") || path.hasSuffix(".lexicon") || path.hasSuffix("/intents.txt")
      || path.hasSuffix("/acts.weights")
  }

  /// Escaped by hand: a raw literal would end at the first quote and sign that a file may hold.
  private static func entry(_ name: String, _ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      case "\r": "\\r"
      case "\0": "\\0"
      default: String(scalar)
      }
    }
    return "    GrammarSource(name: \"\(name)\", text: \"\(escaped.joined())\"),"
  }
}

/// How the tool can fail beside not reading or writing a file.
private enum Fault: Error {
  /// An argument is missing.
  case usage
}

extension String {
  /// The path without a slash at its beginning.
  fileprivate var trimmed: String { hasPrefix("/") ? String(dropFirst()) : self }
}
