// Files that nobody wrote on purpose: octets changed, cut and doubled at random.

import House
import JSON
import Passes
import Testing

@Suite("Hostile files")
struct HostileFilesTests {
  private static let good = """
    {"name": "House", "zone": "Europe/Berlin",
     "rules": {"gridMinutes": 30, "openWeekdays": ["monday"], "closedDates": ["2026-12-25"]},
     "rooms": [{"name": "Attic", "id": "r1", "aliases": ["Loft"], "size": "60m²", "capacity": 4,
       "images": {"0": "a", "2": "b"}, "hours": {"opens": "08:00"}}, {"name": "Öst"}],
     "gateway": {"address": "drop:x", "codes": {"4103": "permanent"}, "answerSeconds": 30},
     "limits": {"passes": {"attemptsMax": 6}, "store": {"databaseOctetsMax": 68719476736}}}
    """

  /// Octets by which files are broken more often than by others.
  private static let likely = Array("{}[]\",:\\u0-9.eE \n".utf8) + [0x00, 0x1B, 0x80, 0xC3, 0xFF]

  @Test("Whatever the octets, a file is read or refused with a place in it", arguments: 1...8)
  func mutations(_ seed: UInt64) throws {
    var chance = SeededRandom(seed: seed)
    for _ in 0..<150 {
      var octets = Array(Self.good.utf8)
      for _ in 0...Int(chance.next() % 4) {
        let place = Int(chance.next() % UInt64(max(1, octets.count)))
        switch chance.next() % 5 {
        case 0: octets.removeSubrange(min(place, octets.count)...)
        case 1: octets.insert(contentsOf: octets.suffix(20), at: min(place, octets.count))
        case 2: if place < octets.count { octets.remove(at: place) }
        default:
          let octet = Self.likely[Int(chance.next() % UInt64(Self.likely.count))]
          if place < octets.count { octets[place] = octet }
        }
      }
      check(octets) { _ = try BuildingFile($0, named: "f") }
      check(octets) { _ = try Configuration($0, named: "f") }
    }
  }

  private func check(_ octets: [UInt8], read: ([UInt8]) throws -> Void) {
    do {
      try read(octets)
    } catch let faults as FileFaults {
      let lines = octets.count { $0 == UInt8(ascii: "\n") } + 1
      #expect((1...FileFaults.toldMax).contains(faults.faults.count))
      #expect(faults.faults.allSatisfy { $0.place.map { (1...lines).contains($0.line) } == true })
      let isPlain = "\(faults)".unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }
      #expect(isPlain, "\(octets)")
    } catch {
      Issue.record("not of the kind that is told: \(error)")
    }
  }

  @Test("A file as large as is taken and faulty everywhere is refused without delay")
  func large() {
    let room = "{\"nom\": \"\(String(repeating: "x", count: 50))\"},"
    let count = JSONLimits.file.octetsMax / room.utf8.count - 1
    let rooms = "[" + String(repeating: room, count: count) + "{}]"
    let faults = #expect(throws: FileFaults.self) {
      try BuildingFile(Array(rooms.utf8), named: "f")
    }
    #expect(faults?.description == "f:1:1: this list has more than 2000 elements")
    let tooLong = #expect(throws: FileFaults.self) {
      try BuildingFile(Array(rooms.utf8) + Array(repeating: 0x20, count: 200), named: "f")
    }
    #expect(tooLong?.description.hasSuffix(": the text is longer than is taken") == true)
  }
}
