// Lists of accounts as the service writes them.

internal import JSON

extension AccountEntry {
  /// Reads the accounts that a region has; an empty body is an empty list. Entries with another
  /// action than to link or to unlink are left out, and so are those without an address.
  ///
  /// - Throws: what the service says instead (rule R2), or where the answer is not to be read.
  public static func list(
    _ answer: MobilityAnswer, limits: MobilityLimits
  ) throws(AnswerFault) -> [AccountEntry] {
    guard let value = try answer.wanted(limits) else { return [] }
    guard let list = value.array else { throw answer.failure(inPlaceOfList: value, limits) }
    let scope = ReadingScope(limits: limits, base: answer.from)
    var faults = ReadingFaults(limits)
    let entries = scope.elements(list, at: .root, max: limits.accountsMax, &faults)
    return entries.compactMap { AccountEntry($0) }
  }

  private init?(_ members: AnswerMembers) {
    let isLinked: Bool
    switch members.text("action")?.keyword {
    case "signin": isLinked = false
    case "logout": isLinked = true
    default: return nil
    }
    guard let mode = members.id("modeIdentifier"), let provider = members.id("provider"),
      let address = members.address("url")
    else { return nil }
    self.init(mode: mode, provider: provider, isLinked: isLinked, address: address)
    actionTitle = members.text("actionTitle")
    status = members.text("status")
    company = members.members("companyInfo")?.text("name") ?? members.text("companyInfo")
  }
}
