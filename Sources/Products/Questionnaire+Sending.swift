// What was answered, as it is sent: to whatever asked it.

import CivilTime
import JSON
import Mobility

extension Questionnaire {
  /// Where the answers are sent; nil where they are not.
  var address: WebAddress? {
    switch source {
    case .product(let product, let second):
      second ? product.second?.address ?? product.booking : product.booking
    case .form(let form): form.action?.address
    case .action(let action): action.request
    }
  }

  /// Whether they can be sent now: there is a place for them, and it takes them.
  var canBeSent: Bool {
    if case .form(let form) = source, form.action?.isEnabled == false { false } else { true }
  }

  /// Whether they sign somebody in, so that what was wanted is still wanted behind them.
  var isSignIn: Bool {
    if case .form(let form) = source { form.kind == .authorization } else { false }
  }

  /// Whether they only show pages on which somebody is signed in (rule R3 b).
  var isSignInByPage: Bool {
    guard isSignIn, !items.isEmpty else { return false }
    return items.allSatisfy { item in
      if case .page = item.kind { true } else { false }
    }
  }

  /// Where a newer version is had once a question is answered; nil where none has to be.
  func refreshAddress(behind place: Int) -> WebAddress? {
    guard case .form(let form) = source, items.indices.contains(place),
      form.fields.first(where: { $0.id == items[place].id })?.refreshesForm == true
    else { return nil }
    return form.action?.address
  }

  /// Where one goes on from a page that was opened; nil for nowhere.
  func next(behind place: Int) -> WebAddress? {
    guard case .form(let form) = source, items.indices.contains(place),
      case .page(let page, _) = items[place].kind
    else { return nil }
    for field in form.fields where field.id == items[place].id {
      if case .external(page, let next, _, _) = field.kind { return next }
    }
    return nil
  }

  /// What is sent.
  var body: Errand.Body? {
    switch source {
    case .product(let product, _):
      let kinds = Dictionary(
        product.inputs.map { ($0.id, $0.kind) }, uniquingKeysWith: { first, _ in first })
      var answers: [String: InputAnswer] = [:]
      for item in items { answers[item.id] = item.input(of: kinds[item.id]) }
      return product.body(answers: answers, quantities: quantities(of: product.fares))
    case .form(let form):
      let kinds = Dictionary(
        form.fields.map { ($0.id, $0.kind) }, uniquingKeysWith: { first, _ in first })
      var answers: [String: FieldAnswer] = [:]
      for item in items { answers[item.id] = item.field(of: kinds[item.id]) }
      return form.body(answers: answers)
    case .action(let action):
      var answers: [String: String] = [:]
      for item in items {
        if case .text(let text) = item.answer { answers[item.id] = text }
      }
      return action.body(answers: answers)
    }
  }

  private func quantities(of fares: [Fare]) -> [String: Int] {
    for item in items {
      guard case .fares = item.kind, case .counts(let counts) = item.answer else { continue }
      return Dictionary(
        zip(fares.map(\.id), counts).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
    }
    return [:]
  }
}

extension Questionnaire.Item {
  /// The answer as an input of a product takes it; nil for what came.
  fileprivate func input(of kind: ProductInput.Kind?) -> InputAnswer? {
    switch (answer, kind) {
    case (.text(let text), _): .one(text)
    case (.number(let number), _): .one(Int(exactly: number).map(String.init) ?? String(number))
    case (.flag(let isYes), _): .one(isYes ? "true" : "false")
    case (.choice(let place), .single(let choices)):
      choices.indices.contains(place) ? .one(choices.usedFirst[place].id) : nil
    case (.several(let places), .multiple(let choices)):
      .several(places.filter(choices.indices.contains).map { choices.usedFirst[$0].id })
    case (.returning(let instant), _): .one(instant?.rfc3339 ?? Self.oneWay)
    case (.skipped, .multiple): .several([])
    case (.skipped, _): .one("")
    default: nil
    }
  }

  /// As the service names a trip without return (section 1.6).
  private static let oneWay = "One-way only"

  /// The answer as a field of a form takes it; nil for what came.
  fileprivate func field(of kind: Field.Kind?) -> FieldAnswer? {
    switch (answer, kind) {
    case (.text(let text), _): .text(text)
    case (.number(let number), _): .number(number)
    case (.clock(let seconds), _): .time(seconds: seconds)
    case (.flag(let isYes), _): .flag(isYes)
    case (.choice(let place), .option(let options)):
      options.indices.contains(place) ? .option(options[place]) : nil
    case (.place(let place), _): .place(place)
    case (.moment(let instant), _): .moment(instant)
    case (.secret(let handle), _): .secret(handle)
    default: nil
    }
  }
}
