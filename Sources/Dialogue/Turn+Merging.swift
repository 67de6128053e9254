// How what a line says is laid into a draft: rooms, times, people and the rest.

import Bookings
import CivilTime
import Language
import PhoneNumbers

extension Turn {
  /// Lays all slots of the line into a draft. What is not said stays.
  func merging(into draft: Draft) -> Draft {
    var draft = draft
    if let room = roomWanted() {
      draft.room = room
      draft.isRoomFound = false
      draft.assumed.remove(.room)
    }
    // Beside a target, the other time only tells which booking is meant.
    if let when = slots.firstWhen, !slots.hasTarget {
      draft.take(when, now, world.ledger.zone)
      if when.bound == .until { draft.closeOpenEnd() }
    }
    if let target = slots.target {
      draft.awaitedLength = nil
      draft.take(target, now, world.ledger.zone)
    }
    takeFirstDay(into: &draft)
    if draft.day == nil { draft.day = relativeDay(changing: draft.changes) }
    if let title = slots.title { draft.title = title.value }
    if let description = slots.description { draft.description = description.value }
    if let isPrivate = slots.isPrivate { draft.isPrivate = isPrivate.value }
    if let headcount = slots.headcount { draft.headcount = headcount.value }
    if slots.anyway?.value == true { draft.acceptsFewerSeats = true }
    draft.filter = filter(refining: draft.filter)
    // What was only found gives way to what the line asks for.
    if draft.isRoomFound, let room = draft.room.flatMap({ world.ledger.room($0) }),
      !draft.filter.misses(of: room).isEmpty
    {
      draft.room = nil
      draft.isRoomFound = false
    }
    if !slots.people.isEmpty { mergePeople(into: &draft) }
    return draft
  }

  // MARK: - Rooms

  /// The room that the line names and this building has, if it names exactly one.
  func namedRoom() -> RoomID? { room(of: slots.rooms.first?.value) }

  /// The room that something is to be in: where a change moves it, or the one the line names.
  func roomWanted() -> RoomID? { room(of: mentionOfRoomWanted()) }

  /// How the line names the room that something is to be in. Beside a target, another room only
  /// tells which booking is meant.
  private func mentionOfRoomWanted() -> RoomMention? {
    slots.targetRoom?.value ?? (slots.target == nil ? slots.rooms.first?.value : nil)
  }

  func room(of mention: RoomMention?) -> RoomID? {
    switch mention {
    case .known(let index): world.ledger.building.rooms[index].id
    case .pattern(let pattern): onlyRoom(matching: pattern)
    case .spokenOf: roomSpokenOf
    case .unknown, nil: nil
    }
  }

  private func onlyRoom(matching pattern: String) -> RoomID? {
    let rooms = rooms(like: pattern)
    return rooms.count == 1 ? rooms[0].id : nil
  }

  /// The rooms that have a part or a pattern of a name as their name or as another of theirs.
  private func rooms(like pattern: String) -> [Room] {
    var filter = RoomFilter()
    filter.name = pattern
    return world.ledger.building.rooms(fitting: filter)
  }

  /// The name the line gives to a room that this building does not have, or has several of.
  func strangeRoom() -> (name: String, nearest: [Room])? {
    let rooms = world.ledger.building.rooms
    switch mentionOfRoomWanted() {
    case .unknown(let name, let nearest): return (name, nearest.map { rooms[$0] })
    case .pattern(let pattern):
      let matching = self.rooms(like: pattern)
      return matching.count == 1 ? nil : (pattern, matching)
    case .known, .spokenOf, nil: return nil
    }
  }

  /// `and Bunker?`, `book Aquarium and bunker`: who is called exactly like a room, and has neither
  /// address nor number, is the room if nobody known is called so.
  mutating func takeRoomsForPeople() {
    guard slots.people.count == 1, let mention = slots.people.first,
      let name = mention.name, name.origin == .said, mention.email == nil, mention.phone == nil,
      let index = world.vocabulary.rooms.firstIndex(where: { room in
        ([room.name] + room.aliases).contains { $0.lowercased() == name.value.lowercased() }
      }),
      !readingContext.people.contains(where: { sameName($0, name.value) })
    else { return }
    slots.people = []
    if slots.rooms.isEmpty { slots.also = slots.also ?? Said(true, name.range) }
    slots.rooms.append(Said(.known(index), name.range))
  }

  // MARK: - Days

  /// `next day` and `previous day`, counted from the booking that is changed, or from what was
  /// shown before.
  func relativeDay(changing reference: BookingReference? = nil) -> CivilDate? {
    let changed = reference.flatMap { world.ledger.booking($0)?.span.start.date }
    let shown = changed ?? conversation.query?.day ?? civilNow.date
    let when = changed == nil ? slots.firstWhen : slots.target ?? slots.firstWhen
    switch when?.day?.value {
    case .nextDay: return shown.adding(days: 1)
    case .previousDay: return shown.adding(days: -1)
    case .on, .among, .impossible, .contradiction, nil: return nil
    }
  }

  // MARK: - Filters

