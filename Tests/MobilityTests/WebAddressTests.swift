// Which addresses are taken, what they print, and to which hosts a request may go.

import Mobility
import Testing

struct WebAddressTests {
  static let here = WebAddress("https://api.example.org/v1/trip/7?key=9")

  @Test(arguments: [
    ("https://Api.Example.org", "https://api.example.org/"),
    ("HTTPS://a.example:443/x", "https://a.example/x"),
    ("http://127.0.0.1:8080/x?y=1#z", "http://127.0.0.1:8080/x?…"),
    ("https://[::1]:9/x", "https://[::1]:9/x"),
    ("https://a.example?x", "https://a.example/?…"),
  ])
  func `is taken`(written: String, printed: String) {
    #expect(WebAddress(written)?.description == printed)
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "ftp://a.example/", "//a.example/x", "/x",
    "https://mia@a.example/", "https://a.example:0/", "https://a.example:65536/", "https:///x",
    "https://a.example:x/", "https://ä.example/", "https://a b.example/",
    "https://a.example/\u{1b}",
    "https://a.example/\r\nHost:x", "https://a%2eexample/", "https://[::1/x", "https://:80/", "",
  ])
  func `is no address`(written: String) {
    #expect(WebAddress(written) == nil)
  }

  @Test(arguments: [
    ("https://b.example/x", "https://b.example/x"), ("/x/y", "https://api.example.org/x/y"),
    ("8", "https://api.example.org/v1/trip/8"), ("../book/3", "https://api.example.org/v1/book/3"),
    ("./8?a=../b", "https://api.example.org/v1/trip/8?a=../b"),
    ("?a=1", "https://api.example.org/v1/trip/7?a=1"), ("//c.example/x", "https://c.example/x"),
    ("../../../../x", "https://api.example.org/x"), ("..", "https://api.example.org/v1/"),
  ])
  func `is meant by an answer`(written: String, whole: String) {
    #expect(Self.here?.resolving(written)?.text == whole)
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b", "data:,x"])
  func `is meant by no answer`(written: String) {
    #expect(Self.here?.resolving(written) == nil)
  }

  @Test(arguments: [
    ("https://api.example.org/x", true), ("https://API.example.org:443/x", true),
    ("https://api.example.org:8443/x", false), ("http://api.example.org/x", false),
    ("https://more.example/x", true), ("https://xn--pi-xka.example.org/x", false),
    ("https://api.example.org.evil.example/", false), ("http://127.0.0.1:99/x", true),
    ("http://127.0.0.1:98/x", false), ("http://169.254.169.254/latest", false),
  ])
  func `may be asked (rule R1)`(written: String, isAllowed: Bool) throws {
    let hosts = AllowedHosts(
      bases: [try #require(Self.here), try #require(WebAddress("http://127.0.0.1:99/"))],
      others: ["more.example"])
    #expect(hosts.allows(try #require(WebAddress(written))) == isAllowed)
  }

  @Test func `a secret shows in nothing that prints`() {
    var secret = Secret(Array("canary-1".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(
      "\(secret) \(String(reflecting: secret)) \([secret])\(dumped)".contains("canary") == false)
    #expect(secret.reveal { $0 } == Array("canary-1".utf8))
    secret.wipe()
    #expect(secret.count == 0)
  }
}
