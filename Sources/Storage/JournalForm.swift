// The form in which a fact stands in the journal: a kind and a JSON object, without people.

import BookingAgent
import Bookings
import CivilTime
import Passes

/// Form 1. A line of `journal` holds when (`at_ms`), who (`user`), `form`, `kind` and `fact`.
///
/// In a fact stand only whole numbers, `true`, fixed words, the names by which operators call
/// providers, and lists and objects of these. `room`, `owner`, `person`, `title`, `description` and
/// texts are numbers of rows; a title or description that is empty, and a truth that is false, is
/// left out. Instants are milliseconds of UNIX time but `start` and `end`, which are seconds;
/// `from` and `to` are minutes since 1970-01-01 00:00 by the clock on the wall.
///
/// Kinds and their members:
/// - `booked` `changed` `cancelled` `restored`: `booking` `version` `state` `room` `from` `to`
///   `start` `end` `title` `description` `private` `owner`; `attendees`, a list of `[id, person]`;
///   `series`, left out for none: `series` `rule` `index` `count`
/// - `pass.queued`: `booking` `room` `from` `to` `start` `end` `title` `description`; `dates`, a
///   list of `[from, to]`, left out if it is empty; `passes`,
///   each with `pass` `sequence` `version` `attendee` `place` `person` `kind` `queued` `deadline`
///   `state` `attempts` `attemptsMax` `alone` `mayBeOut` `withdrawn` `troubleSince` `trouble`
///   `told`
/// - other kinds of `pass.`: `at`; `passes`, a list of `[pass, sequence]`; what else the event
///   says, under its own name
/// - `answered`: `expires`; `replaces`, the line whose row in `message` gave way
/// - `news`: `seq` `user` `booking` `made` `expires` `sent`; `accepted` `ended` `troubled` `tell`,
///   lists of `[pass, sequence]`, each left out if it is empty
/// - `news.wait`: `seq` `user` `wait` `made` `expires` `sent`
/// - `news.ride`: `seq` `user` `purchase` `trip` `leg` `made` `expires` `sent`
/// - `news.account`: `seq` `user` `provider` `outcome` `made` `expires` `sent`; `outcome` is an
///   object of `became` and, where it has them, `because`, a code; `here`, `provider` and
///   `service`; `party` and `outcome`: each of them but `here` an object of `kind` and `status`
/// - `news.sent` `news.heard`: `seqs`, a list
/// - `wait.made` `wait.offered` `wait.ended` `wait.resumed`: `wait` `user` `made` `ends` `state`;
///   `wish`, an object of `rooms` `from` `to` `minutes`, what a room must have (`name` `seats`
///   `seatsAtMost` `metres` `metresAtMost` `floor` `location` `equipment` `stepFree`) and what
///   would be booked (`title` `description` `private` `people` `headcount` `fewerSeats` `owner`),
///   each left out where it does not matter; `room` `from` `to` `start` `end` `until` where
///   something is or was offered
/// - `trip.kept` `trip.forgotten`: `owner` `trip`
/// - `purchase.kept`: `owner` `purchase` `trip` `leg` `state`; `purchase.forgotten`: `owner`
///   `purchase`. What the service told and people answered stands in no line
/// - `account.linked` `account.unlinked`: `owner` `provider` `edition`; `because`, a code, left out
///   where the person wanted it. What belongs to an account otherwise stands in no line
///
/// `PassForm` tells the lists that begin with a word. What is read must have exactly these
/// members. Another form is another number, and both are read from then on.
enum JournalForm {
  static let version: Int64 = 1

  /// Writes a fact and answers its kind.
  static func write(_ fact: CodedEntry.Fact, into writer: inout FactWriter) -> StaticString {
    switch fact {
    case .booking(let event):
      write(event.booking, into: &writer)
      return kind(of: event)
    case .pass(let event):
      return write(event, into: &writer)
    case .answered(let expires, let replaces):
      writer.object { fact in
        fact.member("expires", expires.milliseconds)
        fact.member("replaces", replaces)
      }
      return "answered"
    case .news(let event): return write(event, into: &writer)
    case .wait(let event): return write(event, into: &writer)
    case .travel(let change): return write(change, into: &writer)
    case .account(let change): return write(change, into: &writer)
    }
  }

