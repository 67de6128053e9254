// What the tests of gateways share: a zone, calls, and a place where answers arrive.

import Bookings
import CivilTime
import Gateways
import Passes
import Testing

/// Europe/Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
let berlin = ZoneRules(
  name: "Europe/Berlin", firstOffsetSeconds: 3600,
  transitions: [
    .init(at: Instant(seconds: 1_774_746_000), offsetSeconds: 7200),
    .init(at: Instant(seconds: 1_792_890_000), offsetSeconds: 3600),
  ])

/// A call for a booking on Wednesday 25 November 2026, 10:15 to 11:00, unless said otherwise.
func makeCall(
  _ number: Int = 1, people: [String] = ["Ana"], from: String = "2026-11-25T10:15",
  to: String = "2026-11-25T11:00", title: String = "Review", description: String = "Of the plan",
  kind: Pass.Kind = .new, sequence: Int = 0, purpose: GatewayCall.Purpose = .send
) throws -> GatewayCall {
  let start = try #require(CivilMoment(from))
  let end = try #require(CivilMoment(to))
  let content = PassContent(
    room: RoomID("aquarium"), span: try #require(CivilSpan(from: start, to: end)),
    start: berlin.instant(nearest: start), end: berlin.instant(nearest: end), title: title,
    description: description)
  let passes = try people.enumerated().map { place, name in
    Pass(
      edition: PassEdition(PassID(12 + place), sequence: sequence),
      booking: BookingReference(17), bookingVersion: 1, attendee: AttendeeID(place + 1),
      place: place, recipient: try makeRecipient(name, place), content: content, kind: kind,
      queuedAt: Instant(seconds: 0), deadline: content.start,
      state: .attempting(CallID(number)), attemptsMax: 6)
  }
  return GatewayCall(
    id: CallID(number), purpose: purpose, booking: BookingReference(17), content: content,
    passes: passes)
}

private func makeRecipient(_ name: String, _ place: Int) throws -> PassRecipient {
  let phone: PhoneText = try #require(PhoneText(e164: "+4930\(1_234_560 + place)"))
  return PassRecipient(
    name: name, email: try EmailAddress("\(name.lowercased())@x.com"), phone: phone)
}

/// Where a gateway's results arrive, to be awaited one by one.
final class Arrivals: Sendable {
  private let stream: AsyncStream<GatewayResult>
  private let continuation: AsyncStream<GatewayResult>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// What a gateway is to report to.
  var report: @Sendable (GatewayResult) -> Void {
    { [continuation] in continuation.yield($0) }
  }

  /// The next results, so many.
  func next(_ count: Int) async -> [GatewayResult] {
    var results: [GatewayResult] = []
    for await result in stream.prefix(count) { results.append(result) }
    return results
  }

  /// The answer to the one call that is under way.
  func answer() async throws -> GatewayAnswer {
    guard case .answered(_, let answer) = try #require(await next(1).first) else {
      throw StandIn.Trouble(description: "rooms instead of an answer")
    }
    return answer
  }

  /// All that has arrived; nothing arrives afterwards.
  func rest() async -> [GatewayResult] {
    continuation.finish()
    return await next(.max)
  }
}
