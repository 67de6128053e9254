// Where the store and the passes stand when nobody says.

import House
import Storage
import Testing

@Suite("Places")
struct PlacesTests {
  private static let rows: [([String: String], String)] = [
    (["HOME": "/home/mia"], "/home/mia/.local/state/usher/usher.db"),
    (["HOME": "/home/mia/"], "/home/mia/.local/state/usher/usher.db"),
    (["HOME": "/home/mia", "XDG_STATE_HOME": "/var/state"], "/var/state/usher/usher.db"),
    (["XDG_STATE_HOME": "/var/state"], "/var/state/usher/usher.db"),
    // The specification: a relative path is invalid and ignored, an empty one counts as unset.
    (["HOME": "/home/mia", "XDG_STATE_HOME": "state"], "/home/mia/.local/state/usher/usher.db"),
    (["HOME": "/home/mia", "XDG_STATE_HOME": ""], "/home/mia/.local/state/usher/usher.db"),
    (["HOME": "/"], "/.local/state/usher/usher.db"),
  ]

  @Test("The store stands where the XDG rules say", arguments: rows)
  func store(_ environment: [String: String], _ path: String) throws {
    #expect(try Places(environment: environment).store(of: .own) == .file(path))
  }

  @Test(
    "Without a home there is no place",
    arguments: [[:], ["HOME": ""], ["HOME": "mia"], ["XDG_STATE_HOME": "state"]])
  func noHome(_ environment: [String: String]) {
    let fault = #expect(throws: Places.Fault.self) { try Places(environment: environment) }
    #expect(fault?.description.contains("--store") == true)
  }

  @Test("The demonstration has a store and passes of its own")
  func demonstration() throws {
    let places = try Places(environment: ["HOME": "/h"])
    let folder = "/h/.local/state/usher"
    #expect(places.store(of: .demonstration) == .file("\(folder)/demonstration.db"))
    #expect(places.passesFolderOfMemory == "\(folder)/memory-passes")
  }

  @Test(
    "Passes leave beside their store, never two stores' into one folder",
    arguments: [
      ("/s/usher.db", "/s/passes"), ("/s/demonstration.db", "/s/demonstration-passes"),
      ("x.db", "x-passes"), ("./usher.db", "./passes"), ("/s/x", "/s/x-passes"),
      ("/s/.db", "/s/.db-passes"),
    ])
  func passes(_ store: String, _ folder: String) {
    #expect(Places.passesFolder(besideStoreAt: store) == folder)
  }
}
