// The cases of an answer's parts, so that a test can tell whether it has one of each.

import Dialogue

/// A case of `AnswerPart`.
enum PartKind: String, CaseIterable {
  case booked, wouldBook, bookedSeries, wouldBookSeries, seriesClash, stuck, changedSeries
  case seriesAsBefore, passesLater, passesQueued, passesRenewed, passesStay, mayMissTexts, changed,
    unchanged
  case cancelled, passesAlreadyOut, restored, reverted, notUndone, undoAgain, dropped, stillOpen
  case notBooked, nowIs, stayBooked, nothingToUndo, nothingOpen, doneAlready, yourOwn, refused,
    changedSinceShown
  case justTaken, nextFree, offers, comingAndGoing, noSuchChoice, severalTimes, onlyOnce
  case staysOnce, onlyFirstDay, onlyOneBooking, onlyOneRoom, otherZone, regionalTime, asks
  case asksIfPhone, asksWhoIsMeant, asksIfCancel, asksIfMeant, asksWithoutWrong, asksWhatToChange
  case asksIfInOwnName, asksIfPersonNear, members
  case asksWhichBooking, roomList, roomDetails, rules, suits, noneFits, lacks, noOtherRoom
  case noSuchRoom, free, freeOn, found, searched, answers, bookingList, privacy, bookingDetails
  case mayBook, passList, nothingNew, resending, skipped, passesRefused, left, unused, understood,
    notUnderstood, help
  case greeting, welcome, smallTalk, noReminders, ride, account, goodbye, speaks, impossibleDay,
    impossibleTime
  case impossibleAmount, contradiction, noSuchAttendee, severalAttendees, noBookingMeant
  case roomsTold
  case calendarUnreachable, waiting, waitsAlready, waitEnded, waitList, freeAlready, offered
  case canWait, asksIfWait, asksWhichPerson, timesFound, noTimeFound, timesUnknown

  // Exhaustive, so that a part that is new has to be given a sample.
  init(_ part: AnswerPart) {
    switch part {
    case .booked: self = .booked
    case .wouldBook: self = .wouldBook
    case .bookedSeries: self = .bookedSeries
    case .wouldBookSeries: self = .wouldBookSeries
    case .seriesClash: self = .seriesClash
    case .stuck: self = .stuck
    case .changedSeries: self = .changedSeries
    case .seriesAsBefore: self = .seriesAsBefore
    case .passesLater: self = .passesLater
    case .passesQueued: self = .passesQueued
    case .passesRenewed: self = .passesRenewed
    case .passesStay: self = .passesStay
    case .mayMissTexts: self = .mayMissTexts
    case .changed: self = .changed
    case .unchanged: self = .unchanged
    case .cancelled: self = .cancelled
    case .passesAlreadyOut: self = .passesAlreadyOut
    case .restored: self = .restored
    case .reverted: self = .reverted
    case .notUndone: self = .notUndone
    case .undoAgain: self = .undoAgain
    case .dropped: self = .dropped
    case .stillOpen: self = .stillOpen
    case .notBooked: self = .notBooked
    case .nowIs: self = .nowIs
    case .stayBooked: self = .stayBooked
    case .nothingToUndo: self = .nothingToUndo
    case .nothingOpen: self = .nothingOpen
    case .yourOwn: self = .yourOwn
    case .doneAlready: self = .doneAlready
    case .refused: self = .refused
    case .changedSinceShown: self = .changedSinceShown
    case .justTaken: self = .justTaken
    case .nextFree: self = .nextFree
    case .offers: self = .offers
    case .comingAndGoing: self = .comingAndGoing
    case .noSuchChoice: self = .noSuchChoice
    case .severalTimes: self = .severalTimes
    case .onlyOnce: self = .onlyOnce
    case .staysOnce: self = .staysOnce
    case .onlyFirstDay: self = .onlyFirstDay
    case .onlyOneBooking: self = .onlyOneBooking
    case .onlyOneRoom: self = .onlyOneRoom
    case .otherZone: self = .otherZone
    case .regionalTime: self = .regionalTime
    case .asks: self = .asks
    case .waiting: self = .waiting
    case .waitsAlready: self = .waitsAlready
    case .waitEnded: self = .waitEnded
    case .waitList: self = .waitList
    case .freeAlready: self = .freeAlready
    case .offered: self = .offered
    case .canWait: self = .canWait
    case .asksIfWait: self = .asksIfWait
    case .asksIfPhone: self = .asksIfPhone
    case .asksWhoIsMeant: self = .asksWhoIsMeant
    case .asksIfCancel: self = .asksIfCancel
    case .asksIfMeant: self = .asksIfMeant
    case .asksWithoutWrong: self = .asksWithoutWrong
    case .asksIfInOwnName: self = .asksIfInOwnName
    case .asksIfPersonNear: self = .asksIfPersonNear
    case .asksWhatToChange: self = .asksWhatToChange
    case .asksWhichBooking: self = .asksWhichBooking
    case .asksWhichPerson: self = .asksWhichPerson
    case .timesFound: self = .timesFound
    case .noTimeFound: self = .noTimeFound
    case .timesUnknown: self = .timesUnknown
    case .roomList: self = .roomList
    case .roomDetails: self = .roomDetails
    case .rules: self = .rules
    case .suits: self = .suits
    case .noneFits: self = .noneFits
    case .lacks: self = .lacks
    case .noOtherRoom: self = .noOtherRoom
    case .noSuchRoom: self = .noSuchRoom
    case .free: self = .free
    case .freeOn: self = .freeOn
    case .found: self = .found
    case .searched: self = .searched
    case .answers: self = .answers
    case .bookingList: self = .bookingList
    case .privacy: self = .privacy
    case .bookingDetails: self = .bookingDetails
    case .passList: self = .passList
    case .nothingNew: self = .nothingNew
    case .mayBook: self = .mayBook
    case .members: self = .members
    case .resending: self = .resending
    case .skipped: self = .skipped
    case .passesRefused: self = .passesRefused
    case .left: self = .left
    case .unused: self = .unused
    case .understood: self = .understood
    case .notUnderstood: self = .notUnderstood
    case .help: self = .help
    case .greeting: self = .greeting
    case .welcome: self = .welcome
    case .smallTalk: self = .smallTalk
    case .noReminders: self = .noReminders
    case .ride: self = .ride
    case .account: self = .account
    case .goodbye: self = .goodbye
    case .speaks: self = .speaks
    case .impossibleDay: self = .impossibleDay
    case .impossibleTime: self = .impossibleTime
    case .impossibleAmount: self = .impossibleAmount
    case .contradiction: self = .contradiction
    case .noSuchAttendee: self = .noSuchAttendee
    case .severalAttendees: self = .severalAttendees
    case .noBookingMeant: self = .noBookingMeant
    case .calendarUnreachable: self = .calendarUnreachable
    case .roomsTold: self = .roomsTold
    }
  }
}
