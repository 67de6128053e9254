// How many errands go at once, which wait, and what becomes of those that are cancelled.

import Gateways
import JSON
import Mobility
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ErrandQueueTests {
  private func until(
    _ standIn: StandIn, _ isThere: (StandIn.Record) -> Bool
  ) async throws -> StandIn.Record {
    while true {
      let record = try await standIn.record()
      if isThere(record) { return record }
      await Task.yield()
    }
  }

  private func held(_ record: StandIn.Record) -> Int64 { record.value["held"]?.integer ?? -1 }

  private func lines(_ record: StandIn.Record) -> [String] {
    record.calls.compactMap { $0["line"]?.string }
  }

  @Test("Four go at once for one owner, the next in order behind them, and others beside")
  func owner() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hold": true]])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address))
    for number in 1...6 {
      sender.send(try makeErrand("\(standIn.address)/x?n=\(number)", number: number))
    }
    sender.send(try makeErrand("\(standIn.address)/x?n=7", number: 7, owner: "ben"))
    let record = try await until(standIn) { held($0) == 5 }
    #expect(
      Set(lines(record)) == Set([1, 2, 3, 4, 7].map { "GET /x?n=\($0)&v=13 HTTP/1.1" }))
    try await standIn.release()
    #expect(Set(await world.next(5).map(\.number)) == [1, 2, 3, 4, 7])
    let later = try await until(standIn) { held($0) == 2 }
    #expect(later.calls.count == 7)
    try await standIn.release()
    #expect(Set(await world.next(2).map(\.number)) == [5, 6])
    sender.close()
  }

  @Test("Thirty-two go at once in all, and one more than may wait is not sent")
  func all() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hold": true]])
    let world = ErrandWorld()
    var settings = try makeSettings(standIn.address)
    settings.limits.waitingMax = 8
    let sender = try world.makeSender(settings)
    for number in 1...41 {
      sender.send(try makeErrand("\(standIn.address)/x", number: number, owner: "owner \(number)"))
    }
    let refused = await world.next(1)
    #expect(refused.map(\.number) == [41])
    #expect(refused.map(\.outcome) == [.notSent("too many errands wait already")])
    _ = try await until(standIn) { held($0) == 32 }
    try await standIn.release()
    #expect(Set(await world.next(32).map(\.number)) == Set(1...32))
    _ = try await until(standIn) { held($0) == 8 }
    try await standIn.release()
    #expect(Set(await world.next(8).map(\.number)) == Set(33...40))
    #expect(try await standIn.record().value["held_most"]?.integer == 32)
    sender.close()
  }

  @Test("One that waits is cancelled unsent, one under way is lost, and each is told once")
  func cancelling() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hold": true]])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address))
    for number in 1...5 { sender.send(try makeErrand("\(standIn.address)/x", number: number)) }
    _ = try await until(standIn) { held($0) == 4 }
    for number in [5, 2, 2, 9] { sender.cancel(ErrandID(number)) }
    let cancelled = await world.next(2)
    #expect(cancelled.map(\.number) == [5, 2])
    #expect(cancelled.map(\.outcome) == [.notSent("cancelled"), .lost("cancelled")])
    try await standIn.release()
    #expect(Set(await world.next(3).map(\.number)) == [1, 3, 4])
    #expect(try await standIn.record().calls.count == 4)
    sender.cancel(ErrandID(1))
    sender.close()
    #expect(await world.rest().isEmpty)
  }

  @Test("Cancelled as soon as it was sent, it ends at once")
  func cancellingAtOnce() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hang": true]])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address))
    for number in 1...50 {
      sender.send(try makeErrand("\(standIn.address)/x", number: number, owner: "\(number)"))
      sender.cancel(ErrandID(number))
    }
    #expect(Set(await world.next(50).map(\.number)) == Set(1...50))
    sender.close()
  }

  @Test("What is sent twice under one number leaves once")
  func twice() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hold": true]])
    let world = ErrandWorld()
    let sender = try world.makeSender(try makeSettings(standIn.address))
    let errand = try makeErrand("\(standIn.address)/x", method: .post, books: true)
    sender.send(errand)
    sender.send(errand)
    _ = try await until(standIn) { held($0) == 1 }
    sender.send(errand)
    try await standIn.release()
    _ = try await world.answer()
    #expect(try await standIn.record().calls.count == 1)
    sender.close()
    #expect(await world.rest().isEmpty)
  }

  @Test("Closing breaks off what is under way at once, and nothing is reported of it")
  func closing() async throws {
    let standIn = try makeService()
    try await standIn.control(["/x": ["hang": true]])
    let world = ErrandWorld()
    var settings = try makeSettings(standIn.address)
    // Longer than the suite may take: if closing had to wait so long, the suite would fail.
    settings.connection.limits.closeWithin = .seconds(600)
    let sender = try world.makeSender(settings)
    sender.send(try makeErrand("\(standIn.address)/x", number: 1))
    _ = try await until(standIn) { $0.calls.count == 1 }
    sender.close()
    sender.send(try makeErrand("\(standIn.address)/x", number: 2))
    #expect(await world.rest().isEmpty)
    #expect(try await standIn.record().calls.count == 1)
  }
}
