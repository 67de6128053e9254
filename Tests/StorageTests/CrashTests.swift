// A store whose process is killed or whose power is cut before each operation on the disk.

import Foundation
import SimulatedDisk
import Storage
import Testing

/// How much of it all is tried.
enum Thoroughness {
  /// How many lives, each from a seed of its own; by hand more: `DISK_LIVES=20`.
  static let lives = number("DISK_LIVES") ?? 1
  /// Of the operations of a life one in so many; by hand every one.
  static let stride = isByHand ? 1 : 12
  /// The same where each operation takes a life of its own.
  static let lifeStride = isByHand ? 1 : 40
  /// How many commits such a life has.
  static let commits = isByHand ? 16 : 9
  /// The lives to try; `DISK_SEED=7` tries that one only, wholly.
  static var seeds: [UInt64] {
    if let seed = number("DISK_SEED") { return [UInt64(seed)] }
    return (1...UInt64(lives)).map { $0 }
  }

  private static let isByHand = number("DISK_LIVES") != nil || number("DISK_SEED") != nil

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

struct CrashTests {
  /// Lives a life and looks on before each operation; answers what is not as it must be.
  private func watch(
    _ plan: LifePlan, _ look: (Disk.Operation, StoredLife) -> String?
  ) throws -> (tried: Int, faults: [String]) {
    let disk = Disk(seed: plan.seed)
    let life = StoredLife(plan, on: disk)
    var faults: [String] = []
    var tried = 0
    try withoutActuallyEscaping(look) { look in
      disk.watch = { operation in
        guard operation.number % Thoroughness.stride == Int(plan.seed) % Thoroughness.stride
        else { return }
        tried += 1
        if let fault = look(operation, life) {
          faults.append("seed \(plan.seed), \(operation), \(life.stage): \(fault)")
        }
      }
      try life.live()
      disk.watch = nil
    }
    #expect(life.confirmed == plan.commits.count)
    return (tried, faults)
  }

  @Test(arguments: Thoroughness.seeds)
  func `a kill before any operation loses no commit that returned`(seed: UInt64) throws {
    let plan = try LifePlan(seed: seed)
    let seen = try watch(plan) { operation, life in
      let disk = life.disk.copy(seed: seed)
      disk.killProcess()
      disk.restart()
      return whatIsWrong(on: disk, plan, possible: life.possible)
    }
    #expect(seen.faults == [])
    #expect(seen.tried * Thoroughness.stride > 150)
  }

  @Test(arguments: Thoroughness.seeds)
  func `a power cut before any operation loses no commit that returned`(seed: UInt64) throws {
    let plan = try LifePlan(seed: seed)
    let seen = try watch(plan) { operation, life in
      for cut in 0..<4 as Range<UInt64> {
        let disk = life.disk.copy(seed: seed ^ UInt64(operation.number) << 8 ^ cut << 32)
        disk.cutPower()
        disk.restart()
        if let fault = whatIsWrong(on: disk, plan, possible: life.possible) {
          return "cut \(cut): \(fault)"
        }
      }
      return nil
    }
    #expect(seen.faults == [])
    #expect(seen.tried * Thoroughness.stride > 150)
  }
}
