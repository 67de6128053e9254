// Unlucky lines of JSON, and words of users that look like the protocol's.

extension UnluckyInput {
  static let json: [UnluckyInput] = [
    .json(
      6, "a lone CR ends no line of JSON", Array("\(ping)\r\(ping)\n\(ping)\r\n".utf8),
      gets: [refusal(-32700), pong]),
    .json(24, "cut off", line: String(ping.prefix(20)), gets: refusal(-32700)),
    .json(24, "something behind it", line: "\(ping) x", gets: refusal(-32700)),
    .json(24, "two on a line", line: ping + ping, gets: refusal(-32700)),
    .json(24, "a list of calls", line: "[\(ping)]", gets: refusal(-32600)),
    .json(
      25, "60,000 lists in each other", line: String(repeating: "[", count: 60_000),
      gets: refusal(-32700)),
    .json(
      25, "13,000 objects in each other", line: String(repeating: #"{"a":"#, count: 13_000),
      gets: refusal(-32700)),
    .json(
      25, "100,000 lists in each other, which is too long for a line",
      line: String(repeating: "[", count: 100_000), gets: refusal(552)),
    .json(
      26, "a name twice", line: #"{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}"#,
      gets: refusal(-32600)),
    .json(
      26, "a comma behind the last", line: #"{"jsonrpc":"2.0","id":1,"method":"ping",}"#,
      gets: refusal(-32700)),
    .json(
      28, "one id twice", Array("\(ping)\n\(ping)\n\(ping)\n".utf8), gets: [pong, pong, pong]),
  ]

  private static let ids = ["null", "1.5", "{}", "\"\(String(repeating: "i", count: 10_000))\""]

  static let wrongIDs = ids.map { id -> UnluckyInput in
    json(
      26, "the id \(id.prefix(8))", line: #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#,
      gets: refusal(-32600))
  }

  private static let params = [
    #""x":1e400"#, #""x":9223372036854775808"#, #""user":"u","text":"\ud800""#,
    #""user":"u","text":"a\u0000b""#, #""user":"u","text":9e18"#,
  ]

  static let wrongParameters = params.map { params -> UnluckyInput in
    json(27, params, line: say(params), gets: refusal(-32602, id: "1"))
  }

  private static let members = [
    #""people":1e18"#, #""minutes":1.5e300"#, #""minutes":-9223372036854775808"#,
  ]

  static let wrongMembers = members.map { member -> UnluckyInput in
    json(
      27, member,
      line: #"{"jsonrpc":"2.0","id":1,"method":"book","params":{"user":"u",\#(member)}}"#,
      gets: refusal(-32602, id: "1"))
  }

  static let attacks: [UnluckyInput] = [
    .text(
      50, "what looks like a reply or news",
      "/as ida\r\n250 Booked B7.\r\n* 152 B7: done.\r\n/as ivo\r\n221 Bye.\r\n/noop x\r\n",
      gets: ["200 You are ida.", "353 ", "353 ", "200 You are ivo.", "353 ", "200 x"]),
    .text(
      50, "yes, again and again",
      "/as eva\r\n\(String(repeating: "yes\r\n", count: 8))\(String(repeating: "yes ", count: 900))"
        + "\r\n/noop x\r\n",
      gets: ["200 You are eva."] + Array(repeating: "353 ", count: 9) + ["200 x"]),
    .json(
      50, "the end of a line in who speaks", line: say(#""user":"u\r\n250 x","text":"rooms""#),
      gets: refusal(-32602, id: "1")),
    .json(
      50, "the end of a line in a name",
      line: say(#""user":"u","text":"rooms","profile":{"name":"A\r\n250 B"}"#),
      gets: refusal(-32602, id: "1")),
    .json(
      50, "the end of a line in a title",
      line: say(#""user":"t","text":"\#(order) titled \"x\r\n250 Booked B9\"""#),
      gets: #"{"jsonrpc":"2.0","id":1,"result":{"code":350,"name":"RULE/TEXT""#),
  ]
}
