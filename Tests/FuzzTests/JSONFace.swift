// A JSON text: refused at a place in it, or a value that is written and read back as it was.

import JSON

struct JSONFace: Sendable {
  func check(_ text: [UInt8], _ choice: UInt8) -> Verdict {
    var verdict = Verdict()
    let limits =
      choice & 3 == 3
      ? JSONLimits(octetsMax: 200 + Int(choice), depthMax: Int(choice >> 4)) : .line
    let value: JSONValue
    do throws(JSONFault) {
      value = try JSONValue(parsing: text, limits: limits)
    } catch {
      checkFault(error, text, limits, &verdict)
      return verdict
    }
    verdict.isTaken = true
    verdict.expect(text.count <= limits.octetsMax, "a text above the limit is taken")
    verdict.expect(depth(of: value) <= limits.depthMax, "a text deeper than the limit is taken")
    checkWriting(value, &verdict)
    if text.count <= 400 { checkPlaces(of: value, in: text, limits, &verdict) }
    return verdict
  }

  private func checkFault(
    _ fault: JSONFault, _ text: [UInt8], _ limits: JSONLimits, _ verdict: inout Verdict
  ) {
    verdict.expect((0...text.count).contains(fault.offset), "the fault lies outside: \(fault)")
    verdict.expect(!fault.reason.words.isEmpty, "a fault without words: \(fault)")
    let place = JSONPlace(of: fault.offset, in: text)
    verdict.expect(place.line >= 1 && place.column >= 1, "no place: \(place)")
    do throws(JSONFault) {
      let reading = try JSONReading(parsing: text, limits: limits)
      verdict.expect(reading.valueFault == fault, "a value that can be held is refused: \(fault)")
      checkWriting(reading.value, &verdict)
    } catch {
      verdict.expect(error == fault, "read twice, two faults: \(error), \(fault)")
    }
  }

  private func checkWriting(_ value: JSONValue, _ verdict: inout Verdict) {
    let compact = value.octets
    verdict.expect(Outward.isPlainLine(compact), "a control is written")
    var pretty: [UInt8] = []
    value.writePretty(into: &pretty)
    let limits = JSONLimits(octetsMax: .max, depthMax: 512)
    for octets in [compact, pretty] {
      do throws(JSONFault) {
        let again = try JSONValue(parsing: octets, limits: limits)
        verdict.expect(again == value, "what is written reads back otherwise")
        verdict.expect(again.octets == compact, "what is read back is written otherwise")
      } catch {
        verdict.expect(false, "what is written does not read back: \(error)")
      }
    }
  }

  private func depth(of value: JSONValue) -> Int {
    switch value {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map { depth(of: $0.value) }.max() ?? 0)
    }
  }

  // MARK: - Places

  private func checkPlaces(
    of value: JSONValue, in text: [UInt8], _ limits: JSONLimits, _ verdict: inout Verdict
  ) {
    do throws(JSONFault) {
      let document = try JSONDocument(parsing: text, limits: limits)
      verdict.expect(document.value == value, "a document holds another value")
      checkPlaces(of: value, at: .root, document, text, &verdict)
    } catch {
      verdict.expect(false, "no document: \(error)")
    }
  }

  /// Every value begins where its document says: the octet that stands there is one it can begin
  /// with.
  private func checkPlaces(
    of value: JSONValue, at path: JSONPath, _ document: JSONDocument, _ text: [UInt8],
    _ verdict: inout Verdict
  ) {
    let first = octet(at: document.place(of: path), in: text)
    verdict.expect(begins(value, with: first), "\(path) is said to stand where it does not")
    switch value {
    case .null, .bool, .integer, .number, .string: break
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        checkPlaces(of: element, at: path.appending(index), document, text, &verdict)
      }
    case .object(let object):
      for member in object.members {
        let path = path.appending(member.name)
        let name = octet(at: document.placeOfName(path), in: text)
        verdict.expect(name == UInt8(ascii: "\""), "the name of \(path) is not where it is said")
        checkPlaces(of: member.value, at: path, document, text, &verdict)
      }
    }
  }

  private func octet(at place: JSONPlace, in text: [UInt8]) -> UInt8? {
    var line = 1
    var column = 0
    for octet in text {
      if octet & 0xC0 != 0x80 { column += 1 }
      if line == place.line, column == place.column { return octet }
      if octet == UInt8(ascii: "\n") {
        line += 1
        column = 0
      }
    }
    return nil
  }

  private func begins(_ value: JSONValue, with octet: UInt8?) -> Bool {
    guard let octet else { return false }
    switch value {
    case .null: return octet == UInt8(ascii: "n")
    case .bool(let truth): return octet == UInt8(ascii: truth ? "t" : "f")
    case .integer, .number:
      return octet == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
    case .string: return octet == UInt8(ascii: "\"")
    case .array: return octet == UInt8(ascii: "[")
    case .object: return octet == UInt8(ascii: "{")
    }
  }
}
