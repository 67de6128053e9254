// Where the program keeps its files unless told otherwise (XDG Base Directory Specification), and
// what systemd hands over as credentials.

public import Storage

/// Where the store and what stands beside it are found.
public struct Places: Hashable, Sendable {
  /// Why no place can be named.
  public enum Fault: Error, Hashable, Sendable {
    /// The environment says neither where state is kept nor where home is.
    case noHome
  }

  /// Which house a store belongs to.
  public enum Whose: Hashable, Sendable {
    /// The operator's own building.
    case own
    /// The demonstration building, which has a store of its own so that trying the program out
    /// never touches real bookings.
    case demonstration
  }

  /// The folder of all state: `$XDG_STATE_HOME/usher` or `$HOME/.local/state/usher`.
  public let stateFolder: String

  /// The places that an environment gives. A path in `XDG_STATE_HOME` that is not absolute is
  /// ignored, as the specification demands; so is one in `HOME`.
  /// - Throws: that no place can be named.
  public init(environment: [String: String]) throws(Fault) {
    let state = environment["XDG_STATE_HOME"].flatMap(Self.absolute)
    let home = environment["HOME"].flatMap(Self.absolute)
    guard let folder = state ?? home.map({ "\($0)/.local/state" }) else { throw .noHome }
    stateFolder = "\(folder)/usher"
  }

  /// Where the store of a house stands: `usher.db` or `demonstration.db`.
  public func store(of house: Whose) -> StorePlace {
    switch house {
    case .own: .file("\(stateFolder)/usher.db")
    case .demonstration: .file("\(stateFolder)/demonstration.db")
    }
  }

  /// What was typed at the terminal.
  public var history: String { "\(stateFolder)/history" }

  /// The tokens to sign in with.
  public var tokens: String { "\(stateFolder)/tokens.json" }

  /// The tokens that systemd hands over to a unit as the credential `tokens.json`
  /// (systemd.exec(5)), whether it does or not; nil where the environment names no folder.
  public static func handedTokens(environment: [String: String]) -> String? {
    environment["CREDENTIALS_DIRECTORY"].flatMap(absolute).map { "\($0)/tokens.json" }
  }

  /// The folder for passes that leave as files: `passes` beside `usher.db`, and beside any other
  /// store `NAME-passes`. Two stores never share one: they count bookings alike, so their files
  /// would replace each other.
  public static func passesFolder(besideStoreAt path: String) -> String {
    place("passes", besideStoreAt: path)
  }

  /// The file of the rooms that a gateway told last: `rooms.json`, named as `passesFolder` is.
  public static func roomsFile(besideStoreAt path: String) -> String {
    place("rooms", besideStoreAt: path) + ".json"
  }

  /// The file of the secrets of people's accounts: `accounts.db` in a folder of its own, which is
  /// named as `passesFolder` is.
  public static func vault(besideStoreAt path: String) -> String {
    place("accounts", besideStoreAt: path) + "/accounts.db"
  }

  private static func place(_ what: String, besideStoreAt path: String) -> String {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = path[..<cut]
    var name = path[cut...]
    if name.hasSuffix(".db"), name.utf8.count > 3 { name.removeLast(3) }
    return name == "usher" ? "\(folder)\(what)" : "\(folder)\(name)-\(what)"
  }

  /// The folder for passes of a store in memory.
  public var passesFolderOfMemory: String { "\(stateFolder)/memory-passes" }

  private static func absolute(_ path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    var path = Substring(path)
    while path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }
}
