// How a session's answers become octets and leave: encoded as they come, written once a wake.

internal import BookingAgent
import CUV
internal import JSON
internal import LineEditing
internal import LineProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `write` of the system; the sessions have one of their own.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write

/// The prompt of a terminal and whether it stands on the last line.
struct PromptLine {
  let prompt: Prompt
  var isShown = false
}

// MARK: - Saying

extension Session {
  private var lineEnd: LineEnd { isSocket ? .crlf : .lf }

  /// The first words, which answer nothing.
  func greet(_ reply: Reply) {
    guard flow.stage == .open else { return }
    write(reply, id: nil, tags: [])
  }

  /// The answer to a request.
  func answer(_ reply: Reply, to request: RequestID?) {
    if withholds(.reply(reply, request)) { return }
    writeAnswer(reply, to: request)
  }

  func writeAnswer(_ reply: Reply, to request: RequestID?) {
    guard flow.takesAnswers else { return }
    switch mode {
    case .text:
      hideInput(while: reply.code)
      heedCode(reply.code)
      write(reply, id: nil, tags: tags.isEmpty ? [] : tags.removeFirst())
    case .json:
      write(reply, id: request, tags: [])
    }
    flow.answered(isErrorOfForm: reply.code.isErrorOfForm, at: loop.now)
    turnIfAnswered(reply.code)
  }

  /// The answer to a line in JSON that was no call.
  func refuse(_ refusal: RPCRefusal) {
    if withholds(.refusal(refusal)) { return }
    writeRefusal(refusal)
  }

  func writeRefusal(_ refusal: RPCRefusal) {
    guard flow.takesAnswers else { return }
    refusal.writeJSON(into: &output)
    flow.answered(isErrorOfForm: true, at: loop.now)
  }

  /// The answer to a call that has a form of its own.
  func answer(_ members: JSONObject, to request: RequestID?) {
    guard let request else { return }
    if withholds(.result(members, request)) { return }
    writeResult(members, to: request)
  }

  func writeResult(_ members: JSONObject, to request: RequestID) {
    guard flow.takesAnswers else { return }
    members.writeResult(into: &output, id: request)
    flow.answered(isErrorOfForm: false, at: loop.now)
  }

  /// Asks a program whether it is there.
  func ping() {
    guard flow.stage == .open, mode == .json else { return }
    Ping.writeJSON(into: &output)
  }

  /// News.
  func tell(_ notice: Notice) {
    guard flow.stage == .open else { return }
    var notice = notice
    notice.messages = fitting(notice.messages)
    erasePrompt()
    let start = output.count
    defer { paintBars(from: start) }
    switch mode {
    case .text where isForPeople: notice.writePlain(into: &output, lineEnd: lineEnd)
    case .text:
      if rings { output.append(Self.bell) }
      notice.writeText(into: &output, lineEnd: lineEnd)
    // A model asks; it is never told anything unasked.
    case .json where face.offersTools: break
    case .json: notice.writeJSON(into: &output, limits: loop.limits)
    }
  }

  /// BEL (ECMA-48).
  private static let bell: UInt8 = 7

  /// Why it is closed.
  func say(_ words: LastWords) {
    leaveBoard()
    switch words {
    case .farewell(let farewell): tell(farewell.notice)
    case .fault(let fault): write(fault.reply, id: nil, tags: [])
    }
  }

  private func write(_ reply: Reply, id: RequestID?, tags: [LineTag]) {
    var reply = reply
    let picture = illustrate(&reply.messages)
    erasePrompt()
    let start = output.count
    defer { paint(from: start, picture) }
    switch mode {
    case .text where isForPeople: reply.writePlain(into: &output, lineEnd: lineEnd)
    case .text: reply.writeText(into: &output, lineEnd: lineEnd, tags: tags)
    case .json where face.offersTools:
      reply.writeToolResult(into: &output, id: id, limits: loop.limits)
    case .json: reply.writeJSON(into: &output, id: id, limits: loop.limits)
    }
  }

  /// Shows a prompt, or none, and rings with news, or not.
  func show(_ display: SessionDisplay) {
    let isShown = prompt?.isShown ?? false
    rings = display.ringsBell
    columns = display.columns
    painting = display.isPainted
    // Where lines are edited they are typed all the same, at the margin.
    if let editor { return editor.showsPrompt = display.showsPrompt }
    // A socket's peer may be no terminal: nothing is cleared but by a line end.
    if display.showsPrompt {
      prompt = prompt ?? PromptLine(prompt: Prompt(text: "> ", erasing: "\r\n"))
    } else {
      if isShown { leavePrompt() }
      prompt = nil
    }
  }

  func paintBars(from start: Int) { paint(from: start, []) }

  /// Paints bars, and the lines of a picture.
  private func paint(from start: Int, _ picture: [String]) {
    guard painting ?? paintsBars else { return }
    let painted = BarPaint.painted(output[start...], picture: picture)
    output.replaceSubrange(start..., with: painted)
  }

