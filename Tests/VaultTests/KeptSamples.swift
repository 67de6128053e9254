// Links and partings as the book keeps them, with the handles that a test wants in them.

import Accounts
import CivilTime
import JSON
import Mobility
import Testing

extension WebAddress {
  /// An address that is known to be one.
  static func known(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }
}

extension KeptAttempt {
  /// A link that holds such secrets: none for leave at the service, one for a device code, two for
  /// a browser, three with a nonce.
  static func holding(
    _ handles: [SecretHandle], number: Int = 1, of key: AccountKey = KeeperTests.key,
    until: Instant = .at(60)
  ) throws -> KeptAttempt {
    KeptAttempt(
      id: AttemptID(number), key: key, conversation: "c|1", waiters: [WaiterID(4)],
      opened: .at(0), deadline: until, step: try step(handles))
  }

  private static func step(_ handles: [SecretHandle]) throws -> Step {
    let page = try WebAddress.known("https://id.example/go?a=%20b")
    switch handles.count {
    case 0:
      return .approval(Approval(page: page, form: page, list: page))
    case 1:
      let prompt = DevicePrompt(address: page, complete: page, userCode: "WDJB-MJHT")
      let poll = DevicePoll(code: handles[0], prompt: prompt, intervalSeconds: 7)
      return .device(try plan(at: page), poll, next: .at(7))
    default:
      let wait = BrowserWait(
        way: .paste, redirect: page,
        shown: LinkAddress(address: page, secrets: ["state": handles[1]]), state: handles[1],
        verifier: handles[0], nonce: handles.count > 2 ? handles[2] : nil)
      return .browser(try plan(at: page), wait)
    }
  }

  private static func plan(at page: WebAddress) throws -> LinkPlan {
    var settings = ProviderSettings(
      provider: "uber", ways: [.device], clientID: "us", token: page, scopes: ["ride", "who"],
      hosts: AllowedHosts(bases: []))
    settings.clientSecret = "client"
    settings.device = page
    var plan = LinkPlan(settings)
    plan.handing = Handing(
      address: page,
      fields: [Handing.Field(id: "access_token", type: "string", value: ["a": [1, nil, 0.5]])])
    return plan
  }
}

extension Parting {
  /// One of which the provider is still to be told.
  static func owing(
    _ token: SecretHandle?, number: Int = 1, of key: AccountKey = KeeperTests.key,
    until: Instant = .at(60)
  ) -> Parting {
    Parting(
      id: PartingID(number), key: key, wasHere: true, isTold: false, until: until, token: token,
      provider: .waiting(until: .at(30), tries: 2), service: .ended(.refused(status: 404)),
      logout: nil)
  }
}
