// All that an operator can set beside the building. What each member means, its unit and range
// stand in the tables of ConfigurationMember.

public import BookingAgent
public import Bookings
public import CivilTime
public import Dialogue
public import Gateways
public import LineProtocol
public import Passes
public import Storage

/// How the house is to run, with what holds where nothing is said.
public struct Configuration: Sendable {
  /// Where the house stands; nil leaves it to the building file, and that to `standardZone`.
  public var zone: ZoneRules?
  /// The language in which somebody is answered of whom nothing is known yet; nil leaves it to the
  /// building file.
  public var language: AnswerLanguage?
  /// How people are addressed; nil leaves it to the building file.
  public var address: AddressForm?
  /// What conversations assume.
  public var habits = Habits()
  /// What the greeting calls this place; one word.
  public var place = "desk"
  /// Where the store stands; nil for the usual place.
  public var store: StorePlace?
  /// The path of the file of tokens; nil for the usual place.
  public var tokens: String?
  /// Whether whoever is on this machine may speak over TCP without signing in.
  public var isOpen = false
  /// Where passes go; nil for a folder beside the store.
  public var gateway: GatewayAddress?
  /// How a gateway is spoken to, with the limits of its answers.
  public var gatewaySettings = GatewaySettings()
  /// The mobility service for trips.
  public var mobility = MobilityConfiguration()
  /// What the gateway's codes and statuses mean.
  public var codes = CodeTable.standard
  /// How many turns a user may take; nil for the limit of the protocol where that holds.
  public var turnRate: TurnRate?
  /// The numbers of the line protocol.
  public var protocolLimits = ProtocolLimits()
  /// The limits of what a booking may hold.
  public var bookingLimits = BookingLimits()
  /// The limits of sending passes.
  public var passLimits = PassLimits()
  /// The limits of what the agent keeps.
  public var agentLimits = AgentLimits()
  /// The limits of the store.
  public var storeLimits = StoreLimits()

  /// The zone of a house of which nobody says where it stands.
  public static let standardZone = "Europe/Berlin"

  /// What holds unless configured.
  public init() {}

  /// Reads the configuration in a file.
  /// - Throws: that the file cannot be read, or everything that is wrong with it.
  public init(at path: String) throws(FileFaults) {
    self = try Configuration(SmallFile.octets(at: path), named: path)
  }
}