  func erasePrompt() {
    guard let prompt, prompt.isShown else { return }
    if let editor {
      editor.hide()
      output += editor.takeDrawing()
    } else {
      output += prompt.prompt.erasing.utf8
    }
    self.prompt?.isShown = false
  }

  /// What follows on the screen does not belong behind the prompt.
  func leavePrompt() {
    guard let prompt, prompt.isShown else { return }
    if editor != nil { return stopEditing() }
    output += "\n".utf8
    self.prompt?.isShown = false
  }

  /// Where the person may type the next line: when nothing is owed any more.
  func showPrompt() {
    guard let prompt, flow.stage == .open, flow.isAllAnswered, !flow.isInputEnded, !hasBoard
    else { return }
    if prompt.isShown { return }
    self.prompt?.isShown = true
    if let editor, editor.show() {
      output += editor.takeDrawing()
    } else {
      // A terminal that cannot be had as the editor needs it hands in lines.
      editor = nil
      output += prompt.prompt.text.utf8
    }
  }
}

extension ReplyCode {
  /// 50y, and a line that was too long to be read.
  fileprivate var isErrorOfForm: Bool {
    (500..<510).contains(rawValue) || self == .tooLong
  }
}

extension Farewell {
  fileprivate var notice: Notice { Notice(.closing, name: name, lines: [words]) }

  private var name: CodeName {
    switch self {
    case .idle: .limitIdle
    case .output: .limitOutput
    case .errors: .limitErrors
    case .endlessLine: .limitLine
    case .busy: .sysBusy
    case .draining: .sysDrain
    }
  }
}

// MARK: - Writing

extension Session {
  /// Lets out what was said: at once what the system takes, the rest when it can take more.
  func flush() {
    guard flow.stage != .closed else { return }
    if !output.isEmpty {
      switch outlet {
      case .stream(let stream): flush(to: stream)
      case .file(let descriptor): flush(toFile: descriptor)
      case .none: output = []
      }
    }
    measureOutput()
  }

  private func flush(to stream: Stream) {
    // What waits already goes first, and all of one wake goes together.
    guard stream.pointee.write_queue_size == 0 else { return putAside(for: stream) }
    let sent = output.withUnsafeMutableBytes { octets in
      var buffer = uv_buf_init(octets.baseAddress, UInt32(octets.count))
      return uv_try_write(stream, &buffer, 1)
    }
    let status = UVStatus(sent)
    if status.isFailure, !status.is(UV_EAGAIN) { return lostOutput(status) }
    let count = Int(max(0, sent))
    sentOctets += UInt64(count)
    if count < output.count {
      PendingWrite.start(output[count...], to: stream, for: self)
    }
    let keeps = output.capacity <= loop.transportLimits.idleOutputOctets
    output.removeAll(keepingCapacity: keeps)
  }

  /// Has more wait behind what waits already. A buffer that grows takes up to twice what is in it,
  /// so that what is much is handed over.
  private func putAside(for stream: Stream) {
    guard output.count >= loop.transportLimits.putAsideOctets else { return }
    PendingWrite.start(output[...], to: stream, for: self)
    output = []
  }

  private func flush(toFile descriptor: Int32) {
    var offset = 0
    while offset < output.count {
      let count = output.withUnsafeBytes { octets in
        systemWrite(descriptor, octets.baseAddress?.advanced(by: offset), octets.count - offset)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return lostOutput(UVStatus(uv_translate_sys_error(errno)))
      }
      offset += count
      sentOctets += UInt64(count)
    }
    output.removeAll(keepingCapacity: false)
  }

  private var waitingOctets: Int {
    guard case .stream(let stream) = outlet else { return output.count }
    return output.count + stream.pointee.write_queue_size
  }

  /// Tells the flow what waits.
  func measureOutput() {
    var queued = 0
    if case .stream(let stream) = outlet { queued = stream.pointee.write_queue_size }
    // What libuv has taken and no longer holds has left.
    let left = sentOctets + handedOctets - UInt64(queued)
    flow.output(waiting: waitingOctets, sent: left, at: loop.now)
  }

  /// What libuv was given to write later has left, or failed.
  func wrote(_ status: UVStatus) {
    guard flow.stage != .closed else { return }
    loop.touch(self)
    if status.isFailure { lostOutput(status) }
  }

  private func lostOutput(_ status: UVStatus) {
    if !isSocket { loop.lostOutput(.cannotWrite(reason: status.reason)) }
    lost()
  }

  /// Says to the peer that nothing more comes.
  func shutWriting() {
    guard case .stream(let stream) = outlet, let descriptor = Handles.descriptor(of: stream)
    else { return shut() }
    if shutdown(descriptor, Int32(SHUT_WR)) != 0 { shut() }
  }
}
