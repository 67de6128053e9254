// Every member of a configuration file: the one place where each is named, with its default, unit,
// range and meaning. The limits stand in ConfigurationMembers+Limits.swift.

internal import BookingAgent
internal import Bookings
internal import CivilTime
internal import Dialogue
internal import Gateways
internal import JSON
internal import Language
internal import Passes
internal import PhoneNumbers
internal import Storage

/// The table of a configuration file.
enum ConfigurationMembers {
  /// All members, in the order in which help lists them.
  static let all = MemberTable<Configuration>(
    house + gateway + mobility + gatewayLimits + bookingLimits + passLimits + protocolLimits
      + agentLimits + storeLimits)

  private static let house: [FileMember<Configuration>] = [
    .zone(
      "zone", \.zone, default: Configuration.standardZone,
      "where the house stands; it wins over the zone of the building file"),
    FileMember(
      "place", .oneWord(octetsMax: 64), default: Configuration().place,
      "what the greeting of a connection calls this place",
      set: { (place: String, configuration) in configuration.place = place },
      read: { value in
        value.string.flatMap { text in
          let isWord = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
          return isWord && (1...64).contains(text.utf8.count) ? text : nil
        }
      }),
    .word(
      "language", AnswerLanguage.self, \.language, default: "the building's",
      "in which language somebody is answered of whom nothing is known yet"),
    .word(
      "address", AddressForm.self, \.address, default: "the building's",
      "how people are addressed in German"),
    store,
    path(
      "tokens",
      default: "tokens.json in $CREDENTIALS_DIRECTORY, if it is there, or in $XDG_STATE_HOME/usher",
      "where the tokens stand by which bridges and people sign in"
    ) { $1.tokens = $0 },
    .truth(
      "open", \.isOpen,
      "whether whoever is on this machine may speak over TCP for anybody, without signing in"),
    dateOrder,
    FileMember(
      "phoneRegion", .region, default: Habits().phoneRegion.code,
      "the country of telephone numbers that are written without one (ISO 3166-1)",
      set: { (region: PhoneRegion, configuration) in configuration.habits.phoneRegion = region },
      read: { value in value.string.flatMap { PhoneRegion($0) } }),
    .number(
      "usualMinutes", 1...1440, "min", \.habits.usualMinutes,
      "how long a booking lasts that says no end"),
    .number(
      "foundRoomsMax", 1...2000, "rooms", \.habits.foundRoomsMax,
      "how many rooms a search tells of"),
    .number(
      "listedBookingsMax", 1...1000, "bookings", \.habits.listedBookingsMax,
      "how many bookings a list shows"),
    turnRate,
  ]

  private static let gateway: [FileMember<Configuration>] = [
    FileMember(
      "gateway.address", .gateway, default: "a folder beside the store",
      "where passes go; `drop:` writes them into a folder"
    ) { value, path, configuration, sink in
      guard let text = value.string else {
        sink.add(.expected(.gateway), at: path)
        return
      }
      do throws(GatewayAddress.Fault) {
        let address = try GatewayAddress(text)
        if case .drop(let folder) = address, folder.hasPrefix("~") {
          sink.add(.tilde, at: path)
        } else {
          configuration.gateway = address
        }
      } catch {
        sink.add(.gateway(error), at: path)
      }
    },
    classes(
      "gateway.codes", 1000...9999, \.codes.codes,
      "what is done about a code of the gateway; these are laid over the default"),
    classes(
      "gateway.statuses", 300...599, \.codes.statuses,
      "what is done about an HTTP status; these are laid over the default"),
    .number(
      "gateway.indexBase", 0...1, "", \.codes.indexBase,
      "how the gateway counts the first pass of a call"),
    .seconds(
      "gateway.connectSeconds", 1...300, \.gatewaySettings.connectWithin,
      "how long a connection may take, with name and TLS handshake"),
    .seconds(
      "gateway.answerSeconds", 1...600, \.gatewaySettings.answerWithin,
      "how long a call may take as a whole"),
    .number(
      "gateway.connectionsMax", 1...64, "connections", \.gatewaySettings.connectionsMax,
      "how many connections there are at the same time"),
    path(
      "gateway.certificates", default: "the system's",
      "a file of certificates (PEM) that are trusted instead of the system's"
    ) { path, configuration in configuration.gatewaySettings.certificateFile = path },
    FileMember(
      "gateway.proxy", .proxy, default: "none",
      "a proxy; those that the environment names are not used",
      set: { (proxy: String, configuration) in configuration.gatewaySettings.proxy = proxy },
      read: { value in
        let text = value.string ?? ""
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain && (1...2000).contains(text.utf8.count) ? text : nil
      }),
    untitled,
    text(
      "gateway.userAgent", octetsMax: 200, \.gatewaySettings.userAgent,
      "how the program names itself to the gateway"),
  ]

