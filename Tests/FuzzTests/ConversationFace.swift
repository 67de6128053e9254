// A written conversation: refused with the line that cannot be read, or played to its end.

import Bookings
import House
import Language

struct ConversationFace: Sendable {
  /// Steps of a conversation that is played; a longer one is only read.
  private static let playedStepsMax = 40
  /// Seconds that may go by in a conversation that is played.
  private static let playedSecondsMax = 400 * 86_400

  private let settings: HouseSettings

  init(_ grammar: CompiledGrammar) throws {
    guard let zone = PlatformZones.rules(of: "Europe/Berlin") else {
      throw Play.Fault(what: "no data of the zone")
    }
    settings = HouseSettings(
      building: DemonstrationBuilding.building, zone: zone, grammar: grammar)
  }

  func check(_ octets: [UInt8], _ choice: UInt8) -> Verdict {
    var verdict = Verdict()
    // A file that is no UTF-8 is refused before it is looked at.
    guard let text = String(validating: octets, as: UTF8.self) else { return verdict }
    let lines = octets.count { $0 == 0x0A } + 1
    do throws(WrittenConversation.Fault) {
      let conversation = try WrittenConversation(text, file: "f.talk")
      verdict.isTaken = !conversation.steps.isEmpty
      var last = 0
      for step in conversation.steps {
        verdict.expect(step.line > last && step.line <= lines, "a step at line \(step.line)")
        last = step.line
      }
      play(conversation, lines: lines, &verdict)
    } catch {
      verdict.expect((1...lines).contains(error.line), "the fault lies outside: \(error)")
      verdict.expect(!error.reason.isEmpty, "a fault without a word")
    }
    return verdict
  }

  private func play(
    _ conversation: WrittenConversation, lines: Int, _ verdict: inout Verdict
  ) {
    var seconds = 0
    for case .wait(let more) in conversation.steps.map(\.action) { seconds += more }
    guard conversation.steps.count <= Self.playedStepsMax, seconds <= Self.playedSecondsMax
    else { return }
    do {
      let player = try ConversationPlayer(conversation, settings: settings) { _ in
        DemonstrationBuilding.building
      }
      for difference in try player.play() {
        verdict.expect((1...lines).contains(difference.line), "a difference outside: \(difference)")
        verdict.expect(
          !difference.expected.isEmpty, "a difference from nothing: \(difference)")
      }
    } catch let fault as WrittenConversation.Fault {
      verdict.expect((1...lines).contains(fault.line), "the fault lies outside: \(fault)")
    } catch {
      verdict.expect(!"\(error)".isEmpty, "a fault without a word")
    }
  }
}
