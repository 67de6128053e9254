// Forms that ask for an authorisation of which we are the client (rule R3 a), and agreements: both
// are told from other forms by the ids of their fields.

internal import JSON

extension OwnAuthorization {
  /// What a form asks for, or nil where it asks a person for anything: then it is a form, or shows
  /// the page on which the service itself is given leave (rule R3 b).
  init?(_ form: Form, _ members: AnswerMembers) {
    guard form.kind == .authorization, !form.fields.contains(where: \.isAsked) else { return nil }
    let text = { (id: String) in
      form.fields.first { $0.id == id }?.value?.tolerantText.map { String($0.trimmed) }
    }
    guard let provider = form.value ?? text("provider"), let authorize = text("authURL"),
      let token = text("tokenURL"), let clientID = text("clientID")
    else { return nil }
    self.init(
      provider: provider, authorize: authorize, token: token, clientID: clientID,
      scope: text("scope"), redirect: text("redirectUri"),
      usesBasic: text("accessTokenBasicAuth")?.keyword == "true", form: form)
    clientSecret = Self.clientSecret(members)
  }

  /// What stands in the place of the secret; the form does not keep it.
  private static func clientSecret(_ members: AnswerMembers) -> SecretHandle? {
    var faults = ReadingFaults(members.limits)
    for group in members.elements("form", max: members.limits.groupsMax, &faults) {
      let fields = group.elements("fields", max: members.limits.fieldsMax, &faults)
      let secret = fields.first { $0.id("id") == Field.clientSecretID }
      if let text = secret?.id("value") { return SecretHandle(text) }
    }
    return nil
  }
}

extension Agreement {
  private static let disregardID = "disregardURL"
  private static let pageID = "auth"

  /// The terms that a form holds, or nil where it holds none. The field of the page may be missing:
  /// what has a place to come back to was to be accepted all the same, never sent unasked.
  init?(_ form: Form, in scope: ReadingScope) {
    let fields = form.fields
    guard fields.contains(where: { $0.id == Self.disregardID }) else { return nil }
    let page = fields.first { $0.id == Self.pageID }
    var texts = [form.subtitle, form.message].compactMap { $0 }
    for group in form.groups {
      texts += [group.title].compactMap { $0 }
      for field in group.fields
      where !field.isHidden && field.id != Self.disregardID && field.id != Self.pageID {
        texts += field.told
      }
      texts += [group.footer].compactMap { $0 }
    }
    self.init(
      title: form.title, texts: texts, page: page?.page(in: scope), next: form.action?.address)
    self.form = form
  }
}

extension Field {
  /// The page that a field shows, whatever its type.
  fileprivate func page(in scope: ReadingScope) -> WebAddress? {
    switch kind {
    case .link(let address, _): address
    case .external(let page, _, _, _): page
    case .text, .number, .time, .password, .flag, .option, .address, .moment, .form, .code, .other:
      value?.string.flatMap(scope.address)
    }
  }

  /// What a field tells, apart from being asked.
  fileprivate var told: [String] {
    let value: String? =
      switch kind {
      case .text, .number: self.value?.tolerantText
      case .time, .password, .flag, .option, .address, .moment, .link, .external, .form, .code,
        .other:
        nil
      }
    return [title, value, subtitle, sidetitle].compactMap { $0 }
  }
}
