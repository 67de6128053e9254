// From what was said on the command line, in the configuration and in the building's file to the
// settings of a house.

import BookingAgent
public import Bookings
import CivilTime
import Dialogue
import Gateways
import Grammar
public import Language
import LineProtocol
public import Storage

/// Makes settings. What is said on the command line wins over the configuration, that over the
/// building's file, and that over what holds unless configured.
public struct HouseMaking {
  /// The environment, for the places of files.
  let environment: [String: String]

  /// Makes settings in an environment.
  public init(environment: [String: String]) { self.environment = environment }

  /// The settings of a house. A gateway is not asked for rooms that are known.
  /// - Throws: what is wrong with a file, or that a gateway did not tell its rooms.
  public func settings(
    for options: HouseOptions, knowing known: Building? = nil
  ) throws -> HouseSettings {
    let configuration =
      try options.configuration.map { try Configuration(at: $0) } ?? Configuration()
    let file = try buildingFile(of: options)
    let zone =
      try options.zone ?? configuration.zone ?? file?.zone ?? Self.zone(Configuration.standardZone)
    let grammar = try Self.grammar(in: options.grammar)
    var settings = HouseSettings(
      building: file?.building ?? DemonstrationBuilding.building, zone: zone, grammar: grammar)
    apply(configuration, to: &settings)
    settings.agent.allowsTests = options.allowsTests
    settings.seed = options.seed ?? UInt64.random(in: 1 ... .max)
    if let moment = options.clock { settings.clock = .frozen(zone.instant(nearest: moment)) }
    settings.store = try store(for: options, configuration)
    settings.tokens = tokens(for: options, configuration)
    settings.gateway = try gateway(for: options, configuration, store: settings.store)
    settings.mobility = try configuration.mobility.place(connection: settings.gatewaySettings)
    settings.accounts = try accounts(configuration, store: settings.store)
    settings.trips = try options.trips.flatMap {
      try TripFile(at: $0, below: configuration.mobility.addresses.first).trips
    }
    if options.building == .gateway {
      settings.agent.readsOpenings = true
      if case .file(let path) = settings.store {
        settings.keptRooms = KeptRooms(path: Places.roomsFile(besideStoreAt: path))
      }
      try takeRooms(known, into: &settings)
    }
    if let path = options.people {
      let region = configuration.habits.phoneRegion
      settings.building.people = try PeopleFile(at: path, region: region).people
    }
    if settings.building.hasPassesWithoutNumber, case .web = settings.gateway {
      throw NumberNeeded()
    }
    if case .web(let address) = settings.gateway { settings.building.completeImages(address) }
    settings.building.language = configuration.language ?? settings.building.language
    settings.building.address = configuration.address ?? settings.building.address
    return settings
  }

  /// Takes the rooms that are known, or that the gateway tells, or that it told last.
  /// - Throws: that none are to be had.
  private func takeRooms(_ known: Building?, into settings: inout HouseSettings) throws {
    if let known { return settings.building = known }
    do {
      settings.building = try GatewayBuilding.read(settings)
    } catch let fault as RoomsFault {
      guard let kept = try keptRooms(of: settings, instead: fault) else { throw fault }
      settings.building = Building(rooms: kept.rooms)
      settings.agent.roomsTold = kept.told
    }
  }

  /// The rooms that were told last; nil if none were kept.
  /// - Throws: why they are not told now, and cannot be read either.
  private func keptRooms(
    of settings: HouseSettings, instead fault: RoomsFault
  ) throws(RoomsFault) -> (rooms: [Room], told: Instant)? {
    do throws(FileFaults) {
      return try settings.keptRooms?.read()
    } catch {
      throw RoomsFault(seen: "\(fault.seen); and what it told last cannot be read: \(error)")
    }
  }

  private func buildingFile(of options: HouseOptions) throws -> BuildingFile? {
    guard case .file(let path) = options.building else { return nil }
    return try BuildingFile(at: path)
  }

  private func apply(_ configuration: Configuration, to settings: inout HouseSettings) {
    settings.gatewaySettings = configuration.gatewaySettings
    settings.codes = configuration.codes
    settings.habits = configuration.habits
    settings.bookingLimits = configuration.bookingLimits
    settings.passLimits = configuration.passLimits
    settings.storeLimits = configuration.storeLimits
    settings.agent.place = configuration.place
    settings.agent.protocolLimits = configuration.protocolLimits
    settings.agent.limits = configuration.agentLimits
    settings.agent.turnRate = configuration.turnRate
    settings.isOpen = configuration.isOpen
  }

