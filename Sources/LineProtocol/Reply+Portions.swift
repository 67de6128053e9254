// A long reply for programs, cut into portions: what one result tells, and what `more` tells after
// it in the same conversation.

import JSON

extension Reply {
  /// The lists of a result that may be long, what was done first.
  static let lists = ["effects", "choices", "open", "bookings", "rooms"]

  /// The reply in portions, each with words and lists of at most so many octets; one if it fits.
  /// `more` counts what is left of each list; words go on behind the ones handed in.
  ///
  /// The first portion keeps code, name and members. The later ones answer `more`: they wait on
  /// (3yz) where the first one did, and else are the answer to a question. Buttons and the id of
  /// the message stand on the last words.
  public func portions(endingWith moreWords: String, limits: ProtocolLimits) -> [Reply] {
    if isBrief(for: limits) { return [self] }
    let words = words(endingWith: moreWords, octetsMax: limits.jsonWordsOctetsMax)
    let lists = listPortions(octetsMax: limits.jsonListsOctetsMax)
    let count = max(words.count, lists.count)
    guard count > 1 else { return [self] }
    return (0..<count).map { place in
      var portion =
        place == 0 ? self : Reply(code.kind == .waiting ? code : .answer, messages: [])
      portion.messages = place < words.count ? words[place] : []
      if place > 0 { portion.members = members.withoutLists }
      let part = place < lists.count ? lists[place] : JSONObject()
      for entry in part.members { portion.members[entry.name] = entry.value }
      return portion
    }
  }

  /// Hardly any element of a list has more octets.
  private static let elementOctets = 8 << 10

  /// Whether it is one portion, however its octets are written; most are, and need no closer look.
  private func isBrief(for limits: ProtocolLimits) -> Bool {
    let elements = Self.lists.reduce(0) { sum, name in
      if case .array(let list)? = members[name] { sum + list.count } else { sum }
    }
    guard elements * Self.elementOctets <= limits.jsonListsOctetsMax else { return false }
    let octets = lines.reduce(0) { $0 + $1.utf8.count + Paging.frameOctets + 1 }
    return octets * VisibleText.octetsAnOctetMax <= limits.jsonWordsOctetsMax
  }

  private func words(endingWith moreWords: String, octetsMax: Int) -> [[ReplyMessage]] {
    var pages = Paging(moreWords: moreWords, linesMax: .max, octetsMax: octetsMax)
      .pages(of: messages)
    guard pages.count > 1 else { return pages }
    let id = messages.last?.id
    for page in pages.indices {
      for place in pages[page].indices { pages[page][place].id = nil }
    }
    if let place = pages[pages.count - 1].indices.last { pages[pages.count - 1][place].id = id }
    return pages
  }

  private func listPortions(octetsMax: Int) -> [JSONObject] {
    var portions: [JSONObject] = []
    var left = Self.lists.compactMap { name -> (name: String, rest: ArraySlice<JSONValue>)? in
      if case .array(let list)? = members[name] { (name, list[...]) } else { nil }
    }
    repeat {
      var room = octetsMax
      var isFull = false
      var portion = JSONObject()
      var more = JSONObject()
      for place in left.indices {
        let fitting = left[place].rest.prefix { element in
          let cost = element.octets.count + 1
          // An element that no portion has room for gets one of its own.
          isFull = isFull || (cost > room && room < octetsMax)
          if !isFull { room = max(0, room - cost) }
          return !isFull
        }
        left[place].rest = left[place].rest.dropFirst(fitting.count)
        if portions.isEmpty || !fitting.isEmpty || left[place].name == Self.lists[0] {
          portion[left[place].name] = .array(Array(fitting))
        }
        let rest = left[place].rest.count
        if rest > 0 { more[left[place].name] = .integer(Int64(rest)) }
      }
      if more.count > 0 { portion["more"] = .object(more) }
      portions.append(portion)
    } while left.contains { !$0.rest.isEmpty }
    return portions
  }
}

extension JSONObject {
  /// What says where something was said, without what it told.
  fileprivate var withoutLists: JSONObject {
    JSONObject(
      members.filter { !Reply.lists.contains($0.name) && $0.name != "more" }
        .map { ($0.name, $0.value) }
    ).merging(["effects": []])
  }
}
