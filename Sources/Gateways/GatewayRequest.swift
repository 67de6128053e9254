// The exact octets that are asked of a gateway over the wire.

internal import Bookings
public import CivilTime
internal import JSON
public import Passes

/// The bodies of the two documented calls.
public enum GatewayRequest {
  /// The body of `POST {base}/sendpass`: the booking, and the passes in the order in which an index
  /// of the answer counts them.
  ///
  /// Of `date` a gateway reads only the day, of the times only hour and minute, all in the
  /// building's zone. `date` is the first second of the day on which the booking begins, the times
  /// are the true instants in UNIX seconds, so each also means the right thing to who reads all of
  /// it; a booking that ends at midnight has the hour and minute 00:00 there. The room is named as
  /// the gateway calls it.
  public static func sendpass(
    _ call: GatewayCall, roomName: String, zone: ZoneRules, untitled: String
  ) -> [UInt8] {
    let content = call.content
    let title = content.title.isEmpty ? untitled : content.title
    let value: JSONValue = [
      "booking": [
        "date": .integer(firstSecond(of: content.span.start.date, zone: zone)),
        "time_start": .integer(content.start.seconds),
        "time_end": .integer(content.end.seconds),
        "title": .string(title),
        "description": .string(content.description.isEmpty ? title : content.description),
        "room": .string(roomName),
      ],
      "passes": .array(
        call.passes.map { pass in
          [
            "name": .string(pass.recipient.name),
            "email": .string(pass.recipient.email.text),
            // A building whose people need no number is refused beside such a gateway.
            "number": .string(pass.recipient.phone?.e164 ?? ""),
          ]
        }),
    ]
    return value.octets
  }

  /// The body of `POST {base}/getrooms`: the day as its first second.
  public static func getrooms(on date: CivilDate, zone: ZoneRules) -> [UInt8] {
    let value: JSONValue = ["date": .integer(firstSecond(of: date, zone: zone))]
    return value.octets
  }

  /// The first second of a day in UNIX seconds: midnight, the first of two, or, where the clocks
  /// jump over midnight, the instant of the jump.
  private static func firstSecond(of date: CivilDate, zone: ZoneRules) -> Int64 {
    zone.instant(nearest: CivilMoment(date, .midnight)).seconds
  }
}
