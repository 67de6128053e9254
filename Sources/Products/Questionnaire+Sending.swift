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
    case (.choice(let place), .single(let choices)): .one(choices.usedFirst[place].id)
    case (.several(let places), .multiple(let choices)):
      .several(places.map { choices.usedFirst[$0].id })
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
