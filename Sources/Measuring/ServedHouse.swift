// The program as a process of its own, which serves a house with tests allowed: its clock stands,
// and its gateway is scripted.

/// A running usher. A class because it is ended once.
final class ServedHouse {
  private let program: MeasuredProgram
  let textPort: UInt16
  let jsonPort: UInt16

  /// What stands in a folder: the files of a house, and its store.
  struct Files {
    let building: String
    let configuration: String
    var store: String

    init(_ sheet: HouseSheet, in folder: BenchFolder, named name: String) throws {
      building = try folder.file("\(name)-building.json", sheet.building)
      configuration = try folder.file("\(name)-configuration.json", HouseSheet.configuration)
      store = "\(folder.path)/\(name).db"
    }
  }

  /// Starts the program of that path, and returns when it listens. Without files it serves the
  /// demonstration building, and its store is in memory.
  init(_ path: String, _ files: Files? = nil, in folder: BenchFolder) throws(MeasuringFault) {
    let house = files.map {
      ["--building", $0.building, "--config", $0.configuration, "--store", $0.store]
    }
    program = try MeasuredProgram(
      path,
      [
        "serve", "--test", "--clock", HouseSheet.clock, "--zone", HouseSheet.zone, "--seed", "1",
        "--gateway", "scripted", "--listen", "127.0.0.1:0", "--listen-json", "127.0.0.1:0",
      ] + (house ?? []), in: folder)
    let ports = try program.wait { said in Self.ports(in: said) }
    textPort = ports.text
    jsonPort = ports.json
  }

  var meter: ProcessMeter { program.meter }

  /// Asks it to end, and waits until it has.
  func end() { program.end() }

  /// The ports in what it says when it listens, in the order of its arguments.
  private static func ports(in said: String) -> (text: UInt16, json: UInt16)? {
    let ports = said.split(separator: "\n").filter { $0.hasPrefix("listening on ") }
      .compactMap { line in
        line.split(separator: ":").last?.prefix { $0.isNumber }
      }.compactMap { UInt16($0) }
    // A line that is there in part has no kind behind the port.
    guard ports.count == 2, said.contains("(json)") else { return nil }
    return (ports[0], ports[1])
  }
}
