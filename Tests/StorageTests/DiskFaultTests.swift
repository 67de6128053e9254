// A store on a disk of which each operation fails, in turn and in each way.

import SimulatedDisk
import Storage
import Testing

struct DiskFaultTests {
  /// How many operations and readings a life takes on a disk that never fails.
  private func measure(_ plan: LifePlan) throws -> (operations: Int, readings: Int) {
    let disk = Disk(seed: plan.seed)
    var life = DisturbedLife(plan, on: disk)
    try life.live()
    #expect(disk.failures == 0)
    return (disk.operations, disk.readings)
  }

  /// Lives once for each number; answers what must not be.
  private func violations(
    _ plan: LifePlan, numbers: Range<Int>, stride count: Int = Thoroughness.lifeStride,
    triesMax: Int = 2, prepare: (Disk, Int) -> Void, refused: @escaping (Disk) -> Void = { _ in }
  ) -> [String] {
    var violations: [String] = []
    for number in stride(from: Int(plan.seed) % count, to: numbers.upperBound, by: count) {
      let disk = Disk(seed: plan.seed)
      prepare(disk, number)
      var life = DisturbedLife(plan, on: disk, triesMax: triesMax, refused: refused)
      do throws(Violation) {
        try life.live()
        if disk.failures == 0 { violations.append("\(number) never came") }
      } catch {
        violations.append("seed \(plan.seed), \(number): \(error)")
      }
    }
    return violations
  }

  @Test(arguments: Thoroughness.seeds, Disk.Fault.allCases)
  func `an operation that fails once costs at most what was refused`(
    seed: UInt64, fault: Disk.Fault
  ) throws {
    let plan = try LifePlan(seed: seed, commits: Thoroughness.commits)
    let count = try measure(plan).operations
    let violations = violations(plan, numbers: 0..<count) { disk, number in
      disk.fail(operation: number, with: fault)
    }
    #expect(violations == [], "\(fault)")
  }

  @Test(arguments: Thoroughness.seeds)
  func `a reading that fails once costs at most what was refused`(seed: UInt64) throws {
    let plan = try LifePlan(seed: seed, commits: Thoroughness.commits)
    let count = try measure(plan).readings
    let violations = violations(plan, numbers: 0..<count) { disk, number in
      disk.fail(reading: number)
    }
    #expect(violations == [])
  }

  @Test(arguments: Thoroughness.seeds, [Disk.Fault.full, .readOnly])
  func `a disk that is full or read-only for a while stops changes, and only for that while`(
    seed: UInt64, fault: Disk.Fault
  ) throws {
    let plan = try LifePlan(seed: seed, commits: Thoroughness.commits)
    let count = try measure(plan).operations
    var refusals = 0
    let violations = violations(
      plan, numbers: 0..<count, triesMax: 3,
      prepare: { disk, number in
        refusals = 0
        disk.watch = { [unowned disk] operation in
          if operation.number == number { disk.standing = fault }
        }
      },
      refused: { disk in
        refusals += 1
        if refusals == 3 { disk.standing = nil }
      })
    #expect(violations == [], "\(fault)")
  }
}