  private static func kind(of event: BookingEvent) -> StaticString {
    switch event {
    case .booked: "booked"
    case .changed: "changed"
    case .cancelled: "cancelled"
    case .restored: "restored"
    }
  }

  private static func write(_ booking: Booking, into writer: inout FactWriter) {
    writer.object { fact in
      fact.member("booking", booking.reference.number)
      fact.member("version", booking.version)
      fact.member("state", booking.state.rawValue)
      writeContent(PassContent(booking), into: &fact)
      fact.member("private", booking.isPrivate)
      fact.member("owner", Coded.number(booking.owner.text))
      fact.member("by", booking.bookedBy.map { Coded.number($0.text) })
      fact.name("attendees")
      fact.list { fact in
        for attendee in booking.attendees {
          fact.list { fact in
            fact.number(attendee.id.number)
            fact.number(Coded.number(attendee.name))
          }
        }
      }
      guard let place = booking.series else { return }
      fact.name("series")
      fact.object { fact in
        fact.member("series", place.series.number)
        fact.member("rule", place.rule)
        fact.member("index", place.index)
        fact.member("count", place.count)
      }
    }
  }

  /// Writes when each of some bookings is.
  static func write(_ dates: [CivilSpan], into fact: inout FactWriter) {
    fact.list { fact in
      for span in dates {
        fact.list { fact in
          fact.number(span.start.minuteNumber)
          fact.number(span.end.minuteNumber)
        }
      }
    }
  }

  private static func writeContent(_ content: PassContent, into fact: inout FactWriter) {
    fact.member("room", Coded.number(content.room.text))
    fact.member("from", content.span.start.minuteNumber)
    fact.member("to", content.span.end.minuteNumber)
    fact.member("start", content.start.seconds)
    fact.member("end", content.end.seconds)
    fact.member("title", Coded.optionalNumber(content.title))
    fact.member("description", Coded.optionalNumber(content.description))
  }

  private static func writeQueued(_ passes: [Pass], into writer: inout FactWriter) {
    writer.object { fact in
      if let first = passes.first {
        fact.member("booking", first.booking.number)
        writeContent(first.content, into: &fact)
        if !first.content.dates.isEmpty {
          fact.name("dates")
          write(first.content.dates, into: &fact)
        }
      }
      fact.name("passes")
      fact.list { fact in
        for pass in passes { write(pass, into: &fact) }
      }
    }
  }

  private static func write(_ pass: Pass, into writer: inout FactWriter) {
    writer.object { fact in
      fact.member("pass", pass.id.number)
      fact.member("sequence", pass.sequence)
      fact.member("version", pass.bookingVersion)
      fact.member("attendee", pass.attendee.number)
      fact.member("place", pass.place)
      fact.member("person", Coded.number(pass.recipient.name))
      fact.member("kind", pass.kind.rawValue)
      fact.member("queued", pass.queuedAt.milliseconds)
      fact.member("deadline", pass.deadline.milliseconds)
      fact.name("state")
      PassForm.write(pass.state, into: &fact)
      fact.member("attempts", pass.attempts)
      fact.member("attemptsMax", pass.attemptsMax)
      fact.member("alone", pass.goesAlone)
      fact.member("mayBeOut", pass.mayBeOut)
      fact.member("withdrawn", pass.isWithdrawn)
      fact.member("troubleSince", pass.troubleSince?.milliseconds)
      writeTrouble(pass.trouble, into: &fact)
      fact.member("told", pass.told.rawValue)
    }
  }

  private static func writeTrouble(_ trouble: PassTrouble?, into fact: inout FactWriter) {
    guard let trouble else { return }
    fact.name("trouble")
    PassForm.write(trouble, into: &fact)
  }
}

