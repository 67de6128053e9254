// What a scripted gateway is told to do with one call, as a request or a written conversation says.

public import JSON

/// What becomes of one call of a scripted gateway.
public enum ScriptedOutcome: Hashable, Sendable {
  /// All passes are sent.
  case ok
  /// Sending stops at a pass, counted from 0 as the gateway counts, with a code above 4000; without
  /// an index the gateway does not say where and has sent nothing.
  case halt(index: Int?, code: Int)
  /// The answer is lost after so many passes were sent.
  case lost(after: Int)
  /// No answer ever comes, and nothing is sent.
  case hang
  /// An HTTP status and no more; nothing is sent.
  case status(Int)
  /// A code of 1000 to 4000; nothing is sent.
  case refuse(code: Int)
  /// An answer that means nothing; nothing is sent.
  case nonsense

  /// The outcomes of `{"outcomes": ["ok", {"halt": 1, "code": 4103}, {"lost": 2}, "hang",
  /// {"refuse": 3000}, "nonsense", 500]}`; nil if it is anything else. `{"halt": null, …}` gives no
  /// index.
  public static func list(_ value: JSONValue) -> [ScriptedOutcome]? {
    guard let values = value["outcomes"]?.array else { return nil }
    let outcomes = values.compactMap { ScriptedOutcome($0) }
    return outcomes.count == values.count ? outcomes : nil
  }

  /// The outcome that one element of such a list names.
  public init?(_ value: JSONValue) {
    switch value {
    case .string(let word): self.init(word: word)
    case .integer(let status): self.init(status: Int(status))
    case .object(let object): self.init(object)
    case .null, .bool, .number, .array: return nil
    }
  }

  /// The outcome that a line of a written conversation names: `ok`, `halt 1 4103`, `halt ? 4103`
  /// without an index, `lost 2`, `hang`, `refuse 3000`, `nonsense` or `500`.
  public init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("halt", 3):
      let index = words[1] == "?" ? nil : Int(words[1])
      guard let code = Int(words[2]), index != nil || words[1] == "?" else { return nil }
      self.init(halt: index, code: code)
    case ("lost", 2):
      guard let count = Int(words[1]) else { return nil }
      self.init(lost: count)
    case ("refuse", 2):
      guard let code = Int(words[1]) else { return nil }
      self.init(refuse: code)
    case (let word?, 1):
      if let status = Int(word) { self.init(status: status) } else { self.init(word: word) }
    default: return nil
    }
  }

  private init?(_ object: JSONObject) {
    let names = Set(object.members.map(\.name))
    if names == ["halt", "code"], let code = object["code"]?.integer, let halt = object["halt"] {
      guard halt.isNull || halt.integer != nil else { return nil }
      self.init(halt: halt.integer.map { Int($0) }, code: Int(code))
    } else if names == ["lost"], let count = object["lost"]?.integer {
      self.init(lost: Int(count))
    } else if names == ["refuse"], let code = object["refuse"]?.integer {
      self.init(refuse: Int(code))
    } else {
      return nil
    }
  }

  private init?(word: String) {
    switch word {
    case "ok": self = .ok
    case "hang": self = .hang
    case "nonsense": self = .nonsense
    default: return nil
    }
  }

  private init?(halt index: Int?, code: Int) {
    guard (4001...9999).contains(code) else { return nil }
    self = .halt(index: index, code: code)
  }

  private init?(lost count: Int) {
    guard count >= 0 else { return nil }
    self = .lost(after: count)
  }

  private init?(refuse code: Int) {
    guard (1000...4000).contains(code) else { return nil }
    self = .refuse(code: code)
  }

  /// 200 without a body would be nonsense, and below 300 nothing is refused.
  private init?(status: Int) {
    guard (300...599).contains(status) else { return nil }
    self = .status(status)
  }
}

extension ScriptedOutcome: CustomStringConvertible {
  /// As a line of a written conversation names it.
  public var description: String {
    switch self {
    case .ok: "ok"
    case .halt(let index, let code): "halt \(index.map(String.init) ?? "?") \(code)"
    case .lost(let count): "lost \(count)"
    case .hang: "hang"
    case .status(let status): String(status)
    case .refuse(let code): "refuse \(code)"
    case .nonsense: "nonsense"
    }
  }
}
