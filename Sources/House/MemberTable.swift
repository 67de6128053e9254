// Reads an object of a file by a table of the members that it may have.

internal import JSON
internal import Language

/// The members that an object of a file may have.
struct MemberTable<Target>: Sendable {
  /// The members, in the order in which help lists them.
  let members: [FileMember<Target>]
  private let places: [String: Int]
  /// What may stand below each name that is no member itself; the whole object under "".
  private let names: [String: [String]]

  init(_ members: [FileMember<Target>]) {
    self.members = members
    var places: [String: Int] = [:]
    var names: [String: [String]] = [:]
    for (index, member) in members.enumerated() {
      precondition(places.updateValue(index, forKey: member.path) == nil, "a member stands twice")
      var above = ""
      for name in member.path.split(separator: ".").map(String.init) {
        if names[above]?.contains(name) != true { names[above, default: []].append(name) }
        above += above.isEmpty ? name : ".\(name)"
      }
    }
    self.places = places
    self.names = names
  }

  /// The member of that path.
  subscript(path: String) -> FileMember<Target>? { places[path].map { members[$0] } }

  /// Reads an object into a target and returns the ways to the members that could be read, by their
  /// paths. Members that begin with `_` are remarks; null leaves what holds otherwise.
  func read(
    _ object: JSONObject, at path: JSONPath, into target: inout Target, _ sink: inout FaultSink
  ) -> [String: JSONPath] {
    var said: [String: JSONPath] = [:]
    read(object, at: path, below: "", into: &target, &said, &sink)
    return said
  }

  private func read(
    _ object: JSONObject, at path: JSONPath, below: String, into target: inout Target,
    _ said: inout [String: JSONPath], _ sink: inout FaultSink
  ) {
    for member in object.members where !member.name.hasPrefix("_") && !sink.isFull {
      let whole = below.isEmpty ? member.name : "\(below).\(member.name)"
      let here = path.appending(member.name)
      // A name with a dot in it is not the way to what lies below.
      if member.name.contains(".") {
        let reason: FileFault.Reason =
          places[whole] == nil ? .unknownMember(member.name, nearest: nil) : .dotted(member.name)
        sink.add(reason, atNameOf: here)
      } else if let place = places[whole] {
        guard !member.value.isNull else { continue }
        let before = sink.count
        members[place].read(member.value, here, &target, &sink)
        if sink.count == before { said[whole] = here }
      } else if names[whole] != nil {
        if let inner = member.value.object {
          read(inner, at: here, below: whole, into: &target, &said, &sink)
        } else if !member.value.isNull {
          sink.add(.notAnObject, at: here)
        }
      } else {
        sink.add(
          .unknownMember(member.name, nearest: nearest(to: member.name, below)), atNameOf: here)
      }
    }
  }

  /// The name that was probably meant: one that may stand there, or else the whole way to one of
  /// that name which stands elsewhere.
  private func nearest(to name: String, _ below: String) -> String? {
    if let near = SpokenName.nearest(to: name, in: names[below] ?? []) { return near }
    return members.first { member in
      member.path == name || member.path.hasSuffix(".\(name)")
    }?.path
  }
}
