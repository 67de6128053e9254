// Fields of a form as the service writes them: which kind of answer their type means.

internal import CivilTime
internal import JSON

extension Field {
  /// A field, or nil where it would be sent but has no id, or holds a form that is not read.
  init?(_ members: AnswerMembers, depth: Int, _ faults: inout ReadingFaults) {
    let type = members.text("type") ?? ""
    guard let kind = Kind(type, members, depth: depth, &faults) else { return nil }
    self.init(id: members.id("id") ?? "", type: type, kind: kind)
    title = members.text("title")
    subtitle = members.text("subtitle")
    sidetitle = members.text("sidetitle")
    placeholder = members.text("placeHolder", "placeholder")
    isRequired = members.flag("required") ?? false
    isReadOnly = members.flag("readOnly") ?? false
    isHidden = members.flag("hidden") ?? false
    refreshesForm = members.flag("refresh") ?? false
    value = Self.isKept(id: id, kind) ? members.value("value") : nil
    if id.isEmpty, isSent {
      faults.note(members.path.appending("id"), .missing)
      return nil
    }
  }

  /// The id of the field that carries the secret by which we are known to a provider.
  static let clientSecretID = "clientSecret"

  /// Whether what came may be kept: secrets are not (rule R21), and addresses and forms stand in
  /// the kind, where an address does not print what it carries.
  private static func isKept(id: String, _ kind: Kind) -> Bool {
    switch kind {
    case .password, .form, .link, .external: false
    case .text, .number, .time, .flag, .option, .address, .moment, .code, .other:
      id != clientSecretID
    }
  }
}

extension Field.Kind {
  /// By the name of a type, without regard to case, and by what else the field tells.
  fileprivate init?(
    _ type: String, _ members: AnswerMembers, depth: Int, _ faults: inout ReadingFaults
  ) {
    let isText = members.value("value")?.string != nil
    switch type.keyword {
    case "string", "text": self = .text(Field.Keyboard(members.text("keyboardType")))
    case "number", "stepper":
      var (least, most) = (members.number("minValue"), members.number("maxValue"))
      // Bounds that no number meets are none.
      if let low = least, let high = most, low > high { (least, most) = (nil, nil) }
      self = .number(least: least, most: most, asText: isText)
    case "time": self = .time(asText: isText)
    case "password": self = .password
    case "switch": self = .flag(asText: isText)
    case "option": self = .option(FormOption.list(members, &faults))
    case "address": self = .address
    case "datetime":
      let unit = Field.MomentUnit(members.value("value"))
      self = .moment(unit, zone: members.id("timezone"))
    case "link":
      self = .link(members.address("value"), Field.LinkMethod(members))
    case "external":
      self = .external(
        page: members.address("value"), next: members.address("nextURL"),
        disregard: members.address("disregardURL"), message: members.text("message"))
    case "qrcode": self = .code
    default:
      guard Form.Kind(name: type) != nil else {
        self = .other
        return
      }
      // The field itself is the form, or its value is.
      let nested = members.members("value") ?? members
      guard let form = Form(nested, depth: depth + 1, &faults) else { return nil }
      self = .form(form)
    }
  }
}

extension Field.Keyboard {
  fileprivate init(_ name: String?) {
    self = name.flatMap { Field.Keyboard(rawValue: $0.keyword.uppercased()) } ?? .text
  }
}

extension Field.MomentUnit {
  /// As the value is written; seconds where there is none.
  fileprivate init(_ value: JSONValue?) {
    guard let value, let instant = value.tolerantInstant else {
      self = .seconds
      return
    }
    if let number = value.tolerantNumber {
      // What counts milliseconds is the moment itself; what counts seconds a thousandth of it.
      self = number == Double(instant.milliseconds) && number != 0 ? .milliseconds : .seconds
    } else {
      self = .iso
    }
  }
}

extension Field.LinkMethod {
  /// By its name. Without one a page to sign in on is for a person, and so is what has a name that
  /// is not known: nothing is asked for that nobody meant.
  fileprivate init(_ members: AnswerMembers) {
    if let name = members.text("method") {
      self = Field.LinkMethod(rawValue: name.keyword) ?? .external
    } else {
      self = members.id("id") == "oauth" ? .external : .get
    }
  }
}

extension FormOption {
  fileprivate static func list(
    _ members: AnswerMembers, _ faults: inout ReadingFaults
  ) -> [FormOption] {
    guard let value = members.value("allValues") else { return [] }
    let path = members.path.appending("allValues")
    guard let list = value.array else {
      faults.note(path, .kind)
      return []
    }
    let optionsMax = members.limits.optionsMax
    if list.count > optionsMax { faults.note(path, .tooMany) }
    return list.prefix(optionsMax).enumerated().compactMap { place, whole in
      let here = path.appending(place)
      guard let option = FormOption(whole, at: here, in: members.scope) else {
        faults.note(here, .kind)
        return nil
      }
      return option
    }
  }

  /// An object with a title, or with a value that stands for it; or a plain text.
  private init?(_ whole: JSONValue, at path: JSONPath, in scope: ReadingScope) {
    let members = whole.object.map { AnswerMembers($0, at: path, in: scope) }
    let text = members?.text("title", "value") ?? whole.tolerantText
    guard let title = text?.cut(toOctets: scope.limits.textOctetsMax) else { return nil }
    self.init(title: title, whole: whole)
    subtitle = members?.text("subtitle", "sidetitle")
  }
}
