// What a form asks by which somebody signs in: its questions, one after another, apart from any
// purchase. They are kept in memory alone; behind a restart they are asked anew.

public import Mobility

/// The questions of a form by which an account is linked.
public struct SignInQuestions: Hashable, Sendable {
  /// The questions, and what was answered.
  public private(set) var asked: Questionnaire
  private let limits: TravelLimits
  private let reading: MobilityLimits

  /// What is asked of a form.
  /// - Returns: Nil for a form that wants what cannot be answered one after another: another page,
  ///   an alternative, the data of a card.
  public init?(
    _ form: Form, limits: TravelLimits = TravelLimits(),
    reading: MobilityLimits = MobilityLimits()
  ) {
    do throws(FormFault) {
      asked = try Questionnaire(form)
    } catch {
      return nil
    }
    guard asked.alternatives.isEmpty, asked.place != nil,
      !asked.items.contains(where: { if case .page = $0.kind { true } else { false } })
    else { return nil }
    (self.limits, self.reading) = (limits, reading)
  }

  /// Takes an answer to the question that is asked.
  /// - Throws: why it is not taken.
  public mutating func take(_ answer: QuestionAnswer) throws(RideFault) {
    guard let item = asked.asked else { throw .nothingOpen }
    if answer == .skipped, item.isRequired { throw .required(item.title) }
    let fareMax = limits.fareQuantityMax
    if let fault = asked.take(answer, limits: reading, fareMax: fareMax) { throw .answer(fault) }
  }

  /// Asks the question before.
  /// - Throws: that there is none.
  public mutating func back() throws(RideFault) {
    guard asked.goBack() else { throw .nothingBefore }
  }

  /// Asks again what was not accepted; where nobody says what that is, all of it.
  public mutating func reopen(
    missing: [String] = [], invalid: [BookingReply.InvalidInput] = []
  ) {
    if asked.mark(missing: missing, invalid: invalid) { return }
    _ = asked.mark(missing: asked.items.map(\.id), invalid: [])
  }

  /// What is sent; nil as long as something is asked.
  public var body: Errand.Body? { asked.place == nil ? asked.body : nil }
}
