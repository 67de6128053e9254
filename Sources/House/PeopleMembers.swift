// The members that somebody has in a file of people.

internal import Bookings
internal import Gateways
internal import JSON

/// What a file says of somebody.
struct PersonDraft: MemberTarget {
  var id: String?
  var name: String?
  /// The number as written.
  var phone: String?
  /// All else.
  var person = Person(id: UserID(""), name: "")

  /// Somebody of whom all this was read.
  func person(_ id: UserID, _ name: String) -> Person {
    var whole = Person(id: id, name: name)
    (whole.email, whole.phone) = (person.email, person.phone)
    (whole.chats, whole.groups) = (person.chats, person.groups)
    (whole.mayBookFor, whole.mayManage) = (person.mayBookFor, person.mayManage)
    return whole
  }
}

/// The table of a file of people.
enum PeopleMembers {
  static let person = MemberTable<PersonDraft>([
    text("id", "by which whoever speaks is known: keep it when the name changes") {
      $1.id = $0
    },
    text("name", "the whole name") { $1.name = $0 },
    FileMember(
      "email", .email, default: "not known", "where passes go by e-mail",
      set: { (email: EmailAddress, draft) in draft.person.email = email },
      read: { $0.string.flatMap { EmailAddress(written: $0) } }),
    text("phone", form: .phone, default: "not known", "where passes go by SMS") {
      $1.phone = $0
    },
    list("chats", "by which a chat knows who speaks, as slack:U77") {
      $1.person.chats = $0.map { UserID($0) }
    },
    list("groups", "the groups that the person is in, as people call them") {
      $1.person.groups = $0
    },
    list(
      "mayBookFor", "in whose name the person may book: ids, groups, or * for everybody"
    ) { $1.person.mayBookFor = Set($0) },
    list(
      "mayManage",
      "whose bookings the person may change and give back: ids, groups, or * for everybody"
    ) { $1.person.mayManage = Set($0) },
  ])

  private static let ofText = MemberForm.text(octetsMax: PeopleLimits.textOctetsMax)

  private static func text(
    _ path: String, form: MemberForm = ofText, default standard: String? = nil, _ meaning: String,
    set: @escaping @Sendable (String, inout PersonDraft) -> Void
  ) -> FileMember<PersonDraft> {
    FileMember(path, form, default: standard, meaning) { value, path, draft, sink in
      do throws(ShapeFault) {
        set(try value.plainText(at: path, octetsMax: PeopleLimits.textOctetsMax), &draft)
      } catch {
        sink.add(.shape(error.reason), at: error.path)
      }
    }
  }

  private static func list(
    _ path: String, _ meaning: String,
    set: @escaping @Sendable ([String], inout PersonDraft) -> Void
  ) -> FileMember<PersonDraft> {
    let form = MemberForm.list(ofText, max: PeopleLimits.listMax)
    return FileMember(path, form, default: "none", meaning) { value, path, draft, sink in
      do throws(ShapeFault) {
        set(try texts(value, at: path), &draft)
      } catch {
        sink.add(.shape(error.reason), at: error.path)
      }
    }
  }

  /// A list of ids and groups, or of whatever else is said of people.
  /// - Throws: what is no such text, or that there are too many.
  static func texts(_ value: JSONValue, at path: JSONPath) throws(ShapeFault) -> [String] {
    var texts: [String] = []
    for (path, value) in try value.gappedList(at: path, max: PeopleLimits.listMax) {
      texts.append(try value.plainText(at: path, octetsMax: PeopleLimits.textOctetsMax))
    }
    return texts
  }
}
