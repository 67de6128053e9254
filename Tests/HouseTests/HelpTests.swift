// Help tells all that can be said, and no more.

import BookingAgent
import Bookings
import CivilTime
import Gateways
import House
import Passes
import Storage
import Testing

@Suite("Help")
struct HelpTests {
  @Test("Help keeps to 80 columns and ends with a line", arguments: HelpTopic.allCases)
  func helpIsNarrow(_ topic: HelpTopic) {
    #expect(topic.text.hasPrefix("usage: usher") && topic.text.hasSuffix("\n"))
    for line in topic.text.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  /// Written down by hand, for the table cannot vouch for itself.
  private static let options: [(HelpTopic, String)] = [
    (
      .talk,
      "--building --people --trip --config --store --gateway --zone --grammar --clock --seed "
        + "--test --as --colour --record -h"
    ),
    (
      .serve,
      "--building --people --config --store --gateway --zone --grammar --clock --seed --test "
        + "--as --listen --listen-json --unix --stdio --mcp --turn-rate --log --open --in-clear "
        + "--tokens --record -h"
    ),
    (.parse, "--building --people --config --zone --grammar --clock --text -h"),
    (
      .bench,
      "--grammar --rounds --octets --trips --only --runs --requests --bookings --connections -h"
    ),
    (.demo, "--grammar --colour -h"), (.replay, "--grammar --facts --record --server -h"),
    (.store, "--config --store --force -h"),
    (.person, "--config --store --email --to -h"),
    (.token, "--config --tokens --namespace --may -h"),
    (.passes, "--config --store -h"), (.health, "--server -h"),
  ]

  @Test("Help tells each option of a command, and no other", arguments: options)
  func helpTellsOptions(_ topic: HelpTopic, _ options: String) {
    let told = topic.text.split(separator: "\n").filter { $0.hasPrefix("  -") }
      .map { $0.dropFirst(2).prefix { $0 != " " && $0 != "," } }
    #expect(told.joined(separator: " ") == options)
  }

  @Test("The examples of help can be typed", arguments: HelpTopic.allCases)
  func examplesWork(_ topic: HelpTopic) throws {
    let lines = topic.text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "Examples:"))
    let examples = lines[(start + 1)...].map { $0.dropFirst(2) }
    switch topic {
    case .overview, .talk, .serve, .demo, .replay, .parse, .bench, .teach, .store, .person, .token,
      .passes, .health, .trips:
      for example in examples {
        let command = try #require(example.split(separator: "|").last)
        // A shell takes the quotation marks off.
        let words = command.split(separator: " ").map { $0.filter { $0 != "\"" } }
        #expect(words.first == "usher")
        _ = try Command(arguments: Array(words.dropFirst()))
      }
    // Played by the tests that run the program.
    case .bridge: #expect(examples.contains { $0.hasPrefix("→ ") })
    // Played below.
    case .talks: #expect(examples.contains { $0.hasPrefix("tom> ") })
    case .building:
      let file = examples.joined(separator: "\n")
      #expect(try BuildingFile(Array(file.utf8), named: "help").building.rooms.count == 2)
    case .people:
      let file = examples.joined(separator: "\n")
      #expect(try PeopleFile(Array(file.utf8), named: "help").people.all.count == 2)
    case .configuration:
      let file = examples.joined(separator: "\n")
      let configuration = try Configuration(Array(file.utf8), named: "help")
      #expect(configuration.passLimits.attemptsMax == 4)
    }
  }
}
