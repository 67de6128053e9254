// What is asked of what came with a product or as a form: hidden fields are sent unseen, read-only
// ones are told, the rest is asked.

import CivilTime
import JSON
import Mobility

/// Why a form cannot be filled in here.
public enum FormFault: Error, Hashable, Sendable {
  /// It wants the data of a card, or another payment that is not made through us (rule R7).
  case payment
  /// A field that must be answered is of a kind that nobody here knows.
  case field(String)
}

extension Questionnaire {
  /// What is asked before a product is booked on a leg that begins in a zone; nil for nothing.
  init?(_ product: Product, second: Bool, zone: String?) {
    var items = product.inputs.compactMap { Item($0, zone: zone) }
    let fares = product.fares
    if !fares.isEmpty {
      let counts = fares.map(\.quantity)
      items.append(
        Item(
          id: "fares", title: "", details: [], isRequired: true,
          kind: .fares(fares, oneKindOnly: product.takesOneFareOnly),
          answer: counts.contains { $0 > 0 } && fares.count == 1 ? .counts(counts) : nil))
    }
    guard !items.isEmpty else { return nil }
    self.init(
      title: product.title, items: items, sendTitle: product.bookingTitle,
      hasPrice: product.price != nil || !fares.isEmpty,
      source: .product(product, second: second))
  }

  /// What is asked of a form.
  init(_ form: Form) throws(FormFault) {
    if form.asksForCard { throw .payment }
    var items: [Item] = []
    var alternatives: [Alternative] = []
    var texts = [form.subtitle, form.message].compactMap(\.self)
    for group in form.groups {
      for field in group.fields where !field.isHidden {
        if field.isReadOnly || field.kind == .code {
          if let told = field.told { texts.append(told) }
          continue
        }
        if let alternative = Alternative(field) {
          alternatives.append(alternative)
        } else if let item = try Item(field) {
          items.append(item)
        } else if let told = field.told {
          texts.append(told)
        }
      }
      if let footer = group.footer { texts.append(footer) }
    }
    self.init(
      title: form.title, texts: texts, items: items, sendTitle: form.action?.title,
      source: .form(form))
    self.alternatives = alternatives
  }

  /// A form of which nothing is asked: what it carries unseen is sent.
  init(unasked form: Form) {
    self.init(title: form.title, items: [], source: .form(form))
  }

  /// What is asked before something is done with what is booked; nil for nothing.
  init?(_ action: RideAction) {
    let items = action.inputs.filter { !$0.isHidden }.map { input in
      Item(
        id: input.field, title: input.field, details: [], isRequired: true, kind: .text(.text),
        answer: input.value.map(QuestionAnswer.text))
    }
    guard !items.isEmpty else { return nil }
    self.init(title: action.title, items: items, source: .action(action))
  }
}

extension Questionnaire.Alternative {
  /// Another form; nil where a field is no way to one.
  fileprivate init?(_ field: Field) {
    let named = field.title ?? field.subtitle
    switch field.kind {
    case .form(let form):
      self.init(title: named ?? form.title ?? field.id, way: .form(form))
    case .link(let address?, let method):
      let title = named ?? field.id
      switch method {
      case .get:
        let acts = Self.acting.contains { field.id.isSameID(as: $0) }
        self.init(title: title, way: acts ? .act(address) : .open(address))
      case .post: self.init(title: title, way: .post(address))
      case .refresh: self.init(title: title, way: .refresh(address))
      case .external: return nil
      }
    case .link, .text, .number, .time, .password, .flag, .option, .address, .moment, .external,
      .code, .other:
      return nil
    }
  }

  /// Ids of links by which something is done (section 1.5).
  private static let acting = ["cancel_booking", "pay_booking"]
}

extension Questionnaire.Item {
  fileprivate init?(_ input: ProductInput, zone: String?) {
    let kind: Questionnaire.Kind
    var answer: QuestionAnswer?
    switch input.kind {
    case .text:
      kind = .text(.text)
      answer = input.value.isEmpty ? nil : .text(input.value)
    case .single(let choices):
      let sorted = choices.usedFirst
      kind = .choice(sorted.map(\.title))
      answer = sorted.firstIndex { $0.id == input.value }.map(QuestionAnswer.choice)
    case .multiple(let choices):
      let sorted = choices.usedFirst
      kind = .several(sorted.map(\.title))
      let taken = sorted.indices.filter { input.values.contains(sorted[$0].id) }
      answer = taken.isEmpty ? nil : .several(Array(taken))
    case .returnTrip: kind = .returnTrip(zone: zone)
    case .number(let range):
      kind = .number(least: Double(range.lowerBound), most: Double(range.upperBound))
      answer = Int(input.value).map { .number(Double($0)) }
    case .terms(let address): kind = .terms(address)
    case .other:
      // What must be answered and is of no known kind is asked as a text: the service checks it.
      guard input.isRequired else { return nil }
      kind = .text(.text)
    }
    self.init(
      id: input.id, title: input.title, details: [], isRequired: input.isRequired, kind: kind,
      answer: answer)
  }

