// Inputs that nobody means, tried at every face: none traps, and what must always hold holds.

import Foundation
import Testing

@Suite("Fuzzed inputs")
struct FuzzTests {
  private static let bench = Result { try Bench() }
  private static let seeds = Result { try Seeds() }

  @Test(
    "Whatever comes in, nothing traps, and what goes out is of right form", arguments: Face.allCases
  )
  func everyFace(_ face: Face) async throws {
    let plan = try Plan(environment: ProcessInfo.processInfo.environment)
    guard plan.face == nil || plan.face == face else { return }
    let bench = try Self.bench.get()
    if let path = plan.input { return try repeatInput(at: path, bench, only: face, plan) }
    let mutator = try Self.seeds.get().mutator(for: face)
    let report = try await Trial(face: face, plan: plan).run(bench, mutator)
    for complaint in report.complaints { Issue.record("\(face): \(complaint)") }
    if plan.isByHand { tell(report, of: face, plan, mutator) }
    guard report.complaints.isEmpty else { return }
    #expect(report.tried == plan.count(of: face))
    // Where nothing is taken, or everything, the inputs are noise, or not hostile.
    if report.tried >= 40 {
      #expect(report.taken * 12 >= report.tried, "\(report.taken) of \(report.tried) are taken")
      #expect(report.taken < report.tried, "nothing of \(report.tried) is refused")
    }
  }

  private func repeatInput(at path: String, _ bench: Bench, only face: Face, _ plan: Plan) throws {
    let (written, octets) = try WrittenInput.read(at: path, as: plan.face)
    guard written == face else { return }
    for complaint in bench.check(octets, at: face).complaints {
      Issue.record("\(face): \(complaint)")
    }
  }

  private func tell(_ report: Report, of face: Face, _ plan: Plan, _ mutator: Mutator) {
    print("\(face): \(report.tried) inputs tried, \(report.taken) taken")
    for slow in report.slowest.reversed() {
      var chance = plan.chance(of: slow.number, at: face)
      let octets = mutator.input(&chance)
      // One input that is repeated is shown whole.
      let shown = report.tried == 1 ? octets[...] : octets.prefix(120)
      let text = String(decoding: shown, as: UTF8.self).debugDescription
      print(
        "\(face): \(slow.nanoseconds / 1000) µs for input \(slow.number), \(slow.octets) octets: "
          + text + (report.tried == 1 ? "\n\(octets)" : ""))
    }
  }
}