  // MARK: - Where things stand

  /// The store that options and configuration mean. Tests begin with an empty one in memory.
  public func store(
    for options: HouseOptions, _ configuration: Configuration
  ) throws -> StorePlace {
    if let said = options.store ?? configuration.store { return said }
    if options.allowsTests { return .memory }
    let house: Places.Whose = options.building == nil ? .demonstration : .own
    return try Places(environment: environment).store(of: house)
  }

  /// The tokens that options and configuration mean, or else those that systemd hands over; nil
  /// where the environment names no place.
  public func tokens(for options: HouseOptions, _ configuration: Configuration) -> TokenFile? {
    if let said = options.tokens ?? configuration.tokens { return TokenFile(at: said) }
    let handed = Places.handedTokens(environment: environment).map {
      TokenFile(at: $0, isCredential: true)
    }
    if let handed, handed.exists { return handed }
    do throws(Places.Fault) {
      return TokenFile(at: try Places(environment: environment).tokens)
    } catch {
      return nil
    }
  }

  private func accounts(
    _ configuration: Configuration, store: StorePlace
  ) throws(MobilityFault) -> AccountSettings? {
    let path: String? = if case .file(let path) = store { path } else { nil }
    var accounts = try configuration.mobility.accounts(besideStoreAt: path)
    accounts?.credentials = environment["CREDENTIALS_DIRECTORY"]
    return accounts
  }

  private func gateway(
    for options: HouseOptions, _ configuration: Configuration, store: StorePlace
  ) throws -> GatewayAddress {
    if let said = options.gateway ?? configuration.gateway { return said }
    if options.allowsTests { return .scripted }
    switch store {
    case .file(let path): return .drop(folder: Places.passesFolder(besideStoreAt: path))
    case .memory, .disk:
      return .drop(folder: try Places(environment: environment).passesFolderOfMemory)
    }
  }

  /// The rules of a zone that the program itself names.
  static func zone(_ name: String) throws -> ZoneRules {
    guard let zone = PlatformZones.rules(of: name) else { throw MissingZone(name: name) }
    return zone
  }

  // MARK: - Grammar

  /// The grammar in a folder, or the built-in one.
  /// - Throws: the first line of it that is broken, or that the folder cannot be read.
  public static func grammar(in folder: String?) throws -> CompiledGrammar {
    guard let folder else { return try builtIn.get() }
    return try GrammarCompiler.compile(try GrammarFolder.sources(in: folder))
  }

  /// Made once: it never changes.
  private static let builtIn = Result { try GrammarCompiler.compile(GrammarSource.builtIn) }
}

/// The building needs no number of an attendee, and its gateway does.
public struct NumberNeeded: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not go together, and what to do about it.
  public var description: String {
    "the gateway sends passes by SMS, too: its attendees need \"phone\" in attendeeNeeds"
  }
}

extension Building {
  /// Writes the pictures of rooms with their whole addresses, where these are relative to that of
  /// the gateway.
  mutating func completeImages(_ gateway: HTTPAddress) {
    rooms = rooms.map { room in
      var room = room
      room.images = room.images.map { gateway.whole(of: $0) }
      return room
    }
  }

  /// Whether somebody may be owed a pass of whom no number is known.
  fileprivate var hasPassesWithoutNumber: Bool {
    ([policy] + rooms.map(\.policy)).contains { !$0.attendeeNeeds.contains(.phone) }
  }
}

/// The platform's time zone data lack a zone.
public struct MissingZone: Error, Hashable, Sendable, CustomStringConvertible {
  /// The zone's name.
  public let name: String
  /// What to do about it.
  public var description: String {
    "the system has no data for the zone \(name); install its time zone data (tzdata)"
  }
}

extension HouseMaking {
  /// Settings to play on: the demonstration building, in memory, with a scripted gateway.
  /// - Throws: what is wrong with the grammar.
  public static func settingsForPlay(grammar folder: String? = nil) throws -> HouseSettings {
    HouseSettings(
      building: DemonstrationBuilding.building, zone: try zone(Configuration.standardZone),
      grammar: try grammar(in: folder))
  }
}
