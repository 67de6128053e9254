// One session: octets in from its channel, through the framer, to events; effects back to octets.
// A class: libuv's handles and the loop's table must mean the same one.

internal import BookingAgent
import CUV
internal import LineEditing
internal import LineProtocol

final class Session {
  /// Where octets come from or go to.
  enum Channel {
    case stream(Stream)
    case file(Int32)
    case none
  }

  let id: SessionID
  var face: SessionFace
  unowned let loop: EventLoop
  var flow: SessionFlow
  var output: [UInt8] = []
  /// Octets the system took at once, and those libuv was given to write later.
  var sentOctets: UInt64 = 0
  var handedOctets: UInt64 = 0
  var prompt: PromptLine?
  /// Whether news ring.
  var rings = false
  /// Where lines are edited, as long as they are.
  var editor: LineEditor?
  /// Whether bars are painted, and what was asked for instead.
  var paintsBars = false
  var painting: Bool?
  /// After how many columns lines are broken, if that was asked for.
  var columns: Int?
  /// Whether the person was told goodbye.
  var isOver = false
  var framer: LineFramer
  var telnet: TelnetFilter
  /// Whether the peer has sent a telnet command.
  var hasSpokenTelnet = false
  /// What has come of a PROXY header that is not whole yet; nil where none is expected any more.
  var proxyOctets: [UInt8]?
  /// The lines behind `/text`, until a dot alone.
  private var block: TextBlock?
  /// The block that begins if the request for that is answered with yes.
  private var awaitedBlock: TextBlock?
  /// Whether it speaks JSON once the request for that is answered.
  private var isTurningToJSON = false
  /// Whether the answer to the last request says how what follows is read.
  private var awaitsAnswer: Bool { isTurningToJSON || awaitedBlock != nil }
  var input = Channel.none
  var outlet = Channel.none
  var fileInput: FileInput?
  /// What standard streams are given back with.
  var flags: [DescriptorFlags] = []
  /// Handles and file requests that libuv still holds; the session stays until there are none.
  var openHandles = 0
  /// Whether a board stands over all that is shown.
  var hasBoard = false
  var boardKeys = KeyFramer()
  /// Whether a key was pressed over it.
  var isLeavingBoard = false
  /// How large the terminal at the other end is, if a telnet client has told.
  var window: (columns: Int, rows: Int)?
  /// Whether it waits in the loop's list to be settled.
  var isTouched = false
  /// When the wheel will bring it up.
  var scheduledTick: UInt64?
  var isReading = false
  /// What the loop has counted as held here.
  private(set) var heldOctets = 0
  private var hasToldEnd = false
  /// Whether the agent hears in this wake that the person breaks off, behind all that was asked.
  private var isInterrupted = false
  var hasToldGone = false
  /// Answers that wait for the end of a pause, in order: no more than requests may be unanswered.
  var withheld: [Withheld] = []
  /// The tags of requests in text mode, in order; empty as long as the client never sent one.
  var tags: [[LineTag]] = []
  private var sendsTags = false

  var isSocket: Bool {
    switch face.kind {
    case .tcp, .unix: true
    case .terminal, .pipe, .standardStreams: false
    }
  }

  init(id: SessionID, face: SessionFace, loop: EventLoop) {
    self.id = id
    self.face = face
    self.loop = loop
    let mode: LineMode = face.encoding == .json ? .json : .text
    let isSocket: Bool
    switch face.kind {
    case .tcp, .unix: isSocket = true
    case .terminal, .pipe, .standardStreams: isSocket = false
    }
    telnet = TelnetFilter(limits: loop.limits)
    framer = LineFramer(mode: mode, limits: loop.limits, refusesOtherProtocols: isSocket)
    flow = SessionFlow(
      limits: loop.limits, patience: loop.patience(in: mode, isSocket: isSocket), now: loop.now)
  }
}

// MARK: - In