  /// What must be in the room: what was asked for before, with what the line adds.
  func filter(refining earlier: RoomFilter) -> RoomFilter {
    var filter = earlier
    // A word said again adds nothing, and one that hundreds of names share takes long to look into.
    var looked: Set<EquipmentMention> = []
    for mention in slots.equipment where looked.insert(mention.value).inserted {
      switch mention.value {
      case .known(let indices):
        filter.equipment.append(sharedWord(of: indices, said: mention.range))
      case .unknown(let word): filter.equipment.append(word)
      }
    }
    filter.equipment = filter.equipment.withoutRepeats
    if let headcount = slots.headcount { filter.limitSeats(from: headcount.value, upTo: nil) }
    if let seats = slots.seats?.value { filter.limitSeats(from: seats.least, upTo: seats.most) }
    if let size = slots.squareMetres?.value {
      filter.limitSquareMetres(from: size.least, upTo: size.most)
    }
    switch slots.floor?.value {
    case .number(let number): filter.floor = String(number)
    case .top: filter.floor = world.ledger.building.topFloor ?? "top"
    case nil: break
    }
    if let location = slots.location {
      filter.location = world.vocabulary.locations[location.value]
    }
    if let stepFree = slots.stepFree { filter.needsStepFree = stepFree.value }
    return filter
  }

  /// What equipment of several names has in common, as `Flatscreen` of all their sizes: the word
  /// that was said, rather than another that they share.
  private func sharedWord(of indices: [Int], said range: OctetRange) -> String {
    let names = indices.map { world.vocabulary.equipment[$0] }
    guard names.count > 1, let first = names.first else { return names.first ?? "" }
    let words = first.split(separator: " ").map(String.init)
    let shared = words.filter { word in
      names.allSatisfy { $0.lowercased().contains(word.lowercased()) }
    }
    let said = String(decoding: line[range], as: UTF8.self)
    return shared.first { said.lowercased().contains($0.lowercased()) } ?? shared.last ?? said
  }

  // MARK: - People

  /// Adds the people of the line, or fills what an attendee lacks if the line says only that.
  private func mergePeople(into draft: inout Draft) {
    // Who comes to what is changed stays, unless the line says otherwise.
    let standing = draft.changes.flatMap { world.ledger.booking($0)?.attendees } ?? []
    var attendees = draft.attendees ?? standing.map(AttendeeRequest.init)
    let earlier = attendees.count
    for mention in slots.people {
      let said = request(for: mention)
      if let index = place(for: said, among: attendees, earlier: earlier) {
        attendees[index].fill(from: said.request)
        draft.doubtfulPhones[index] = said.doubtful
      } else {
        if let doubtful = said.doubtful { draft.doubtfulPhones[attendees.count] = doubtful }
        attendees.append(said.request)
      }
      if said.nameIsAssumed { draft.assumed.insert(.name) }
    }
    draft.attendees = attendees
  }

  /// What the line says of one person.
  struct SaidPerson {
    var request: AttendeeRequest
    var nameIsAssumed: Bool
    /// A number that has to be asked about: as written, and as it would be read.
    var doubtful: DoubtfulPhone?
  }

  func request(for mention: PersonMention) -> SaidPerson {
    var request = AttendeeRequest(name: mention.name?.value, email: mention.email?.value)
    if mention.isSpeaker {
      request.name = request.name ?? speaker.name ?? speaker.user.text
      request.email = request.email ?? speaker.email
      request.phone = speaker.phone
    }
    var doubtful: DoubtfulPhone?
    if let phone = mention.phone {
      let written = String(decoding: line[phone.range], as: UTF8.self)
      switch phone.value {
      case .number(let number): request.phone = number.e164
      case .ambiguous(let number): doubtful = DoubtfulPhone(written: written, e164: number.e164)
      case .invalid: request.phone = written
      }
    }
    return SaidPerson(
      request: request, nameIsAssumed: mention.name?.origin == .assumed, doubtful: doubtful)
  }

  /// The attendee whom a mention completes or corrects: of those in `earlier` lines the one of that
  /// name or address, else the first who lacks what it says. Who is named twice in one line stays
  /// there twice, to be told so.
  private func place(
    for said: SaidPerson, among attendees: [AttendeeRequest], earlier: Int
  ) -> Int? {
    let request = said.request
    let isCalledSo = { (attendee: AttendeeRequest) in
      if let name = request.name, !said.nameIsAssumed, let other = attendee.name {
        return sameName(name, other)
      }
      guard let email = request.email, let other = attendee.email else { return false }
      return email.lowercased() == other.lowercased()
    }
    if let index = attendees[..<earlier].firstIndex(where: isCalledSo) { return index }
    // `bob@x.org` is Bob's, whoever is asked about.
    let isSpeltSo = { (attendee: AttendeeRequest) in
      guard said.nameIsAssumed, let name = request.name, let other = attendee.name else {
        return false
      }
      return attendee.email == nil && sameName(name, other)
    }
    if let index = attendees[..<earlier].firstIndex(where: isSpeltSo) { return index }
    let lacksIt = { (attendee: AttendeeRequest) in
      attendee.isIncomplete && (request.email == nil || attendee.email == nil)
        && (request.phone == nil && said.doubtful == nil || attendee.phone == nil)
    }
    let isOpen = { (attendee: AttendeeRequest) in
      request.name == nil || said.nameIsAssumed || attendee.name == nil
    }
    return attendees[..<earlier].firstIndex { lacksIt($0) && isOpen($0) }
      ?? attendees[earlier...].firstIndex { lacksIt($0) && isCalledSo($0) }
  }
}

/// A number that may be meant otherwise than it would be read.
struct DoubtfulPhone: Hashable, Sendable {
  let written: String
  let e164: String
}

/// Whether two names are the same to people: case apart, or one is the first name of the other.
func sameName(_ one: String, _ other: String) -> Bool {
  let one = one.lowercased(), other = other.lowercased()
  return one == other || one.hasPrefix(other + " ") || other.hasPrefix(one + " ")
}

extension AttendeeRequest {
  /// Takes from another what is said there; a name that is there already stays.
  mutating func fill(from other: AttendeeRequest) {
    name = name ?? other.name
    email = other.email ?? email
    phone = other.phone ?? phone
  }
}