  private static let untitled = FileMember<Configuration>(
    "gateway.untitled", .text(octetsMax: 200),
    default: "Meeting, or Besprechung if booked in German",
    "what a booking without a title is called on its passes"
  ) { value, path, configuration, sink in
    do throws(ShapeFault) {
      configuration.gatewaySettings.untitled = try value.plainText(at: path, octetsMax: 200)
    } catch {
      sink.add(.shape(error.reason), at: error.path)
    }
  }

  private static let store = FileMember<Configuration>(
    "store", .storePlace, default: "$XDG_STATE_HOME/usher/usher.db",
    "where the store stands; without $XDG_STATE_HOME below ~/.local/state"
  ) { value, path, configuration, sink in
    switch value.string {
    case ":memory:": configuration.store = .memory
    case let text? where text.isPath:
      if text.hasPrefix("~") {
        sink.add(.tilde, at: path)
      } else {
        configuration.store = .file(text)
      }
    case .some, .none: sink.add(.expected(.storePlace), at: path)
    }
  }

  private static let dateOrder = FileMember<Configuration>(
    "dateOrder", .word(["day-first", "month-first"]), default: "day-first",
    "whether `4/9` is the fourth of September or the ninth of April"
  ) { value, path, configuration, sink in
    switch value.string {
    case "day-first": configuration.habits.dateOrder = .dayFirst
    case "month-first": configuration.habits.dateOrder = .monthFirst
    case .some, .none:
      sink.add(.unknownElement(value, .word(["day-first", "month-first"])), at: path)
    }
  }

  private static let turnRate = FileMember<Configuration>(
    "turnRate", .rate(TurnRate.range), default: "that of limits.protocol",
    "turns a second one user may take where turns are limited",
    set: { (rate: TurnRate, configuration) in configuration.turnRate = rate },
    read: { value in
      if value.string == "off" { return .unlimited }
      return value.integer.flatMap { TurnRate.range.contains($0) ? .perSecond(Int($0)) : nil }
    })

  private static func classes(
    _ path: String, _ range: ClosedRange<Int64>,
    _ member: any WritableKeyPath<Configuration, [Int: CodeClass]> & Sendable, _ meaning: String
  ) -> FileMember<Configuration> {
    let words = CodeClass.allCases.map(\.rawValue)
    let standard = Configuration()[keyPath: member].sorted { $0.key < $1.key }
      .map { "\"\($0.key)\": \"\($0.value.rawValue)\"" }.joined(separator: ", ")
    let form = MemberForm.words(for: range, of: words)
    return FileMember(path, form, default: "{\(standard)}", meaning) {
      value, path, target, sink in
      guard let object = value.object else {
        sink.add(.expected(form), at: path)
        return
      }
      for entry in object.members where !entry.name.hasPrefix("_") {
        let here = path.appending(entry.name)
        guard let number = Int64(entry.name), range.contains(number), String(number) == entry.name
        else {
          sink.add(.expected(form), atNameOf: here)
          continue
        }
        if let word = entry.value.string.flatMap(CodeClass.init(rawValue:)) {
          target[keyPath: member][Int(number)] = word
        } else {
          sink.add(.unknownElement(entry.value, .word(words)), at: here)
        }
      }
    }
  }

  private static func text(
    _ path: String, octetsMax: Int,
    _ member: any WritableKeyPath<Configuration, String> & Sendable, _ meaning: String
  ) -> FileMember<Configuration> {
    let standard = Configuration()[keyPath: member]
    return FileMember(path, .text(octetsMax: octetsMax), default: standard, meaning) {
      value, path, target, sink in
      do throws(ShapeFault) {
        target[keyPath: member] = try value.plainText(at: path, octetsMax: octetsMax)
      } catch {
        sink.add(.shape(error.reason), at: error.path)
      }
    }
  }

  static func path(
    _ path: String, default standard: String, _ meaning: String,
    set: @escaping @Sendable (String, inout Configuration) -> Void
  ) -> FileMember<Configuration> {
    FileMember(path, .path, default: standard, meaning) { value, path, configuration, sink in
      guard let text = value.string, text.isPath else {
        sink.add(.expected(.path), at: path)
        return
      }
      if text.hasPrefix("~") { sink.add(.tilde, at: path) } else { set(text, &configuration) }
    }
  }
}

extension String {
  /// Whether this can be a path: not empty, and without the NUL that would cut it.
  var isPath: Bool { !isEmpty && !utf8.contains(0) }
}
