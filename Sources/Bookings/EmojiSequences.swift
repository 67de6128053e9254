// The emoji that are written with signs which cannot be seen: the one place where such may stand.

/// The sequences that Unicode lists (UTS #51, emoji-sequences.txt and emoji-zwj-sequences.txt of
/// version 15.1), as rules that make the same lists. Anything else that is joined looks like its
/// parts one beside the other, so that two texts would differ and look alike.
enum EmojiSequences {
  /// How many of the first scalars are one listed sequence; 1 if they are none.
  static func count(atStartOf scalars: ArraySlice<Unicode.Scalar>) -> Int {
    guard let first = scalars.first, scalars.count > 1 else { return 1 }
    let second = scalars[scalars.startIndex + 1]
    if isKeycapBase(first) {
      return scalars.dropFirst().starts(with: [presentation, keycap]) ? 3 : 1
    }
    if first == blackFlag, isTag(second) {
      return regions.first { scalars.dropFirst().starts(with: $0) }.map { $0.count + 1 } ?? 1
    }
    guard let element = Element(scalars) else { return 1 }
    var elements = [element]
    var count = element.count
    while count < scalarsMax, scalars.dropFirst(count).first == joiner,
      let next = Element(scalars.dropFirst(count + 1))
    {
      elements.append(next)
      count += 1 + next.count
    }
    if elements.count > 1 { return isListed(elements) ? count : 1 }
    return element.mark != .presentation || takesPresentation(first) ? count : 1
  }

  /// The longest, in scalars: a kiss of two people, each with a tone of skin.
  private static let scalarsMax = 10

  private static let joiner: Unicode.Scalar = "\u{200D}"
  private static let presentation: Unicode.Scalar = "\u{FE0F}"
  private static let keycap: Unicode.Scalar = "\u{20E3}"
  private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

  /// England, Scotland and Wales in tags, with the tag that ends them.
  private static let regions = ["gbeng", "gbsct", "gbwls"].map { region in
    region.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"]
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0020...0xE007F).contains(scalar.value)
  }

  private static func isKeycapBase(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isEmoji
  }

  /// Whether an emoji may be followed by the sign that asks for its picture: those that are text
  /// without it, and those of the basic plane, behind which some keyboards write it all the same.
  private static func takesPresentation(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.properties.isEmojiPresentation || scalar.value <= 0xFFFF
  }
}

// MARK: - Elements

extension EmojiSequences {
  /// An emoji with what follows it directly.
  private struct Element: Hashable {
    enum Mark: Hashable {
      case none
      /// The sign that asks for its picture.
      case presentation
      /// A tone of skin.
      case tone(UInt32)
    }

    let base: UInt32
    let mark: Mark

    /// In scalars.
    var count: Int { mark == .none ? 1 : 2 }
    var isToned: Bool { mark != .none && mark != .presentation }

    init(_ base: UInt32, _ mark: Mark = .none) {
      self.base = base
      self.mark = mark
    }

    /// The emoji at the start of some scalars; nil if there is none.
    init?(_ scalars: ArraySlice<Unicode.Scalar>) {
      guard let first = scalars.first, first.properties.isEmoji, !first.isASCII else { return nil }
      let next = scalars.dropFirst().first
      if next == EmojiSequences.presentation {
        self.init(first.value, .presentation)
      } else if let next, next.properties.isEmojiModifier {
        self.init(first.value, .tone(next.value))
      } else {
        self.init(first.value)
      }
    }
  }

  private static func isListed(_ elements: [Element]) -> Bool {
    isSingle(elements) || isActivity(elements) || isRole(elements) || isFamily(elements)
      || isCouple(elements)
  }
}

// MARK: - What is listed

extension EmojiSequences {
  private static let man: UInt32 = 0x1F468
  private static let woman: UInt32 = 0x1F469
  private static let person: UInt32 = 0x1F9D1
  private static let genders = [
    Element(0x2640, .presentation), Element(0x2642, .presentation),
  ]
  private static let toTheRight = Element(0x27A1, .presentation)

  /// Those that follow no rule: flags, animals, faces, hearts, plants.
  private static let singles: Set<[Element]> = [
    [Element(0x1F3F3, .presentation), Element(0x26A7, .presentation)],
    [Element(0x1F3F3, .presentation), Element(0x1F308)],
    [Element(0x1F3F4), Element(0x2620, .presentation)],
    [Element(0x1F408), Element(0x2B1B)], [Element(0x1F415), Element(0x1F9BA)],
    [Element(0x1F426), Element(0x2B1B)], [Element(0x1F426), Element(0x1F525)],
    [Element(0x1F43B), Element(0x2744, .presentation)],
    [Element(0x1F441, .presentation), Element(0x1F5E8, .presentation)],
    [Element(0x1F62E), Element(0x1F4A8)], [Element(0x1F635), Element(0x1F4AB)],
    [Element(0x1F636), Element(0x1F32B, .presentation)],
    [Element(0x1F642), Element(0x2194, .presentation)],
    [Element(0x1F642), Element(0x2195, .presentation)],
    [Element(0x2764, .presentation), Element(0x1F525)],
    [Element(0x2764, .presentation), Element(0x1FA79)],
    [Element(0x26D3, .presentation), Element(0x1F4A5)],
    [Element(0x1F34B), Element(0x1F7E9)], [Element(0x1F344), Element(0x1F7EB)],
  ]

