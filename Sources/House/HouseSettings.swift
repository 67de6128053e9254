// Everything a running agent is made of, as plain values.

public import BookingAgent
public import Bookings
public import CivilTime
public import Dialogue
public import Gateways
public import Language
public import Mobility
public import Passes
public import Storage

/// What a house is made of.
public struct HouseSettings: Sendable {
  /// The rooms and rules.
  public var building: Building
  /// The clocks of the building.
  public var zone: ZoneRules
  /// How lines are read.
  public var grammar: CompiledGrammar
  /// What time it is.
  public var clock = HouseClock.system
  /// Settles all chance.
  public var seed: UInt64 = 0
  /// Where the store stands.
  public var store = StorePlace.memory
  /// The tokens to sign in with; nil if there is no place for any.
  public var tokens: TokenFile?
  /// Whether whoever is on this machine may speak over TCP without signing in.
  public var isOpen = false
  /// Where passes go.
  public var gateway = GatewayAddress.scripted
  /// Trips of whoever talks.
  public var trips: [Trip] = []
  /// Where the mobility service is.
  public var mobility = MobilityPlace.none
  /// How accounts are linked; nil where there is no service to use them at.
  public var accounts: AccountSettings?
  /// How the gateway is spoken to.
  public var gatewaySettings = GatewaySettings()
  /// What the gateway's codes mean.
  public var codes = CodeTable.standard
  /// Where the rooms are kept that the gateway told last; nil where it tells none.
  public var keptRooms: KeptRooms?
  /// How the agent behaves.
  public var agent = AgentSettings()
  /// What conversations assume.
  public var habits = Habits()
  /// Bookings that stand in an empty store from the beginning, for demonstrations and tests.
  public var beginning: [Booking] = []
  /// Limits of bookings.
  public var bookingLimits = BookingLimits()
  /// Limits of passes.
  public var passLimits = PassLimits()
  /// Limits of the store.
  public var storeLimits = StoreLimits()

  /// A house in memory with a scripted gateway, to be changed member by member.
  public init(building: Building, zone: ZoneRules, grammar: CompiledGrammar) {
    self.building = building
    self.zone = zone
    self.grammar = grammar
    agent.zone = ZoneShelf().zone
  }
}
