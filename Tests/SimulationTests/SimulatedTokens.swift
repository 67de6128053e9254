// The tokens of a simulated world: who has one, whom it reaches, and what becomes of it in the file
// that the house reads. Whom a token reaches is reckoned here, and not by the house.

import BookingAgent
import Foundation
import House

/// Somebody who can be given a token: a bridge or a person.
struct TokenHolder: Hashable, CustomStringConvertible {
  let name: String
  /// Names, of which a `*` at the end stands for whatever follows.
  let namespaces: [String]
  let isAdmin: Bool

  static let all = [
    TokenHolder(name: "slack", namespaces: ["slack:*"], isAdmin: false),
    TokenHolder(name: "alone", namespaces: ["mia"], isAdmin: false),
    TokenHolder(name: "desk", namespaces: ["tom", "zoe"], isAdmin: false),
    TokenHolder(name: "root", namespaces: ["*"], isAdmin: true),
  ]

  /// Whether somebody may be called so on a session of theirs.
  func reaches(_ name: String) -> Bool {
    namespaces.contains { pattern in
      pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
  }

  /// Whether they are reached by any of their names.
  func speaks(for user: String) -> Bool { SimulatedPeople.names(of: user).contains(where: reaches) }

  /// The names by which the people of the house are reached, and those by which they are not.
  var names: (reached: [String], others: [String]) {
    let all = SimulatedPeople.users.flatMap(SimulatedPeople.names)
    return (all.filter(reaches), all.filter { !reaches($0) })
  }

  /// The people who are reached; nil where that may be anybody.
  var users: Set<String>? {
    namespaces.contains("*") ? nil : Set(SimulatedPeople.users.filter(speaks))
  }

  /// For whom a session speaks unless it is told otherwise.
  var onlyUser: String? {
    guard namespaces.count == 1, let only = namespaces.first, !only.hasSuffix("*") else {
      return nil
    }
    return SimulatedPeople.known(only)
  }

  var description: String { name }
}

/// A token that somebody has or had.
struct HandedToken: Hashable {
  let holder: TokenHolder
  let value: String
}

/// The tokens of a life, in a file of its own. A class because the file ends with the life.
final class SimulatedTokens {
  let file: TokenFile
  private let folder: URL
  private(set) var valid: [HandedToken] = []
  private(set) var takenBack: [HandedToken] = []
  /// Whether the house can read who has a token.
  private(set) var isReadable = true

  /// Begins with a token for everybody.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "usher-life-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    file = TokenFile(at: folder.appending(path: "tokens").path)
    for holder in TokenHolder.all { try add(holder) }
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("\(folder.path) stays: \(error)")
    }
  }

  /// Whose a token is now.
  func holder(of value: String) -> TokenHolder? { valid.first { $0.value == value }?.holder }

  /// Somebody has another token, or one again; what they had is worth nothing any more.
  func renew(_ holder: TokenHolder) throws {
    try show()
    guard let place = valid.firstIndex(where: { $0.holder == holder }) else {
      return try add(holder)
    }
    takenBack.append(valid[place])
    valid[place] = HandedToken(holder: holder, value: try file.rotate(holder.name))
  }

  /// Somebody has no token any more.
  func revoke(_ holder: TokenHolder) throws {
    try show()
    guard let place = valid.firstIndex(where: { $0.holder == holder }) else { return }
    try file.revoke(holder.name)
    takenBack.append(valid.remove(at: place))
  }

  /// Nobody but whoever runs the process can read the file, as it should be.
  func show() throws { try setMode(0o600, readable: true) }

  /// Others can read the file too: the house takes nothing from it.
  func expose() throws { try setMode(0o644, readable: false) }

  private func setMode(_ mode: Int, readable: Bool) throws {
    guard isReadable != readable else { return }
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    isReadable = readable
  }

  private func add(_ holder: TokenHolder) throws {
    let namespaces = holder.namespaces.compactMap { UserNamespace($0) }
    let principal = Principal(
      name: holder.name, namespaces: namespaces, isAdmin: holder.isAdmin)
    valid.append(HandedToken(holder: holder, value: try file.add(principal)))
  }
}
