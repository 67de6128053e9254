// A stream on a connection: whatever it holds, and however it arrives, the same lines come of it,
// and each is read as a request or refused.

import JSON
import LineProtocol

struct FramerFace: Sendable {
  func check(_ stream: [UInt8], _ choice: UInt8) -> Verdict {
    var verdict = Verdict()
    let mode: LineMode = choice & 1 == 0 ? .text : .json
    let limits = choice & 2 == 0 ? ProtocolLimits() : ProtocolLimits.small
    func framer() -> LineFramer {
      LineFramer(mode: mode, limits: limits, refusesOtherProtocols: choice & 4 == 0)
    }
    let whole = events(framer(), [stream], limits, &verdict)
    let pieces = cut(stream, length: { 1 + Int(choice) &* 7 &+ $0 &* 13 & 31 })
    let cut = events(framer(), pieces, limits, &verdict)
    verdict.expect(whole == cut, "the stream cut otherwise gives other lines")
    if stream.count < 600 {
      let single = events(framer(), stream.map { [$0] }, limits, &verdict)
      verdict.expect(whole == single, "the stream octet by octet gives other lines")
    }
    var isJSON = mode == .json
    for event in whole {
      switch event {
      case .switchedToJSON: isJSON = true
      case .line(let line):
        verdict.isTaken = true
        if isJSON {
          checkCall(line, limits, &verdict)
        } else {
          checkText(line, limits, &verdict)
        }
      case .refused(let fault): Outward.check(fault.reply, &verdict)
      case .hopeless(let fault): Outward.check(fault.reply, &verdict)
      }
    }
    return verdict
  }

  private func cut(_ stream: [UInt8], length: (Int) -> Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var from = 0
    while from < stream.count {
      let end = min(stream.count, from + max(1, length(pieces.count)))
      pieces.append(Array(stream[from..<end]))
      from = end
    }
    return pieces
  }

  private func events(
    _ framer: LineFramer, _ pieces: [[UInt8]], _ limits: ProtocolLimits, _ verdict: inout Verdict
  ) -> [FramedLine] {
    var framer = framer
    var events: [FramedLine] = []
    for piece in pieces {
      framer.receive(piece)
      while let event = framer.next() { events.append(event) }
      // A CR that may belong to a line end is kept beside a full line.
      verdict.expect(
        framer.octetsKept <= limits.lineOctetsMax(in: framer.mode) + 1,
        "\(framer.octetsKept) octets are kept")
    }
    framer.finish()
    while let event = framer.next() { events.append(event) }
    verdict.expect(framer.next() == nil, "something comes after the end")
    let octets = pieces.reduce(0) { $0 + $1.count }
    verdict.expect(events.count <= octets + 1, "more events than octets")
    return events
  }

  // MARK: - Requests

  private func checkText(_ line: [UInt8], _ limits: ProtocolLimits, _ verdict: inout Verdict) {
    verdict.expect(!line.isEmpty, "an empty line is handed on")
    verdict.expect(line.count <= limits.textLineOctetsMax, "a line above the limit is handed on")
    guard let text = String(validating: line, as: UTF8.self) else {
      return verdict.expect(false, "a line that is no UTF-8 is handed on")
    }
    verdict.expect(!Outward.holdsControl(text), "a line with a control is handed on")
    let request = TextRequest(reading: line)
    verdict.expect(request == TextRequest(reading: line), "read twice, a line is two requests")
    guard let request else { return }
    verdict.expect(
      request.tags.count <= line.count / 2, "more tags than fit: \(request.tags.count)")
    switch request.content {
    case .block: verdict.expect(false, "one line is a block")
    case .say(let said):
      verdict.expect(line.suffix(said.utf8.count).elementsEqual(said.utf8), "said otherwise")
    case .command(let command):
      let words = command.arguments + [command.verb]
      verdict.expect(
        words.allSatisfy { !$0.utf8.contains(0x20) && !$0.utf8.contains(0x09) },
        "a word of a command holds a blank")
      verdict.expect(command.arguments.allSatisfy { !$0.isEmpty }, "an empty argument")
      verdict.expect(command.tail.utf8.count <= line.count, "the tail is longer than the line")
    }
  }

  private func checkCall(_ line: [UInt8], _ limits: ProtocolLimits, _ verdict: inout Verdict) {
    verdict.expect(line.count <= limits.jsonLineOctetsMax, "a line above the limit is handed on")
    let request = JSONRequest(reading: line, limits: limits)
    verdict.expect(
      request == JSONRequest(reading: line, limits: limits), "read twice, two requests")
    switch request {
    case .call(let call):
      if case .text(let id)? = call.id {
        verdict.expect(
          (1...limits.requestIDOctetsMax).contains(id.utf8.count), "an id above the limit")
      }
      checkTool(call, limits, &verdict)
    case .refused(let refusal): Outward.check(refusal, &verdict)
    case .ignored: break
    }
  }

  /// A call as a request of the Model Context Protocol: nobody but the speaker is named by it.
  private func checkTool(_ call: MethodCall, _ limits: ProtocolLimits, _ verdict: inout Verdict) {
    switch MCPRequest(call, program: "usher/0.1", limits: limits) {
    case .method(let method):
      verdict.expect(MCPTool.named(method.method) != nil, "no tool: \(method.method)")
      verdict.expect(method.id != nil && method.id == call.id, "answered under another id")
      verdict.expect(
        method.params["conv"] == .string(MCPRequest.conversation), "another conversation")
      for name in ["user", "msg", "debug", "lang"] {
        verdict.expect(method.params[name] == nil, "a tool takes \(name)")
      }
    case .unusable(let reply):
      Outward.check(reply, limits: limits, isPage: false, &verdict)
      var octets: [UInt8] = []
      reply.writeToolResult(into: &octets, id: call.id, limits: limits)
      verdict.expect(
        octets.last == 0x0A && Outward.isPlainLine(octets.dropLast()), "a result is no line")
    case .refused(let refusal): Outward.check(refusal, &verdict)
    case .result: break
    case .ignored: verdict.expect(call.id == nil, "a request without an answer")
    }
  }
}

extension ProtocolLimits {
  /// So small that a short stream meets them all.
  static let small: ProtocolLimits = {
    var limits = ProtocolLimits()
    limits.textLineOctetsMax = 64
    limits.jsonLineOctetsMax = 96
    limits.endlessLineOctetsMax = 512
    return limits
  }()
}