// Events of passes
extension JournalForm {
  private static func write(_ event: PassEvent, into writer: inout FactWriter) -> StaticString {
    switch event {
    case .queued(let passes):
      writeQueued(passes, into: &writer)
      return "pass.queued"
    case .hastened(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.hastened"
    case .accepted(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.accepted"
    case .regrouped(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.regrouped"
    case .expired(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.expired"
    case .superseded(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.superseded"
    case .withdrawn(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.withdrawn"
    case .reinstated(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.reinstated"
    case .told(let editions, let at):
      write(editions, at, into: &writer)
      return "pass.told"
    case .clockSetBack(let editions, let duration, let deadline, let at):
      write(editions, at, into: &writer) { fact in
        fact.member("by", duration.wholeMilliseconds)
        fact.member("deadline", deadline.milliseconds)
      }
      return "pass.clockSetBack"
    case .attempted, .returned, .parked, .outcomeUnknown, .failed:
      return writeAttempt(event, into: &writer)
    case .answered, .gatewayRested, .gatewayStopped, .gatewayResumed, .indexBaseDoubted:
      return writeGateway(event, into: &writer)
    }
  }

  private static func writeAttempt(
    _ event: PassEvent, into writer: inout FactWriter
  ) -> StaticString {
    switch event {
    case .attempted(let call, let purpose, let editions, let at):
      write(editions, at, into: &writer) { fact in
        fact.member("call", call.number)
        fact.member("purpose", purpose.rawValue)
      }
      return "pass.attempted"
    case .returned(let editions, let alone, let trouble, let at):
      write(editions, at, into: &writer) { fact in
        fact.member("alone", alone)
        writeTrouble(trouble, into: &fact)
      }
      return "pass.returned"
    case .parked(let edition, let until, let attemptsMax, let trouble, let at):
      write([edition], at, into: &writer) { fact in
        fact.member("until", until.milliseconds)
        fact.member("attemptsMax", attemptsMax)
        writeTrouble(trouble, into: &fact)
      }
      return "pass.parked"
    case .outcomeUnknown(let editions, let until, let trouble, let at):
      write(editions, at, into: &writer) { fact in
        fact.member("until", until.milliseconds)
        writeTrouble(trouble, into: &fact)
      }
      return "pass.outcomeUnknown"
    case .failed(let editions, let failure, let at):
      write(editions, at, into: &writer) { fact in
        fact.name("failure")
        PassForm.write(failure, into: &fact)
      }
      return "pass.failed"
    case .queued, .hastened, .accepted, .regrouped, .expired, .superseded, .withdrawn, .reinstated,
      .told, .clockSetBack,
      .answered, .gatewayRested, .gatewayStopped, .gatewayResumed, .indexBaseDoubted:
      preconditionFailure("only events of an attempt come here")
    }
  }

  private static func writeGateway(
    _ event: PassEvent, into writer: inout FactWriter
  ) -> StaticString {
    switch event {
    case .answered(let call, let verdict, let at):
      write(nil, at, into: &writer) { fact in
        fact.member("call", call.number)
        fact.name("verdict")
        PassForm.write(verdict, into: &fact)
      }
      return "pass.answered"
    case .gatewayRested(let until, let trouble, let at):
      write(nil, at, into: &writer) { fact in
        fact.member("until", until.milliseconds)
        writeTrouble(trouble, into: &fact)
      }
      return "pass.gatewayRested"
    case .gatewayStopped(let trouble, let at):
      write(nil, at, into: &writer) { fact in writeTrouble(trouble, into: &fact) }
      return "pass.gatewayStopped"
    case .gatewayResumed(let at):
      write(nil, at, into: &writer)
      return "pass.gatewayResumed"
    case .indexBaseDoubted(let index, let count, let configured, let at):
      write(nil, at, into: &writer) { fact in
        fact.member("index", index)
        fact.member("count", count)
        fact.member("configured", configured)
      }
      return "pass.indexBaseDoubted"
    case .queued, .hastened, .accepted, .regrouped, .expired, .superseded, .withdrawn, .reinstated,
      .told, .clockSetBack,
      .attempted, .returned, .parked, .outcomeUnknown, .failed:
      preconditionFailure("only events of the gateway come here")
    }
  }

  private static func write(
    _ editions: [PassEdition]?, _ at: Instant, into writer: inout FactWriter,
    more: (inout FactWriter) -> Void = { _ in }
  ) {
    writer.object { fact in
      fact.member("at", at.milliseconds)
      more(&fact)
      guard let editions else { return }
      fact.name("passes")
      fact.list { fact in
        for edition in editions {
          fact.list { fact in
            fact.number(edition.id.number)
            fact.number(edition.sequence)
          }
        }
      }
    }
  }
}