  private static func isSingle(_ elements: [Element]) -> Bool {
    if singles.contains(elements) { return true }
    // Two hands of different skin that shake each other.
    return elements.map(\.base) == [0x1FAF1, 0x1FAF2] && elements.allSatisfy(\.isToned)
      && elements[0].mark != elements[1].mark
  }

  /// Who does something, and comes as a woman or a man.
  private static let active: Set<UInt32> = Set(
    [
      0x1F3C3, 0x1F3C4, 0x1F3CA, 0x1F46E, 0x1F470, 0x1F471, 0x1F473, 0x1F477, 0x1F481, 0x1F482,
      0x1F486, 0x1F487, 0x1F645, 0x1F646, 0x1F647, 0x1F64B, 0x1F64D, 0x1F64E, 0x1F6A3, 0x1F6B4,
      0x1F6B5, 0x1F6B6, 0x1F926, 0x1F935, 0x1F937, 0x1F938, 0x1F939, 0x1F93D, 0x1F93E, 0x1F9B8,
      0x1F9B9, 0x1F9CD, 0x1F9CE, 0x1F9CF, 0x1F9D4,
    ] + Array(0x1F9D6...0x1F9DD))
  /// The same of those that are text without the sign for a picture.
  private static let activeAsText: Set<UInt32> = [0x26F9, 0x1F3CB, 0x1F3CC, 0x1F575]
  /// The same of those that have no skin to be toned.
  private static let activeWithoutTone: Set<UInt32> = [0x1F46F, 0x1F93C, 0x1F9DE, 0x1F9DF]
  /// Who runs, walks or kneels may face right.
  private static let facing: Set<UInt32> = [0x1F3C3, 0x1F6B6, 0x1F9CE]

  private static func isActivity(_ elements: [Element]) -> Bool {
    let who = elements[0]
    let mayBe =
      switch who.mark {
      case .none: active.contains(who.base) || activeWithoutTone.contains(who.base)
      case .presentation: activeAsText.contains(who.base)
      case .tone: active.contains(who.base) || activeAsText.contains(who.base)
      }
    guard mayBe else { return false }
    let isFacing = facing.contains(who.base)
    switch elements.count {
    case 2: return genders.contains(elements[1]) || isFacing && elements[1] == toTheRight
    case 3: return isFacing && genders.contains(elements[1]) && elements[2] == toTheRight
    default: return false
    }
  }

  /// What shows the work, the hair or the aid of somebody.
  private static let roles: Set<Element> = Set(
    [0x2695, 0x2696, 0x2708].map { Element($0, .presentation) }
      + [
        0x1F33E, 0x1F373, 0x1F37C, 0x1F393, 0x1F3A4, 0x1F3A8, 0x1F3EB, 0x1F3ED, 0x1F4BB, 0x1F4BC,
        0x1F527, 0x1F52C, 0x1F680, 0x1F692, 0x1F9AF, 0x1F9B0, 0x1F9B1, 0x1F9B2, 0x1F9B3, 0x1F9BC,
        0x1F9BD,
      ].map { Element($0) })
  /// Canes and wheelchairs may face right.
  private static let facingAids: Set<UInt32> = [0x1F9AF, 0x1F9BC, 0x1F9BD]
  private static let christmasTree = Element(0x1F384)

  private static func isRole(_ elements: [Element]) -> Bool {
    let (who, role) = (elements[0], elements[1])
    guard [man, woman, person].contains(who.base), who.mark != .presentation else { return false }
    switch elements.count {
    case 2: return roles.contains(role) || who.base == person && role == christmasTree
    case 3:
      return facingAids.contains(role.base) && role.mark == .none && elements[2] == toTheRight
    default: return false
    }
  }

  private static let adults: Set<[UInt32]> = [
    [man], [woman], [man, man], [man, woman], [woman, woman],
  ]
  private static let children: Set<[UInt32]> = [
    [0x1F466], [0x1F467], [0x1F466, 0x1F466], [0x1F467, 0x1F466], [0x1F467, 0x1F467],
  ]

  private static func isFamily(_ elements: [Element]) -> Bool {
    guard elements.allSatisfy({ $0.mark == .none }) else { return false }
    let bases = elements.map(\.base)
    return (1...2).contains { count in
      let (old, young) = (Array(bases.prefix(count)), Array(bases.dropFirst(count)))
      let isOfPeople =
        old.allSatisfy { $0 == person } && young.allSatisfy { $0 == 0x1F9D2 }
        && (1...2).contains(young.count)
      return isOfPeople || adults.contains(old) && children.contains(young)
    }
  }

  private static let heart = Element(0x2764, .presentation)
  private static let kiss = Element(0x1F48B)
  private static let handshake = Element(0x1F91D)
  private static let pairs: Set<[UInt32]> = [[man, man], [woman, man], [woman, woman]]

  private static func isCouple(_ elements: [Element]) -> Bool {
    let one = elements[0], other = elements[elements.count - 1]
    let areAlike = one.mark == other.mark
    guard areAlike && one.mark == .none || one.isToned && other.isToned else { return false }
    let bases = [one.base, other.base]
    let arePeople = bases == [person, person], isPair = pairs.contains(bases)
    // What is alike is written as one emoji without signs between, of those that have one.
    switch Array(elements[1..<(elements.count - 1)]) {
    case [heart], [heart, kiss]: return isPair || arePeople && !areAlike
    case [handshake]:
      return arePeople || isPair && !areAlike
    default: return false
    }
  }
}
