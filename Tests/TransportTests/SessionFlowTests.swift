// When a session is read, paused and closed: its flow against milliseconds written by hand.

import LineProtocol
import Testing
import Transport

struct SessionFlowTests {
  private func flow() -> SessionFlow {
    var limits = ProtocolLimits()
    limits.unansweredRequestsMax = 2
    limits.errorsBeforePause = 2
    limits.errorsMax = 4
    limits.outputPausesReadingOctets = 100
    limits.outputOctetsMax = 400
    limits.closingDiscardOctetsMax = 1_000
    let patience = SessionFlow.Patience(
      idle: 10_000, line: 3_000, stall: 6_000, errorPause: 1_000, closing: 2_000)
    return SessionFlow(limits: limits, patience: patience, now: 0)
  }

  @Test func `reading stops at the limit of unanswered requests and goes on with an answer`() {
    var flow = flow()
    flow.tookRequest()
    #expect(flow.mayTakeRequest)
    flow.tookRequest()
    #expect(!flow.mayTakeRequest && !flow.wantsInput)
    flow.answered(isErrorOfForm: false, at: 5)
    #expect(flow.mayTakeRequest && flow.wantsInput)
  }

  @Test func `waiting output stops reading, then closes`() {
    var flow = flow()
    flow.output(waiting: 99, sent: 0, at: 1)
    #expect(flow.wantsInput)
    flow.output(waiting: 100, sent: 0, at: 1)
    #expect(!flow.wantsInput && !flow.isOutputTooLong)
    flow.output(waiting: 400, sent: 0, at: 1)
    #expect(flow.isOutputTooLong)
  }

  @Test func `output without progress closes, output that trickles does not`() {
    var flow = flow()
    flow.output(waiting: 50, sent: 10, at: 1_000)
    #expect(flow.deadline == 7_000)
    flow.output(waiting: 40, sent: 20, at: 6_000)
    #expect(flow.look(at: 7_000) == .nothing)
    flow.output(waiting: 40, sent: 20, at: 11_999)
    #expect(flow.look(at: 11_999) == .nothing)
    #expect(flow.look(at: 12_000) == .farewell(.output))
  }

  @Test func `silence closes, but not while an answer is owed`() {
    var flow = flow()
    #expect(flow.deadline == 10_000)
    flow.heardLine(at: 4_000)
    #expect(flow.look(at: 10_000) == .nothing)
    flow.tookRequest()
    #expect(flow.look(at: 14_000) == .nothing)
    flow.answered(isErrorOfForm: false, at: 20_000)
    #expect(flow.look(at: 29_999) == .nothing)
    #expect(flow.look(at: 30_000) == .farewell(.idle))
  }

  @Test func `octets that never become a line are no sign of life and have less time`() {
    var flow = flow()
    flow.keepsOctets(5, at: 1_000)
    flow.keepsOctets(6, at: 3_900)
    #expect(flow.deadline == 4_000)
    #expect(flow.look(at: 4_000) == .farewell(.idle))
  }

  @Test func `errors in a row bring a pause and then the end, one good line forgives them`() {
    var flow = flow()
    flow.answered(isErrorOfForm: true, at: 0)
    #expect(flow.mayTakeRequest)
    flow.answered(isErrorOfForm: true, at: 100)
    #expect(!flow.mayTakeRequest && flow.deadline == 1_100)
    #expect(flow.look(at: 1_100) == .mayReadAgain)
    #expect(flow.mayTakeRequest)
    flow.answered(isErrorOfForm: false, at: 1_200)
    for _ in 1...3 { flow.answered(isErrorOfForm: true, at: 1_300) }
    #expect(flow.lastWords == nil)
    flow.answered(isErrorOfForm: true, at: 1_400)
    #expect(flow.lastWords == .farewell(.errors))
  }

  @Test func `a silent program is asked once whether it is there, and again after it spoke`() {
    let patience = SessionFlow.Patience(idle: 10_000, ping: 6_000, closing: 2_000)
    var flow = SessionFlow(limits: ProtocolLimits(), patience: patience, now: 0)
    #expect(flow.deadline == 6_000)
    #expect(flow.look(at: 5_999) == .nothing)
    #expect(flow.look(at: 6_000) == .silent)
    #expect(flow.look(at: 9_000) == .nothing && flow.deadline == 10_000)
    flow.heardLine(at: 9_000)
    #expect(flow.look(at: 15_000) == .silent)
    #expect(flow.look(at: 19_000) == .farewell(.idle))
  }

  @Test func `closing waits for the output, then for the peer, and for neither without end`() {
    var flow = flow()
    flow.output(waiting: 50, sent: 0, at: 0)
    flow.close(isPeerReading: true, at: 0)
    #expect(flow.stage == .flushing && flow.wantsInput && flow.look(at: 5_999) == .nothing)
    #expect(flow.look(at: 6_000) == .overdue)
    flow.output(waiting: 0, sent: 50, at: 6_000)
    flow.linger(at: 6_000)
    #expect(flow.look(at: 7_999) == .nothing && !flow.hasLingered)
    #expect(flow.look(at: 8_000) == .overdue)
    flow.discarded(1_000)
    #expect(flow.hasLingered && !flow.wantsInput)
  }

  @Test func `a peer that does not read is given two seconds`() {
    var flow = flow()
    flow.output(waiting: 400, sent: 0, at: 0)
    flow.close(isPeerReading: false, at: 100)
    #expect(flow.deadline == 2_100)
    #expect(flow.look(at: 2_100) == .overdue)
  }
}
