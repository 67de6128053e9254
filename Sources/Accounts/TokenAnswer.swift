// What the answers of a token endpoint and a device endpoint mean (RFC 6749 §5, RFC 8628 §3.2 and
// §3.5). Tolerant: numbers may be texts, names are compared without case.

internal import JSON
internal import Mobility

/// What an answer to a request for tokens means.
enum TokenAnswer: Hashable, Sendable {
  /// A pair.
  case granted(TokenGrant)
  /// Nobody has given leave yet.
  case pending
  /// The same, and it was asked too fast.
  case slowDown(retryAfterSeconds: Int?)
  /// Not now.
  case passing(retryAfterSeconds: Int?)
  /// It did not leave.
  case unreached
  /// It left, and nobody knows what came of it.
  case lost
  /// Something answered well that is no JSON, as a page of whoever stands between.
  case garbled
  /// No, for that reason as the RFCs name it; empty if none is named.
  case refused(String)
  /// It was answered well, and holds no token.
  case empty

  /// What came of a request means.
  init(_ outcome: ErrandOutcome, limits: AccountLimits) {
    switch outcome {
    case .notSent, .notAllowed: self = .unreached
    case .lost: self = .lost
    case .unreadable: self = .garbled
    case .answered(let answer): self = Self.meaning(of: answer, limits: limits)
    }
  }

  private static func meaning(of answer: MobilityAnswer, limits: AccountLimits) -> TokenAnswer {
    let later = answer.retryAfterSeconds.map { min(max(0, $0), limits.retryAfterSecondsMax) }
    let isGood = (200..<300).contains(answer.status)
    guard let object = IdentityBody(answer, limits) else {
      return isGood ? .garbled : .passing(retryAfterSeconds: later)
    }
    if let error = object.text("error")?.lowercased() {
      switch error {
      case "authorization_pending": return .pending
      case "slow_down": return .slowDown(retryAfterSeconds: later)
      case "temporarily_unavailable", "server_error": return .passing(retryAfterSeconds: later)
      case "access_denied", "expired_token", "invalid_client", "invalid_grant",
        "unauthorized_client", "invalid_scope":
        return .refused(error)
      default: break
      }
    }
    if answer.status == 429 || answer.status >= 500 {
      return .passing(retryAfterSeconds: later)
    }
    if let error = object.text("error") { return .refused(String(error.prefix(100))) }
    guard isGood else { return .refused("") }
    guard let grant = TokenGrant(object, limits: limits) else { return .empty }
    return .granted(grant)
  }
}

/// A pair of tokens, as handles.
struct TokenGrant: Hashable, Sendable {
  var access: SecretHandle
  var refresh: SecretHandle?
  var identity: SecretHandle?
  var scope: String?
  var expiresSeconds: Int?

  /// The pair that a body holds; none without an access token, or with one that is no bearer's.
  init?(_ body: IdentityBody, limits: AccountLimits) {
    let type = body.text("token_type")?.lowercased() ?? "bearer"
    guard type == "bearer", let access = body.handle("access_token", limits) else { return nil }
    self.access = access
    refresh = body.handle("refresh_token", limits)
    identity = body.handle("id_token", limits)
    scope = body.text("scope")
    // Ten years at most: what is longer is no time.
    expiresSeconds = body.number("expires_in").flatMap { $0 > 0 ? min($0, 315_360_000) : nil }
  }

  var handles: [SecretHandle] { [access] + [refresh, identity].compactMap(\.self) }

  /// What of the leave that is needed was not given. Without a word it is what was asked for
  /// (RFC 6749 §5.1).
  func lacks(_ needed: [String]) -> Bool {
    guard let scope else { return false }
    return !Set(needed).isSubset(of: scope.split { $0 == " " || $0 == "," }.map(String.init))
  }
}

/// What the answer of a device endpoint holds.
enum DeviceAnswer: Hashable, Sendable {
  /// A code.
  case granted(code: SecretHandle, DevicePrompt, intervalSeconds: Int, lifeSeconds: Int)
  /// A page that may not be shown.
  case hostNotAllowed
  /// Not now, or nothing that could be read.
  case passing
  /// No, for that reason.
  case refused(String)

  /// What came of a request means.
  init(_ outcome: ErrandOutcome, hosts: AllowedHosts, limits: AccountLimits) {
    guard case .answered(let answer) = outcome, let body = IdentityBody(answer, limits) else {
      self = .passing
      return
    }
    guard (200..<300).contains(answer.status), body.text("error") == nil else {
      let isPassing = answer.status == 429 || answer.status >= 500
      self = isPassing ? .passing : .refused(body.text("error") ?? "")
      return
    }
    // `verification_url` is what Google wrote before the RFC.
    guard let code = body.handle("device_code", limits),
      let userCode = body.text("user_code"), Self.isShowable(userCode, limits),
      let page = body.text("verification_uri") ?? body.text("verification_url")
    else {
      self = .passing
      return
    }
    let mayShow = { (address: WebAddress) in address.isSecure || hosts.allows(address) }
    guard let address = WebAddress(page), mayShow(address) else {
      self = .hostNotAllowed
      return
    }
    let complete = body.text("verification_uri_complete").flatMap { WebAddress($0) }
    let interval = body.number("interval") ?? limits.pollSeconds
    let life = body.number("expires_in") ?? limits.deviceSeconds
    self = .granted(
      code: code,
      DevicePrompt(
        address: address, complete: complete.flatMap { mayShow($0) ? $0 : nil },
        userCode: userCode),
      intervalSeconds: interval < 1 ? limits.pollSeconds : interval,
      lifeSeconds: min(max(1, life), limits.deviceSecondsMax))
  }

  /// Whether a person can read and type it: printed ASCII, not too long.
  private static func isShowable(_ code: String, _ limits: AccountLimits) -> Bool {
    !code.isEmpty && code.utf8.count <= limits.userCodeOctetsMax
      && code.utf8.allSatisfy { (0x21...0x7E).contains($0) || $0 == 0x20 }
  }
}

/// The body of an answer of who signs people in: a JSON object.
struct IdentityBody {
  private let object: JSONObject

  /// The object of an answer, or none.
  init?(_ answer: MobilityAnswer, _ limits: AccountLimits) {
    let bounds = JSONLimits(octetsMax: limits.answerOctetsMax, depthMax: limits.answerDepthMax)
    do throws(JSONFault) {
      guard let object = try JSONValue(parsing: answer.body, limits: bounds).object else {
        return nil
      }
      self.object = object
    } catch {
      return nil
    }
  }

  func text(_ name: String) -> String? {
    guard let text = object[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// A number, or a text that is one, without its fraction. Nil is not a number.
  func number(_ name: String) -> Int? {
    switch object[name] {
    case .integer(let number): Int(clamping: number)
    case .number(let number): abs(number) < 1e15 ? Int(number) : number > 0 ? .max : .min
    case .string(let text): Int(text)
    case .null, .bool, .array, .object, nil: nil
    }
  }

  /// What stands for a secret. What is too long is no handle.
  func handle(_ name: String, _ limits: AccountLimits) -> SecretHandle? {
    text(name).flatMap { $0.utf8.count <= limits.handleOctetsMax ? SecretHandle($0) : nil }
  }
}