extension Session {
  /// Octets have arrived. They are framed at once; the agent hears of them with the whole wake.
  func received(_ octets: UnsafeRawBufferPointer) {
    loop.touch(self)
    switch flow.stage {
    case .open:
      if proxyOctets != nil {
        takeProxyHeader(octets)
      } else if editor != nil, hasBoard {
        takeKeys(octets)
      } else if let editor {
        type(octets, into: editor)
      } else {
        frame(octets)
      }
      stopReadingIfFull()
    case .flushing, .lingering:
      flow.discarded(octets.count)
    case .closed: break
    }
  }

  /// The peer says no more.
  func endedInput() {
    loop.touch(self)
    stopEditing()
    flow.endedInput()
    stopReading()
    guard flow.stage == .open else { return }
    if proxyOctets != nil { return shut() }
    framer.finish()
    pull()
  }

  /// The peer is gone, or the system gave up on it.
  func lost() {
    loop.touch(self)
    shut()
  }

  /// Takes what is whole, as much as the flow allows.
  func pull() {
    // Until a proxy has said who it is, nothing is a line.
    if proxyOctets != nil { return }
    while flow.mayTakeRequest, !awaitsAnswer {
      guard let framed = framer.next() else {
        flow.keepsOctets(framer.octetsKept, at: loop.now)
        tellEnd()
        return
      }
      take(framed)
    }
  }

  private func tellEnd() {
    guard flow.isInputEnded, !hasToldEnd, flow.lastWords == nil else { return }
    if block != nil {
      block = nil
      keepTags([])
      ask(.badLine(.unterminated))
    }
    hasToldEnd = true
    loop.collect(.inputEnded(id))
  }

  private func take(_ framed: FramedLine) {
    switch framed {
    case .line(let line):
      flow.heardLine(at: loop.now)
      prompt?.isShown = false
      switch framer.mode {
      case .text: takeText(line)
      case .json: takeJSON(line)
      }
    case .switchedToJSON:
      flow.patience = loop.patience(in: .json, isSocket: isSocket)
      loop.collect(.asked(id, .turnedToJSON))
    case .refused(let fault):
      flow.heardLine(at: loop.now)
      prompt?.isShown = false
      if block != nil {
        block?.refuse(fault)
        return
      }
      if framer.mode == .text { keepTags([]) }
      ask(.badLine(fault))
    case .hopeless(.endless): flow.condemn(.farewell(.endlessLine))
    case .hopeless(let fault): flow.condemn(.fault(fault))
    }
  }

  private func takeText(_ line: [UInt8]) {
    if block != nil { return takeLineOfBlock(line) }
    guard let request = TextRequest(reading: line) else {
      // Tags with nothing behind them ask for nothing.
      return
    }
    keepTags(request.tags)
    ask(.text(request))
    if request.beginsBlock { awaitedBlock = TextBlock(tags: request.tags, limits: loop.limits) }
    isTurningToJSON = request.asksForJSON
  }

  private func takeLineOfBlock(_ line: [UInt8]) {
    guard let outcome = block?.take(line) else { return }
    block = nil
    switch outcome {
    case .request(let request):
      keepTags(request.tags)
      ask(.text(request))
    case .refused(let fault):
      keepTags([])
      ask(.badLine(fault))
    }
  }

  /// Goes on as the last request taken asked, once it was answered with yes: in JSON, or with the
  /// lines of a block.
  func turnIfAnswered(_ code: ReplyCode) {
    guard awaitsAnswer, flow.isAllAnswered else { return }
    if code == .sendBlock { block = awaitedBlock }
    awaitedBlock = nil
    guard isTurningToJSON else { return }
    isTurningToJSON = false
    if code.isFailure { return }
    framer.switchTo(.json)
    tags = []
    flow.patience = loop.patience(in: .json, isSocket: isSocket)
    loop.collect(.asked(id, .turnedToJSON))
  }

  private func takeJSON(_ line: [UInt8]) {
    switch JSONRequest(reading: line, limits: loop.limits) {
    case .call(let call):
      if call.id == nil { loop.collect(.asked(id, .call(call))) } else { ask(.call(call)) }
    case .refused(let refusal): ask(.badCall(refusal))
    case .ignored: break
    }
  }

  /// The person breaks off. What is broken off already is not again before something is asked: a
  /// stream of nothing else costs the others next to nothing.
  func interrupt() {
    guard !isInterrupted else { return }
    isInterrupted = true
    loop.collect(.interrupted(id))
  }

