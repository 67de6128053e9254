// The members of a JSON object, in the order they were written, each name once.

/// An ordered list of names and values. Looking up walks the list: objects on the wire are small,
/// and a reader of a large one goes through `members` once.
public struct JSONObject: Hashable, Sendable {
  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name as written, escapes resolved.
    public let name: String
    /// The value.
    public var value: JSONValue

    init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }

    /// Equal when the name has the same octets and the value is equal.
    public static func == (one: Member, other: Member) -> Bool {
      one.name.hasSameOctets(as: other.name) && one.value == other.value
    }
  }

  /// The members in their order.
  public private(set) var members: [Member]

  /// An object without members.
  public init() { members = [] }

  /// An object of these members; of a name that occurs twice the last value stands.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    members = []
    var places = MemberPlaces()
    for (name, value) in pairs {
      if let place = places.place(of: name, in: members) {
        members[place].value = value
      } else {
        members.append(Member(name: name, value: value))
      }
    }
  }

  /// For the parser, which has already refused duplicate names.
  init(distinct members: [Member]) { self.members = members }

  /// The number of members.
  public var count: Int { members.count }

  /// The value of that name. Setting replaces it in its place, adds it at the end, or with `nil`
  /// takes it away.
  public subscript(name: String) -> JSONValue? {
    get { members.place(of: name).map { members[$0].value } }
    set {
      let place = members.place(of: name)
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// This object with the members of another put in place or added at the end.
  public func merging(_ other: JSONObject) -> JSONObject {
    JSONObject((members + other.members).lazy.map { ($0.name, $0.value) })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members in the order written; of a name written twice the last value stands.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension [JSONObject.Member] {
  /// Where the member of that name stands. Looked at where they lie: a copy of each counts
  /// references of its name and of its value.
  fileprivate func place(of name: String) -> Int? {
    let count = name.utf8.count
    return withUnsafeBufferPointer { members in
      members.indices.first {
        members[$0].name.utf8.count == count && members[$0].name.hasSameOctets(as: name)
      }
    }
  }
}

/// Finds a name that came before while an object grows: by walking while it is small, then by
/// hashing, so that ten thousand members cost no more than ten thousand steps.
struct MemberPlaces {
  private static let walkedMax = 8
  private var hashed: [OctetName: Int] = [:]

  /// Where the name stands among the members. Asked once for each name before it is added.
  mutating func place(of name: String, in members: [JSONObject.Member]) -> Int? {
    if members.count <= Self.walkedMax {
      return members.place(of: name)
    }
    for place in hashed.count..<members.count {
      hashed[OctetName(members[place].name)] = place
    }
    return hashed[OctetName(name)]
  }
}

/// A member name that equals another only octet by octet: to JSON the composed and the decomposed
/// form of a letter are different names (RFC 8259 section 8.3).
struct OctetName: Hashable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (one: OctetName, other: OctetName) -> Bool {
    one.name.hasSameOctets(as: other.name)
  }

  func hash(into hasher: inout Hasher) {
    var name = name
    name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both are the same octets in UTF-8. `==` alone also merges canonical equivalents; that
  /// most pairs differ their lengths tell first.
  package func hasSameOctets(as other: String) -> Bool {
    guard utf8.count == other.utf8.count, self == other else { return false }
    var (one, other) = (self, other)
    return one.withUTF8 { one in other.withUTF8 { one.elementsEqual($0) } }
  }
}