  fileprivate init?(_ field: Field) throws(FormFault) {
    let kind: Questionnaire.Kind
    switch field.kind {
    case .text(let keyboard): kind = .text(keyboard)
    case .number(let least, let most, _): kind = .number(least: least, most: most)
    case .time: kind = .clock
    case .password: kind = .secret
    case .flag: kind = .flag(mustBeYes: field.isRequired || field.isOfTerms)
    case .option(let options):
      // Nothing could be chosen.
      guard !options.isEmpty else {
        guard field.isRequired, field.value == nil else { return nil }
        throw .field(field.title ?? field.id)
      }
      kind = .choice(options.map(\.title))
    case .address: kind = .place
    case .moment(_, let zone): kind = .moment(zone: zone)
    case .external(let page, _, _, let message): kind = .page(page, message: message)
    case .link(let address, .external):
      kind = .page(address, message: nil)
    // Other forms are no questions: they are offered beside. A link to nowhere is only told.
    case .link, .form: return nil
    case .code: return nil
    case .other:
      guard field.isRequired else { return nil }
      throw .field(field.title ?? field.id)
    }
    self.init(
      id: field.id, title: field.title ?? field.id,
      details: [field.subtitle, field.sidetitle, field.placeholder].compactMap(\.self),
      isRequired: field.isRequired || field.isOfTerms, kind: kind, answer: field.given)
  }
}

extension Field {
  /// Whether it asks whether terms are accepted, which it must be by whoever speaks.
  fileprivate var isOfTerms: Bool {
    ["acceptTermsAndConditions", "insuranceTermsAndConditions"].contains { id.isSameID(as: $0) }
  }

  /// What is told of it where it cannot be answered.
  fileprivate var told: String? {
    let value = text
    switch (title, value) {
    case (let title?, let value?): return title.isEmpty ? value : "\(title): \(value)"
    case (let title, let value): return title ?? value
    }
  }

  private var text: String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let number): String(number)
    case .object(let object): (object["name"] ?? object["address"] ?? object["title"])?.string
    default: nil
    }
  }

  /// What is there already, as an answer; nil for nothing.
  fileprivate var given: QuestionAnswer? {
    switch (kind, value) {
    case (.text, .string(let text)): text.isEmpty ? nil : .text(text)
    case (.number, let value?): value.number.map(QuestionAnswer.number)
    case (.time, let value?): value.number.flatMap { Int(exactly: $0) }.map { .clock(seconds: $0) }
    case (.flag, let value?): isOfTerms ? nil : value.flag.flatMap { given(flag: $0) }
    case (.option(let options), let value?):
      options.firstIndex { $0.whole.isSameOption(as: value) }.map(QuestionAnswer.choice)
    case (.address, .object(let object)): Place(object).map(QuestionAnswer.place)
    case (.moment(let unit, _), let value?): value.instant(in: unit).map(QuestionAnswer.moment)
    default: nil
    }
  }

  /// A no that must be yes is no answer.
  private func given(flag isYes: Bool) -> QuestionAnswer? {
    isYes || !isRequired ? .flag(isYes) : nil
  }
}

extension String {
  /// Whether both are one id, apart from case.
  fileprivate func isSameID(as other: String) -> Bool { lowercased() == other.lowercased() }
}

extension Place {
  fileprivate init?(_ object: JSONObject) {
    self.init()
    name = object["name"]?.string
    address = object["address"]?.string
    latitude = object["lat"]?.number
    longitude = object["lng"]?.number
    if name == nil, address == nil, latitude == nil { return nil }
  }
}

extension JSONValue {
  /// A truth, or a text that is one.
  fileprivate var flag: Bool? { bool ?? string.flatMap { Bool($0.lowercased()) } }

  /// Whether both are one of the options: alike, or of the same value.
  fileprivate func isSameOption(as other: JSONValue) -> Bool {
    if self == other { return true }
    guard let value = self["value"], !value.isNull else { return false }
    return value == (other.object == nil ? other : other["value"])
  }

  /// A moment in the unit in which its field came.
  fileprivate func instant(in unit: Field.MomentUnit) -> Instant? {
    switch unit {
    case .iso: string.flatMap { Instant(rfc3339: $0) }
    case .seconds: Self.instant(milliseconds: number.map { $0 * 1_000 })
    case .milliseconds: Self.instant(milliseconds: number)
    }
  }

  private static func instant(milliseconds: Double?) -> Instant? {
    guard let milliseconds, milliseconds.isFinite,
      let whole = Int64(exactly: milliseconds.rounded()), years.contains(whole)
    else { return nil }
    return Instant(milliseconds: whole)
  }

  /// The years 1 to 9999, in milliseconds.
  private static let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// A number, or a text that is one.
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .string(let text): Double(text)
    default: nil
    }
  }
}

extension [ProductInput.Choice] {
  /// Those that were taken last time first.
  var usedFirst: [ProductInput.Choice] {
    filter(\.wasLastUsed) + filter { !$0.wasLastUsed }
  }
}
