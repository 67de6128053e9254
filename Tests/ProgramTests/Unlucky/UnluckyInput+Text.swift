// Unlucky octets on text connections: lines without an end, with wrong ends and too long ones; what
// is no text; what steers terminals; what other protocols say.

extension UnluckyInput {
  static let lines: [UnluckyInput] = [
    .text(
      1, "half a line, then the end", "/as mia\r\n\(order)",
      gets: ["200 You are mia.", "500 [PROTO/UNTERMINATED]"]),
    .text(
      3, "a thousand requests, half a line and the end",
      (0..<1_000).map { "/noop \($0)\r\n" }.joined() + "/noop hal",
      gets: (0..<1_000).map { "200 \($0)" } + ["500 [PROTO/UNTERMINATED]"]),
    .slowly(
      4, "one octet at a time", "/noop slow\r\n".unicodeScalars.map { "\($0)" },
      pauseMilliseconds: 10,
      gets: ["200 slow"]),
    .slowly(
      5, "CR and LF in different segments", ["/noop a\r", "\n/noop b\r", "\n"],
      pauseMilliseconds: 20, gets: ["200 a", "200 b"]),
    .text(
      6, "LF, CR, CR NUL and CR LF", "/noop a\n/noop b\r/noop c\r\u{0}/noop d\r\n",
      gets: ["200 a", "200 b", "200 c", "200 d"]),
    .text(
      7, "10 MB of empty lines",
      repeated([13, 10], count: 5_000_000)
        + Array("/noop x\r\n".utf8), gets: ["200 x"]),
    .text(
      8, "10 MB without a line end", Array(repeating: UInt8(ascii: "a"), count: 10_000_000),
      gets: ["552 [LIMIT/LINE]", "* 421 [LIMIT/LINE]"], ending: .waits),
    .json(
      8, "10 MB without a line end", Array(repeating: UInt8(ascii: "a"), count: 10_000_000),
      gets: [refusal(552), #"{"jsonrpc":"2.0","method":"notice","params":{"code":421"#],
      ending: .waits),
    // A long answer comes in pages.
    .text(
      9, "as long as may be, less one", longLine(4_095),
      gets: ["200-aaa", "200 (more follows", "200 x"]),
    .text(
      9, "as long as may be", longLine(4_096), gets: ["200-aaa", "200 (more follows", "200 x"]),
    .text(9, "longer by one", longLine(4_097), gets: ["552 [LIMIT/LINE]", "200 x"]),
    .json(
      39, "the client says that it has said all",
      Array((0..<50).map { _ in "\(ping)\n" }.joined().utf8),
      gets: Array(repeating: pong, count: 50)),
  ]

  /// Octets of a line, and how it is answered.
  private static let lengthsOfJSON = [(65_535, ping1), (65_536, ping1), (65_537, refusal(552))]

  static let linesOfJSON = lengthsOfJSON.map { count, answer -> UnluckyInput in
    let beginning = #"{"jsonrpc":"2.0","id":1,"method":"ping","x":""#
    let filler = String(repeating: "a", count: count - beginning.utf8.count - 2)
    return json(9, "a line of \(count) octets", line: "\(beginning)\(filler)\"}", gets: answer)
  }

  private static let ping1 = #"{"jsonrpc":"2.0","id":1,"result":{"code":200"#

  private static func longLine(_ octets: Int) -> String {
    "/noop \(String(repeating: "a", count: octets - 6))\r\n/noop x\r\n"
  }

  /// Octets that no UTF-8 has: invalid, overlong, half of a pair, beyond the last, cut off.
  private static let wrongOctets: [[UInt8]] = [
    [0xC3, 0x28], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
  ]

  static let octets: [UnluckyInput] = [
    .text(
      10, "10 MB of NUL", Array(repeating: 0, count: 10_000_000),
      gets: ["552 [LIMIT/LINE]", "* 421 [LIMIT/LINE]"], ending: .waits),
    .text(
      10, "NUL within a line and alone", "/noop a\u{0}b\r\n\u{0}\u{0}\n/noop x\r\n",
      gets: ["501 [TEXT/CONTROL]", "501 [TEXT/CONTROL]", "200 x"]),
    .text(
      12, "an override of direction is shown", "/noop a\u{202E}b\r\n", gets: ["200 a<U+202E>b"]),
    .text(
      12, "what cannot be seen in a name", "/as m\u{202E}ia\r\n/as m\u{200B}ia\r\n",
      gets: ["501 [PROTO/ARGS]", "501 [PROTO/ARGS]"]),
    .text(
      12, "what cannot be seen in a title",
      "/as tia\r\n\(order) titled \"a\u{202E}b\u{200B}c\"\r\n",
      gets: ["200 You are tia.", "350-The title holds invisible", "350 [RULE/TEXT]"]),
    .text(
      12, "2,000 combining marks",
      "a\(String(repeating: "\u{301}", count: 2_000))\r\n/noop x\r\n", gets: ["353 ", "200 x"]),
    .json(
      12, "what cannot be seen in an id", line: say("\"user\":\"m\u{202E}ia\",\"text\":\"rooms\""),
      gets: refusal(-32602, id: "1")),
    .text(
      13, "a mark of byte order, twice", "\u{FEFF}/noop a\r\n\u{FEFF}/noop b\r\n",
      gets: ["200 a", "353 "]),
    .json(
      13, "a mark of byte order, twice", Array("\u{FEFF}\(ping)\n\u{FEFF}\(ping)\n".utf8),
      gets: [pong, refusal(-32700)]),
    .text(
      15, "a separator of lines is no line end", "/noop a\u{2028}/noop b\r\n/noop x\r\n",
      gets: ["200 a<U+2028>/noop b", "200 x"]),
    .text(
      16, "1 MB of wishes of telnet",
      repeated([255, 253, 1], count: 350_000) + Array("/noop x\r\n".utf8),
      // 255, 252 and 1, as what is no UTF-8 is read.
      gets: [String(repeating: "\u{FFFD}\u{FFFD}\u{1}", count: 256) + "200 x"]),
    .text(
      16, "1 MB of commands of telnet",
      repeated([255, 241], count: 500_000) + Array("/noop x\r\n".utf8),
      gets: ["200 x"]),
    .json(
      20, "255 before the line end", Array(ping.utf8) + [255, 10] + Array("\(ping)\n".utf8),
      gets: [refusal(-32700), pong]),
  ]

  static let notUTF8 = wrongOctets.flatMap { wrong -> [UnluckyInput] in
    let call = Array(#"{"jsonrpc":"2.0","id":1,"method":"say","params":{"user":"u","text":""#.utf8)
    return [
      .text(
        11, "\(wrong)", Array("/noop ".utf8) + wrong + Array("\r\n/noop x\r\n".utf8),
        gets: ["501 [TEXT/UTF8]", "200 x"]),
      .json(
        11, "\(wrong)", call + wrong + Array("\"}}\n\(ping)\n".utf8),
        gets: [refusal(-32700), pong]),
    ]
  }

  private static let keys = ["\u{1B}]0;owned\u{7}", "\u{9B}31m", "\u{7}", "\u{7F}", "\u{1B}[A"]

  static let steering = keys.map { keys -> UnluckyInput in
    text(
      14, keys.debugDescription, "/noop a\(keys)\r\n/noop x\r\n",
      gets: ["501 [TEXT/CONTROL]", "200 x"])
  }

  static let noLineEnds = ["\u{85}", "\u{B}", "\u{C}"].map { sign -> UnluckyInput in
    text(
      15, sign.debugDescription, "/noop a\(sign)/noop b\r\n/noop x\r\n",
      gets: ["501 [TEXT/CONTROL]", "200 x"])
  }

  /// What other protocols begin with, and the name of the refusal.
  private static let beginnings: [(Int, String, String)] = [
    (21, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP"),
    (21, "POST / HTTP/1.1\r\nContent-Length: 200\r\n\r\n", "HTTP"),
    (22, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "TLS"), (22, "SSH-2.0-OpenSSH_9.2\r\n", "FORBIDDEN"),
    (22, "PROXY TCP4 192.0.2.7 127.0.0.1 1 2\r\n", "FORBIDDEN"),
  ]

  static let otherProtocols = beginnings.map { number, says, name -> UnluckyInput in
    text(
      number, says.debugDescription, "\(says)/as mia\r\n\(order)\r\n",
      gets: ["521 [PROTO/\(name)]"], ending: .waits)
  }

  static let otherProtocolsOnJSON = beginnings.map { number, says, _ -> UnluckyInput in
    json(
      number, says.debugDescription,
      Array("\(says)\(say(#""user":"mia","text":"\#(order)""#))\n".utf8), gets: [refusal(521)],
      ending: .waits)
  }
}