  private func ask(_ request: Request) {
    isInterrupted = false
    flow.tookRequest()
    loop.collect(.asked(id, request))
  }

  private func keepTags(_ written: [LineTag]) {
    if !written.isEmpty, !sendsTags {
      sendsTags = true
      tags = Array(repeating: [], count: flow.unanswered)
    }
    if sendsTags { tags.append(written) }
  }

  /// Goes on in another mode, as the framer already has.
  var mode: LineMode { framer.mode }
}

// MARK: - Settling

extension Session {
  /// Once after each wake: lets out what is said, takes what may be taken, sees what is next.
  func settle() {
    defer { countHeld() }
    isInterrupted = false
    guard flow.stage != .closed else { return }
    showPrompt()
    edit()
    flush()
    if flow.isOutputTooLong { bid(.output) }
    pull()
    takeNextStep()
    guard flow.stage != .closed else { return }
    let mayRead = flow.wantsInput && !awaitsAnswer && !isTypedFull
    if mayRead { startReading() } else { stopReading() }
    loop.schedule(self, for: flow.deadline)
  }

  /// Tells the loop what waits here, be it for the peer or for the end of a line. Standard streams
  /// are of whoever started the process and do not count.
  private func countHeld() {
    guard isSocket else { return }
    let held = flow.stage == .closed ? 0 : flow.waitingOctets + framer.octetsKept + otherOctets
    loop.holds(held - heldOctets)
    heldOctets = held
  }

  /// Octets that came and are neither in the framer nor answered.
  private var otherOctets: Int { (block?.octetsKept ?? 0) + (proxyOctets?.count ?? 0) }

  /// Ends a session that holds more than there is room for.
  func giveWay() {
    bid(flow.waitingOctets > 0 ? .output : .busy)
    shut()
    countHeld()
  }

  /// Looks at deadlines.
  func look() {
    loop.touch(self)
    switch flow.look(at: loop.now) {
    case .nothing: break
    case .mayReadAgain: letOutWithheld()
    case .silent: loop.collect(.silent(id))
    // A proxy that does not say who connects is told nothing.
    case .farewell(let farewell): if proxyOctets == nil { bid(farewell) } else { shut() }
    case .overdue: shut()
    }
  }

  private func takeNextStep() {
    if flow.stage == .open, flow.isAllAnswered {
      if let words = flow.lastWords {
        say(words)
        close(isPeerReading: true)
      } else if hasToldEnd, isSocket {
        close(isPeerReading: true)
      }
    }
    if flow.stage == .flushing, flow.isFlushed {
      flow.linger(at: loop.now)
      if isSocket { shutWriting() } else { shut() }
    }
    if flow.hasLingered { shut() }
  }

  /// Says why, and closes.
  func bid(_ farewell: Farewell) {
    guard flow.stage == .open else { return }
    letOutWithheld(isLeaving: true)
    if farewell != .draining || !isForPeople { say(.farewell(farewell)) }
    close(isPeerReading: farewell != .output)
  }

  /// Nothing more is said; what was said before may still leave.
  func close(isPeerReading: Bool) {
    guard flow.stage == .open else { return }
    loop.touch(self)
    // Who leaves has nothing more to ask; what was answered is theirs.
    letOutWithheld(isLeaving: true)
    leavePrompt()
    flow.close(isPeerReading: isPeerReading, at: loop.now)
    tellGone()
    flush()
  }

  private func tellGone() {
    guard !hasToldGone else { return }
    hasToldGone = true
    loop.collect(.gone(id))
  }

  /// Turns a connection away that is one too many; the agent never hears of it.
  func turnAway() {
    hasToldGone = true
    bid(.busy)
  }

  /// Ends it here and now and gives all handles back.
  func shut() {
    guard flow.stage != .closed else { return }
    if editor != nil {
      // The screen is left at the beginning of a line.
      stopEditing()
      flush()
      guard flow.stage != .closed else { return }
    }
    if face.kind == .terminal { TerminalEcho.show() }
    flow.end()
    tellGone()
    output = []
    stopReading()
    closeChannels()
  }
}
