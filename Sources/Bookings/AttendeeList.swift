// Makes attendees of what was said of them, or tells what is wrong with it.

/// The attendees of a booking as asked for: who they are, and why they cannot be.
struct AttendeeList {
  /// Those of whom all is well, in the order in which they were named.
  private(set) var attendees: [Attendee] = []
  /// What is wrong with the others.
  private(set) var refusals: [Refusal] = []
  private let limits: BookingLimits
  private let needs: Set<AttendeeNeed>
  private var next: AttendeeID
  private var keys: Set<String> = []

  /// Reads requests. An attendee who already stands in the booking and is not changed is not
  /// judged again; one whose id is not (or no longer) in the booking is new.
  init(
    _ requests: ArraySlice<AttendeeRequest>, standing: [Attendee], next: AttendeeID,
    needs: Set<AttendeeNeed>, limits: BookingLimits
  ) {
    self.limits = limits
    self.needs = needs
    self.next = next
    var free = Dictionary(standing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // Those who stay go first, so that of two with one address the newcomer is the double.
    let stay = requests.map { request -> Attendee? in
      guard let id = request.id, let attendee = free[id], request == AttendeeRequest(attendee)
      else { return nil }
      free[id] = nil
      keys.insert(attendee.email.key)
      return attendee
    }
    for (index, (request, unchanged)) in zip(requests, stay).enumerated() {
      if let unchanged {
        attendees.append(unchanged)
      } else {
        let known = request.id.flatMap { free.removeValue(forKey: $0) }
        read(request, at: index, as: known?.id)
      }
    }
  }

  private mutating func read(_ request: AttendeeRequest, at index: Int, as id: AttendeeID?) {
    let known = refusals.count
    func fault(_ fault: Refusal.AttendeeFault) -> Refusal {
      .attendee(index: index, name: request.name, fault)
    }
    let name = readName(request.name, fault)
    let email = readEmail(request.email, fault)
    var phone: PhoneText?
    if let text = request.phone, !text.isBlank {
      phone = PhoneText(e164: text)
      if phone == nil { refusals.append(fault(.phoneInvalid(text))) }
    } else if needs.contains(.phone) {
      refusals.append(fault(.phoneMissing))
    }
    guard refusals.count == known, let name, let email else { return }
    attendees.append(Attendee(id: id ?? next, name: name, email: email, phone: phone))
    if id == nil { next = AttendeeID(next.number + 1) }
  }

  private mutating func readName(
    _ text: String?, _ fault: (Refusal.AttendeeFault) -> Refusal
  ) -> String? {
    guard let text, !text.isBlank else {
      refusals.append(fault(.nameMissing))
      return nil
    }
    if text.utf8.count > limits.nameOctetsMax {
      addOnce(.textTooLong(.name, octetsMax: limits.nameOctetsMax))
    }
    if !text.isPlain { addOnce(.textNotPlain(.name)) }
    return text
  }

  private mutating func readEmail(
    _ text: String?, _ fault: (Refusal.AttendeeFault) -> Refusal
  ) -> EmailAddress? {
    guard let text, !text.isBlank else {
      refusals.append(fault(.emailMissing))
      return nil
    }
    do {
      let email = try EmailAddress(text)
      if !keys.insert(email.key).inserted { refusals.append(fault(.duplicate(email: text))) }
      return email
    } catch {
      refusals.append(fault(.emailInvalid(text, error)))
      return nil
    }
  }

  private mutating func addOnce(_ refusal: Refusal) {
    if !refusals.contains(refusal) { refusals.append(refusal) }
  }
}
