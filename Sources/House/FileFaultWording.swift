// What can be wrong in a building or configuration file, and the words for it.

public import Gateways
public import JSON

extension FileFault {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be read, in the system's words.
    case unreadable(String)
    /// It is not JSON.
    case notJSON(JSONFault.Reason)
    /// An object is expected.
    case notAnObject
    /// A building is neither a list nor an object.
    case notABuilding
    /// The value is not of the form.
    case expected(MemberForm)
    /// A value in the shape of a gateway's answer that cannot be read.
    case shape(ShapeFault.Reason)
    /// A member that there is not, and the one that was probably meant.
    case unknownMember(String, nearest: String?)
    /// The way to a member, written as its name.
    case dotted(String)
    /// A word that is none of those expected.
    case unknownWord(String, nearest: String?, MemberForm)
    /// A member without which nothing can be done.
    case missing(String)
    /// The same is said twice, and not alike.
    case saidAlready(as: String)
    /// The name means another room already.
    case nameTaken(String, by: String)
    /// Another room has the identifier.
    case identifierTaken(String)
    /// A name without a letter or digit.
    case nameCannotBeSaid
    /// A building without a room.
    case noRooms
    /// The house closes before it opens.
    case closesBeforeOpening(opens: String, closes: String)
    /// A time that does not lie on the grid.
    case offGrid(time: String, gridMinutes: Int)
    /// A number that must not be larger than another.
    case exceeds(String, value: Int64)
    /// A number that must not be smaller than another.
    case below(String, value: Int64)
    /// An address that names no gateway.
    case gateway(GatewayAddress.Fault)
    /// A path that begins with `~`.
    case tilde
    /// Passes go by e-mail, whatever else they need.
    case passNeedsAddress
    /// People are a list in JSON, or a table.
    case notPeople
    /// A list without anybody.
    case nobody
    /// Somebody else has the id or chat id.
    case userTaken(String, by: String)
    /// Somebody else has the address.
    case addressTaken(String, by: String)
    /// It is no table of comma-separated values.
    case table(WrittenTable.Fault)
  }
}

extension FileFault.Reason {
  /// What is wrong, as the end of a line that begins with the place.
  public var words: String {
    switch self {
    case .unreadable(let words): "cannot be read: \(words)"
    case .notJSON(let reason): reason.words
    case .notAnObject: "an object is expected here, in { }"
    case .notABuilding: "a list of rooms or an object with \"rooms\" is expected here"
    case .expected(let form): "\(form.words) is expected here"
    case .shape(let reason): reason.words
    case .unknownMember(let name, let nearest):
      "unknown member \(name.quoted)" + Self.hint(nearest)
    case .dotted(let name):
      "write \(name.quoted) as objects: " + Self.nested(name.split(separator: ".")[...])
    case .unknownWord(let word, let nearest, let form):
      "unknown: \(word.quoted)"
        + (nearest.map { Self.hint($0) } ?? "; \(form.words) is expected here")
    case .missing(let name): "the member \(name.quoted) is missing"
    case .saidAlready(let member): "\(member.quoted) says otherwise; leave one of them out"
    case .nameTaken(let name, let room):
      "the name \(name.quoted) already means the room \(room.quoted)"
    case .identifierTaken(let id): "another room has the id \(id.quoted)"
    case .nameCannotBeSaid: "a name needs a letter or a digit"
    case .noRooms: "a building has at least one room"
    case .closesBeforeOpening(let opens, let closes):
      "the house would open at \(opens) and close at \(closes)"
    case .offGrid(let time, let minutes): "\(time) does not lie on the grid of \(minutes) minutes"
    case .exceeds(let member, let value): "this must not be more than \(member), which is \(value)"
    case .below(let member, let value): "this must not be less than \(member), which is \(value)"
    case .gateway(let fault): fault.words
    case .tilde: "\"~\" is not understood here; write the whole path"
    case .passNeedsAddress: "every pass needs \"email\""
    case .notPeople: "a list of people is expected here, in [ ]"
    case .nobody: "there is nobody in it"
    case .userTaken(let id, let name): "\(name.quoted) has the id \(id.quoted) already"
    case .addressTaken(let email, let name): "\(name.quoted) has \(email.quoted) already"
    case .table(let fault): fault.words
    }
  }

  private static func nested(_ names: ArraySlice<Substring>) -> String {
    guard let first = names.first else { return "…" }
    return "{\"\(first)\": \(nested(names.dropFirst()))}"
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { "; did you mean \($0.quoted)?" } ?? ""
  }
}

extension WrittenTable.Fault {
  /// What is wrong, as the end of a line that begins with the place.
  var words: String {
    switch self {
    case .lineTooLong(let max): "this line has more than \(max) octets"
    case .tooLong(let max): "the file has more than \(max) octets"
    case .tooMany(let max): "there are more than \(max) people"
    case .quote: "a field in quotes ends in a quote, and quotes inside it are written twice"
    case .fields(let count, let names):
      "this line has \(count) fields, the first line names \(names)"
    case .notUTF8: "this is no UTF-8"
    }
  }
}

extension FileFault: CustomStringConvertible {
  /// `rooms.json:12:5: unknown member "seatz"; did you mean "seats"?`.
  public var description: String {
    let place = place.map { "\($0): " } ?? ""
    return "\(file.shown):\(place.isEmpty ? " " : place)\(reason.words)"
  }
}

extension FileFaults: CustomStringConvertible {
  /// A line for each fault, without a line feed at the end.
  public var description: String {
    var lines = faults.map(\.description)
    if isCutShort, let file = faults.first?.file {
      lines.append("\(file.shown): there is more; these are the first \(faults.count)")
    }
    return lines.joined(separator: "\n")
  }
}
