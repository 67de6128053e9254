// The world of a written conversation: settings with the file's clock, building and bookings in.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import Gateways
import Passes
import Storage

/// What a written conversation is played on.
struct Stage {
  var settings: HouseSettings
  let owner: String
  /// Whether the owner has a trip.
  private(set) var hasTrip = false
  /// How speakers are connected who are not on a pipe.
  let kinds: [String: SessionFace.Kind]

  /// Lays the world of a conversation over settings.
  /// - Throws: why it cannot be.
  init(
    _ conversation: WrittenConversation, settings: HouseSettings,
    readBuilding: (String) throws -> Building
  ) throws {
    self.settings = settings
    owner = conversation.owner
    kinds = conversation.kinds
    self.settings.store = .memory
    self.settings.gateway = .scripted
    self.settings.agent.allowsTests = true
    var now: CivilMoment?
    var people: People?
    for step in conversation.steps {
      switch step.action {
      case .now(let moment): now = moment
      case .building(let file): self.settings.building = try readBuilding(file)
      case .people(let file): people = try Self.people(in: file, of: conversation, settings)
      case .zone(let name):
        guard let zone = PlatformZones.rules(of: name) else {
          throw fault(conversation, step, "there is no zone \(name)")
        }
        self.settings.zone = zone
      case .language(let language): self.settings.agent.language = language
      case .code(let code, let kind): self.settings.codes.codes[code] = kind
      case .seed(let seed): self.settings.seed = seed
      case .trip: hasTrip = true
      case .owner, .session, .booked, .wait, .say, .hear, .gateway, .service: break
      }
    }
    if let people { self.settings.building.people = people }
    if let now {
      self.settings.clock = .frozen(self.settings.zone.instant(nearest: now))
    } else {
      self.settings.clock = .frozen(self.settings.clock.now)
    }
    if hasTrip {
      let zone = self.settings.zone
      let today = zone.civil(at: self.settings.clock.now).date
      self.settings.mobility = .played(PlayedMobility(on: today, in: zone))
      self.settings.accounts = PlayedMobility.accounts
    }
    try bookWhatStands(conversation)
  }

  /// The people in a file beside the conversation's.
  private static func people(
    in file: String, of conversation: WrittenConversation, _ settings: HouseSettings
  ) throws -> People {
    try PeopleFile(at: conversation.path(of: file), region: settings.habits.phoneRegion).people
  }

  private mutating func bookWhatStands(_ conversation: WrittenConversation) throws {
    for step in conversation.steps {
      guard
        case .booked(let name, let date, let from, let to, let who, let isPrivate) = step.action
      else { continue }
      guard let span = CivilSpan(on: date, from: from, to: to) else { continue }
      guard settings.begin(with: name, booked: span, by: who, isPrivate: isPrivate) else {
        throw fault(conversation, step, "there is no room \(name)")
      }
    }
  }

  private func fault(
    _ conversation: WrittenConversation, _ step: WrittenConversation.Step, _ reason: String
  ) -> WrittenConversation.Fault {
    WrittenConversation.Fault(file: conversation.file, line: step.line, reason: reason)
  }
}
