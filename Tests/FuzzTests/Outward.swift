// What goes out, held against the form of the protocol: PROTOCOL's own words, read here a second
// time so that the writer is not its own judge.

import JSON
import LineProtocol

enum Outward {
  /// C0 but TAB, DEL, C1.
  static func holdsControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x09: false
      case 0x00...0x1F, 0x7F...0x9F: true
      default: false
      }
    }
  }

  /// Whether octets are UTF-8 without any control, so that they are one line.
  static func isPlainLine(_ octets: [UInt8]) -> Bool {
    guard let text = String(validating: octets, as: UTF8.self) else { return false }
    return !holdsControl(text) && !octets.contains(0x09)
  }

  /// What would steer a terminal or turn its text round.
  private static func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
      default: false
      }
    }
  }

  /// A reply in both encodings; where it is one page of a longer one, it keeps within its bounds.
  static func check(
    _ reply: Reply, limits: ProtocolLimits = ProtocolLimits(), isPage: Bool = true,
    _ verdict: inout Verdict
  ) {
    let code = reply.code.rawValue
    verdict.expect(
      reply.lines.contains { !$0.allSatisfy(\.isWhitespace) }, "a \(code) without a word")
    if code >= 400 { verdict.expect(reply.name != nil, "a \(code) without a name") }
    var text: [UInt8] = []
    reply.writeText(into: &text, lineEnd: .crlf)
    if isPage { checkSize(text, limits, &verdict) }
    checkText(text, code: "\(code)", &verdict)
    var json: [UInt8] = []
    reply.writeJSON(into: &json, id: .number(1), limits: limits)
    let object = checkJSON(json, &verdict)
    let told = object?[code >= 400 ? "error" : "result"]?["code"]?.integer
    verdict.expect(told == Int64(code), "a \(code) is not one in JSON")
    for choice in reply.messages.flatMap(\.choices) {
      verdict.expect(
        VisibleText.isIdentifier(choice.id, octetsMax: ReplyChoice.idOctetsMax),
        "no id of a choice: \(choice.id)")
      verdict.expect(!choice.title.isEmpty && !choice.say.isEmpty, "an empty choice")
    }
  }

  /// The refusal of a call.
  static func check(_ refusal: RPCRefusal, _ verdict: inout Verdict) {
    var octets: [UInt8] = []
    refusal.writeJSON(into: &octets)
    let object = checkJSON(octets, &verdict)
    verdict.expect(
      object?["error"]?["code"]?.integer == Int64(refusal.code.rawValue), "another code")
    verdict.expect(!refusal.message.isEmpty, "a refusal without a word")
  }

  /// News in both encodings.
  static func check(_ notice: Notice, limits: ProtocolLimits, _ verdict: inout Verdict) {
    verdict.expect(
      notice.lines.contains { !$0.allSatisfy(\.isWhitespace) }, "news without a word")
    var text: [UInt8] = []
    notice.writeText(into: &text, lineEnd: .crlf)
    checkText(text, code: "* \(notice.code.rawValue)", &verdict)
    var json: [UInt8] = []
    notice.writeJSON(into: &json, limits: limits)
    let object = checkJSON(json, &verdict)
    verdict.expect(object?["method"] == "notice", "news are no notification")
  }

  /// The members of a result that has a form of its own.
  static func check(_ members: JSONObject, _ verdict: inout Verdict) {
    var octets: [UInt8] = []
    members.writeResult(into: &octets, id: .number(1))
    let object = checkJSON(octets, &verdict)
    verdict.expect(object?["result"]?.object == members, "a result reads back otherwise")
  }

  // MARK: - Octets

  private static func checkSize(
    _ octets: [UInt8], _ limits: ProtocolLimits, _ verdict: inout Verdict
  ) {
    verdict.expect(octets.count <= limits.replyOctetsMax, "a reply of \(octets.count) octets")
    let lines = octets.count { $0 == 0x0A }
    verdict.expect(lines <= max(2, limits.replyLinesMax), "a reply of \(lines) lines")
  }

  private static func checkText(
    _ octets: [UInt8], code: String, _ verdict: inout Verdict
  ) {
    guard let text = String(validating: octets, as: UTF8.self) else {
      return verdict.expect(false, "a reply that is no UTF-8")
    }
    // On octets: to Swift CR LF is one character.
    let parts = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    verdict.expect(parts.last?.isEmpty == true, "a reply does not end with its line")
    let lines = parts.dropLast()
    verdict.expect(!lines.isEmpty, "a reply without a line")
    for (index, line) in lines.enumerated() {
      let mark = index == lines.count - 1 ? " " : "-"
      verdict.expect(line.last == 0x0D, "a line does not end with CR LF")
      let shown = String(Substring(line.dropLast()))
      verdict.expect(shown.utf8.starts(with: (code + mark).utf8), "not \(code)\(mark): \(shown)")
      verdict.expect(!holdsControl(shown), "a control goes out: \(shown.debugDescription)")
      verdict.expect(!shown.contains("Optional("), "a value of the program goes out: \(shown)")
      verdict.expect(!steers(shown), "direction marks go out: \(shown.debugDescription)")
    }
  }

  private static func checkJSON(_ octets: [UInt8], _ verdict: inout Verdict) -> JSONValue? {
    verdict.expect(octets.last == 0x0A, "a line of JSON does not end with LF")
    let line = Array(octets.dropLast())
    verdict.expect(isPlainLine(line), "a line of JSON holds a control")
    do throws(JSONFault) {
      return try JSONValue(
        parsing: line, limits: JSONLimits(octetsMax: ProtocolLimits().outputOctetsMax))
    } catch {
      verdict.expect(false, "a reply is no JSON: \(error)")
      return nil
    }
  }
}
