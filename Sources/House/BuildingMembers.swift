// The members that a building file may have: those of the building and those of a room.

internal import Bookings
internal import CivilTime
internal import Gateways
internal import JSON

/// What a building file says of the building, apart from its rooms.
struct BuildingDraft: MemberTarget {
  var name: String?
  var zone: ZoneRules?
  var language: AnswerLanguage?
  var address: AddressForm?
  var contact: String?
  var policy = HousePolicy.standard
}

/// What a building file says of a room beyond what a gateway's list does.
struct RoomDraft: MemberTarget {
  var id: String?
  var floor: String?
  var seats: Int?
  var isStepFree: Bool?
  var aliases: [(name: String, path: JSONPath)] = []
  var article: RoomArticle?
  var policy = HousePolicy.standard
}

/// The tables of a building file.
enum BuildingMembers {
  /// Octets of a name, an identifier or a floor.
  static let textOctetsMax = GatewayLimits().roomTextOctetsMax
  /// Other names of one room.
  static let aliasesMax = 50

  /// The members of a building that is written as an object.
  static let building = MemberTable<BuildingDraft>(
    [
      text("name", \.name, "what the building is called"),
      .zone(
        "zone", \.zone, default: Configuration.standardZone,
        "where the building stands, unless the configuration says otherwise"),
      .word(
        "language", AnswerLanguage.self, \.language, default: "en",
        "in which language somebody is answered of whom nothing is known yet"),
      .word(
        "address", AddressForm.self, \.address, default: AddressForm.familiar.rawValue,
        "how people are addressed in German"),
      text(
        "contact", \.contact,
        "who can be asked where usher cannot help, as \"Jana at the reception, 030 901820\""),
    ]
      + PolicyMembers.hours.map { $0.lifted(to: \.policy, under: "hours.") }
      + PolicyMembers.rules.map { $0.lifted(to: \.policy, under: "rules.") }
      + [
        // Read by itself, for the rules of the building come first wherever they stand.
        FileMember(
          "rooms", .rooms, default: nil, "the rooms, in the order in which they are listed"
        ) { _, _, _, _ in }
      ])

  /// The members of a room. What gateways tell too is read as they write it.
  static let room = MemberTable<RoomDraft>(
    listed + [
      text(
        "id", \.id, "how the journal knows the room: keep it when the name changes",
        default: "the name"),
      text(
        "floor", \.floor, "the floor, as \"2nd\" or \"basement\"",
        default: "what `location` says, as \"Floor 2\""),
      FileMember(
        "seats", .wholeNumber(0...100_000, unit: "seats"), default: "not known",
        "how many can sit there, another word for `capacity`",
        set: { (seats: Int, room) in room.seats = seats },
        read: { $0.integer.flatMap { (0...100_000).contains($0) ? Int($0) : nil } }),
      FileMember(
        "stepFree", .truth, default: "not known", "whether one gets there without stairs",
        set: { (isStepFree: Bool, room) in room.isStepFree = isStepFree }, read: { $0.bool }),
      aliases,
      .word(
        "article", RoomArticle.self, \.article, default: "none",
        "the article of the name in German sentences"),
    ]
      + PolicyMembers.hours.map { $0.lifted(to: \.policy, under: "hours.").inherited }
      + PolicyMembers.rules.map { $0.lifted(to: \.policy, under: "rules.").inherited })

  /// What `RoomListing` reads; here for the names and for help.
  private static let listed: [FileMember<RoomDraft>] = [
    ("name", .text(octetsMax: textOctetsMax), nil, "what the room is called, unlike any other"),
    ("location", .text(octetsMax: textOctetsMax), "not known", "where it is, as \"Floor 2\""),
    ("capacity", .wholeNumber(0...100_000, unit: "seats"), "not known", "how many can sit there"),
    ("size", .size, "not known", "how large it is"),
    (
      "equipment", .list(.text(octetsMax: textOctetsMax), max: GatewayLimits().roomListMax), "none",
      "what stands in it"
    ),
    (
      "images",
      .list(
        .text(octetsMax: GatewayLimits().imageOctetsMax),
        max: GatewayLimits().roomListMax), "none",
      "addresses of pictures, whole or relative to the gateway's; three are shown"
    ),
    ("avail", .anything, nil, "passed over, so that a gateway's own answer is a building file"),
  ].map { path, form, standard, meaning in
    FileMember(path, form, default: standard, meaning) { _, _, _, _ in }
  }

  private static let aliases = FileMember<RoomDraft>(
    "aliases", .list(.text(octetsMax: textOctetsMax), max: aliasesMax), default: "none",
    "other names for the room"
  ) { value, path, room, sink in
    guard let values = value.array else {
      sink.add(.expected(.list(.text(octetsMax: textOctetsMax), max: aliasesMax)), at: path)
      return
    }
    guard values.count <= aliasesMax else {
      sink.add(.shape(.tooMany(max: aliasesMax)), at: path)
      return
    }
    for (index, value) in values.enumerated() {
      let path = path.appending(index)
      do throws(ShapeFault) {
        room.aliases.append((try value.plainText(at: path, octetsMax: textOctetsMax), path))
      } catch {
        sink.add(.shape(error.reason), at: error.path)
      }
    }
  }

  private static func text<Target>(
    _ path: String, _ member: any WritableKeyPath<Target, String?> & Sendable,
    _ meaning: String, default standard: String = "none"
  ) -> FileMember<Target> {
    FileMember(path, .text(octetsMax: textOctetsMax), default: standard, meaning) {
      value, path, target, sink in
      do throws(ShapeFault) {
        target[keyPath: member] = try value.plainText(at: path, octetsMax: textOctetsMax)
      } catch {
        sink.add(.shape(error.reason), at: error.path)
      }
    }
  }
}

extension FileMember where Target == RoomDraft {
  /// The member of a room that otherwise has what its building says.
  fileprivate var inherited: FileMember {
    FileMember(path, form, default: "the building's", meaning, read: read)
  }
}

extension FileMember {
  /// The name of a zone.
  static func zone(
    _ path: String, _ member: any WritableKeyPath<Target, ZoneRules?> & Sendable,
    default standard: String, _ meaning: String
  ) -> FileMember {
    FileMember(path, .zone, default: standard, meaning) { value, path, target, sink in
      guard let name = value.string else {
        sink.add(.expected(.zone), at: path)
        return
      }
      if let rules = PlatformZones.rules(of: name) {
        target[keyPath: member] = rules
      } else {
        let nearest = PlatformZones.nearestName(to: name)
        sink.add(.unknownWord(name, nearest: nearest, .zone), at: path)
      }
    }
  }
}
