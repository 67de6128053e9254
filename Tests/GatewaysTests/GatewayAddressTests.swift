// Which texts name a gateway, and that a refusal never repeats a secret.

import Gateways
import Testing

@Suite struct GatewayAddressTests {
  static let addresses: [(String, String)] = [
    ("https://gateway.example", "https://gateway.example"),
    ("HTTPS://Gateway.Example/api/", "https://Gateway.Example/api"),
    ("http://127.0.0.1:8080/a/b", "http://127.0.0.1:8080/a/b"),
    ("http://[::1]:8080", "http://[::1]:8080"),
    ("drop:./passes", "drop:./passes"),
    ("drop:/var/passes", "drop:/var/passes"),
    ("scripted", "scripted"),
  ]

  @Test("An address is read and can be written again", arguments: addresses)
  func address(text: String, written: String) throws {
    let address = try GatewayAddress(text)
    #expect(address.description == written)
    #expect(try GatewayAddress(written) == address)
  }

  @Test("Only https is encrypted")
  func encryption() throws {
    for (text, isEncrypted) in [("https://a.example", true), ("http://a.example", false)] {
      guard case .web(let web) = try GatewayAddress(text) else {
        Issue.record("\(text) is no address of the web")
        continue
      }
      #expect(web.isEncrypted == isEncrypted)
    }
  }

  static let references: [(String, String)] = [
    ("img/a.jpg", "https://gateway.example/api/img/a.jpg"),
    ("/img/a.jpg", "https://gateway.example/img/a.jpg"),
    ("../a b.jpg", "https://gateway.example/a%20b.jpg"),
    ("//pictures.example/a.jpg", "https://pictures.example/a.jpg"),
    ("https://pictures.example/a.jpg?w=9#x", "https://pictures.example/a.jpg?w=9#x"),
    ("no:such:scheme", "no:such:scheme"),
  ]

  @Test("What is named relative to a gateway has a whole address", arguments: references)
  func reference(_ reference: String, whole: String) throws {
    guard case .web(let web) = try GatewayAddress("https://gateway.example/api/") else {
      throw GatewayAddress.Fault.unknownKind
    }
    #expect(web.whole(of: reference) == whole)
  }

  static let faults: [(String, GatewayAddress.Fault)] = [
    ("", .empty),
    ("gateway.example", .unknownKind),
    ("ftp://gateway.example", .unknownKind),
    ("file:///etc/passwd", .unknownKind),
    ("https:gateway.example", .unknownKind),
    ("Scripted", .unknownKind),
    ("drop:", .folderMissing),
    ("drop:a\u{0}b", .malformed),
    ("https://", .malformed),
    ("https://gateway.example:99999", .malformed),
    ("https://gateway.example:0", .malformed),
    ("https://gateway example", .malformed),
    ("https://gateway.example/a\nb", .malformed),
    ("https://gateway.example\\@evil.example", .malformed),
    ("https://user@gateway.example", .secretInside),
    ("https://user:hunter2@gateway.example", .secretInside),
    ("https://:hunter2@gateway.example", .secretInside),
    ("https://gateway.example/?key=hunter2", .queryOrFragment),
    ("https://gateway.example/?", .queryOrFragment),
    ("https://gateway.example/#top", .queryOrFragment),
    ("https://gateway.example/" + String(repeating: "a", count: 2000), .tooLong),
  ]

  @Test("A text that names no gateway is refused with its reason", arguments: faults)
  func fault(text: String, fault: GatewayAddress.Fault) {
    #expect(throws: fault) { try GatewayAddress(text) }
    #expect(!fault.words.contains("hunter2"))
  }
}
