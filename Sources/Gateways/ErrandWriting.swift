// How an errand is written for the wire: its headers, and its body with secrets in their places.

internal import JSON
internal import Mobility

/// Writes errands. What it reads of secrets is overwritten once it is sent.
struct ErrandWriting: Sendable {
  let settings: ErrandSettings
  let addressing: ErrandAddressing
  let secret: @Sendable (SecretHandle) -> Secret?

  /// What is sent to one of the addresses of an errand.
  /// - Throws: why it cannot be sent.
  func content(of errand: Errand, to address: WebAddress) throws(ErrandFault) -> HTTPContent {
    var headers = [WipedOctets("Accept: application/json"), WipedOctets("Expect:")]
    if let language = errand.language, Self.isLanguage(language) {
      headers.append(WipedOctets("Accept-Language: \(language)"))
    }
    switch errand.peer {
    case .service(let signedIn):
      guard addressing.trusts(address) else {
        // Keys and tokens stay with the bases: a host that is merely allowed gets neither.
        guard errand.body?.secrets.isEmpty ?? true else { throw .secretForOthers }
        break
      }
      headers.append(try header("X-TripGo-Key: ", settings.key))
      if let signedIn { headers.append(try header("userToken: ", found(signedIn))) }
    case .identity(_, let basic?): headers.append(try authorization(basic))
    case .identity(_, nil): break
    }
    let body = try body(of: errand)
    if body != nil {
      let type =
        switch errand.body?.form {
        case .urlEncoded: "application/x-www-form-urlencoded"
        case .json, nil: "application/json"
        }
      headers.append(WipedOctets("Content-Type: \(type)"))
    }
    return HTTPContent(
      headers: headers, body: body, needsFreshConnection: errand.books || errand.method == .post,
      takesCompressed: true)
  }

  /// An address with what the service wants in each query.
  func asked(_ address: WebAddress, for errand: Errand) -> WebAddress {
    guard case .service = errand.peer else { return address }
    let versioned = address.adding(missing: "v", "\(settings.version)")
    return settings.isSandbox && !saysSandboxInBody(errand)
      ? versioned.adding(missing: "bsb", "1") : versioned
  }

  private func found(_ handle: SecretHandle) throws(ErrandFault) -> Secret {
    guard let secret = secret(handle) else { throw .secretGone(handle) }
    return secret
  }
}

extension ErrandWriting {
  /// Letters, digits and hyphens, as `de-AT`.
  private static func isLanguage(_ text: String) -> Bool {
    (1...35) ~= text.utf8.count
      && text.utf8.allSatisfy {
        (0x61...0x7A) ~= $0 | 0x20 || (0x30...0x39) ~= $0 || $0 == UInt8(ascii: "-")
      }
  }

  private func header(_ name: String, _ value: Secret) throws(ErrandFault) -> WipedOctets {
    guard value.count > 0, value.reveal({ $0.allSatisfy { (0x21...0x7E) ~= $0 } }) else {
      throw .secretUnfit
    }
    var line = SecretWriting(octetsMax: name.utf8.count + value.count)
    line.write(name)
    line.write(value)
    return line.take()
  }

  /// Basic as RFC 6749 section 2.3.1 has it: both parts encoded as in a form before.
  private func authorization(_ pair: Errand.SecretPair) throws(ErrandFault) -> WipedOctets {
    let secret = try found(pair.secret)
    let name = "Authorization: Basic "
    var line = SecretWriting(octetsMax: 32 + 4 * (pair.name.utf8.count + secret.count + 1))
    line.write(name)
    line.writeEncoded(pair.name)
    line.write(":")
    line.writeEncoded(secret)
    line.encodeBase64(from: name.utf8.count)
    return line.take()
  }
}

extension ErrandWriting {
  /// What is posted; nothing for a GET.
  private func body(of errand: Errand) throws(ErrandFault) -> WipedOctets? {
    guard errand.method == .post else {
      guard errand.body == nil else { throw .bodyUnfit }
      return nil
    }
    let isPlainSandbox = saysSandboxInBody(errand)
    guard let body = errand.body else { return WipedOctets(isPlainSandbox ? #"{"bsb":1}"# : "") }
    var secrets: [JSONPath: Secret] = [:]
    for (path, handle) in body.secrets { secrets[path] = try found(handle) }
    var value = body.value
    if isPlainSandbox, var object = value.object {
      object["bsb"] = 1
      value = .object(object)
    }
    var written = SecretWriting(
      octetsMax: 3 * value.octets.count + secrets.values.reduce(64) { $0 + 6 * $1.count })
    switch body.form {
    case .json: written.writeJSON(value, secrets)
    case .urlEncoded: try write(value, secrets, into: &written)
    }
    guard written.secretsWritten == secrets.count else { throw .secretWithoutPlace }
    return written.take()
  }

  private func write(
    _ value: JSONValue, _ secrets: [JSONPath: Secret], into written: inout SecretWriting
  ) throws(ErrandFault) {
    guard let object = value.object else { throw .bodyUnfit }
    for (place, member) in object.members.enumerated() {
      if place > 0 { written.write("&") }
      written.writeEncoded(member.name)
      written.write("=")
      if let secret = secrets[JSONPath.root.appending(member.name)] {
        written.writeEncoded(secret)
      } else if let text = member.value.string {
        written.writeEncoded(text)
      } else {
        throw .bodyUnfit
      }
    }
  }

  /// Whether the sandbox is told in the body: in an object that is posted, and where nothing else
  /// is. Elsewhere the query tells it, so that nothing real is booked by mistake.
  private func saysSandboxInBody(_ errand: Errand) -> Bool {
    guard settings.isSandbox, errand.method == .post, case .service = errand.peer else {
      return false
    }
    guard let body = errand.body else { return true }
    return body.form == .json && body.value.object != nil
  }
}
