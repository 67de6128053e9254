// Reads the manifest as text: asking SwiftPM from within a test would wait for its lock for ever.

/// A target as the manifest plans it.
struct PlannedTarget: Equatable {
  /// The word that makes it, as `executableTarget`.
  let kind: String
  let name: String
  /// The targets it may use.
  let dependencies: [String]
  /// Where its files are, from the top of the package.
  let folder: String
}

/// The targets of a manifest.
struct Manifest {
  private(set) var targets: [PlannedTarget] = []
  /// Whether it says that the package depends on no other.
  let hasNoPackages: Bool

  private static let kinds: Set = [
    "target", "executableTarget", "systemLibrary", "testTarget", "plugin", "macro", "binaryTarget",
  ]

  init(_ text: String) {
    let words = ManifestWords(text).words
    hasNoPackages =
      words.indices.contains { index in
        words[index...].prefix(4).elementsEqual(["dependencies", ":", "[", "]"])
      }
      && !words.indices.contains { words[$0...].prefix(3).elementsEqual([".", "package", "("]) }
    // A call within a target is one of its dependencies, not another target.
    var end = 0
    for index in words.indices.dropLast(2) where index >= end && words[index] == "." {
      guard Self.kinds.contains(words[index + 1]), words[index + 2] == "(" else { continue }
      let arguments = Self.arguments(of: words[(index + 2)...], end: &end)
      guard let name = arguments["name"]?.first else { continue }
      let home = words[index + 1] == "testTarget" ? "Tests" : "Sources"
      targets.append(
        PlannedTarget(
          kind: words[index + 1], name: name, dependencies: arguments["dependencies"] ?? [],
          folder: arguments["path"]?.first ?? "\(home)/\(name)"))
    }
  }

  /// The strings of each labelled argument of a call, at whatever depth.
  private static func arguments(
    of call: ArraySlice<String>, end: inout Int
  ) -> [String: [String]] {
    var depth = 0
    var label = ""
    var found: [String: [String]] = [:]
    for (index, word) in zip(call.indices, call) {
      if word == "(" || word == "[" { depth += 1 }
      if word == ")" || word == "]" { depth -= 1 }
      end = index + 1
      if depth == 0 { break }
      if depth == 1, call.indices.contains(index + 1), call[index + 1] == ":" { label = word }
      if word.first == "\"" { found[label, default: []].append(String(word.dropFirst())) }
    }
    return found
  }
}

/// The words and signs of a manifest; a string is its text after a `"`.
private struct ManifestWords {
  var words: [String] = []

  init(_ text: String) {
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if first == "\"" {
        let string = rest.dropFirst().prefix { $0 != "\"" }
        words.append("\"" + string)
        rest = rest.dropFirst(string.count + 2)
      } else if first.isLetter || first.isNumber || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        words.append(String(word))
        rest = rest.dropFirst(word.count)
      } else {
        if !first.isWhitespace { words.append(String(first)) }
        rest = rest.dropFirst()
      }
    }
  }
}
