// Good inputs and words that stand nowhere else; calls and files stand in the folder Good.

extension Seeds {
  static let openings: [[UInt8]] = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nbook x\r\n", "SSH-2.0-x\r\n", "\u{16}\u{3}\u{1}",
    "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n", "\r\n\r\n\u{0}\r\nQUIT\n", "\u{FEFF}a\n", "\n\r\n\r\0\n",
    "@a=b;acme.example/x=1\\s2 book Aquarium\r\n", "//said\r\n/noop token\n/text\n..x\n.\n",
  ].map { Array($0.utf8) }

  /// What telnet clients and proxies send before and among lines.
  static let dialled: [[UInt8]] = {
    let opening: [UInt8] = [
      0xFF, 0xFB, 0x1F, 0xFF, 0xFB, 0x20, 0xFF, 0xFB, 0x18, 0xFF, 0xFB, 0x27, 0xFF, 0xFD, 0x01,
      0xFF, 0xFB, 0x03, 0xFF, 0xFD, 0x03, 0xFF, 0xFA, 0x1F, 0x00, 0x50, 0x00, 0x18, 0xFF, 0xF0,
    ]
    let signature = Array("\r\n\r\n\0\r\nQUIT\n".utf8)
    let inet: [UInt8] = [0x21, 0x11, 0, 12, 192, 0, 2, 1, 192, 0, 2, 2, 0xDC, 0x04, 0, 80]
    let inet6 = [0x21, 0x21, 0, 36] + [UInt8](repeating: 0xFD, count: 36)
    let unix = [0x21, 0x31, 0, 216] + [UInt8](repeating: 0x2F, count: 216)
    let more = [0x21, 0x11, 0, 20] + inet[4...] + [0x04, 0, 5, 1, 2, 3, 4, 5]
    let headers = [inet, inet6, unix, more, [0x20, 0, 0, 0], [0x21, 0, 0, 0]]
    let line = Array("book Aquarium tomorrow 10-11\r\n".utf8)
    let edited = Array("book Aq".utf8) + [0xFF, 0xF7, 0xFF, 0xF8] + line
    let dropped = Array("book Aq".utf8) + [0xFF, 0xF4, 0xFF, 0xFD, 0x06] + line + [0xFF, 0x0A]
    return [opening + line, edited, dropped] + headers.map { signature + $0 + line + dropped }
  }()

  static let telnet: [[UInt8]] =
    (0xEB...0xFF).map { [0xFF, $0] }
    + [
      [0xFF, 0xFD, 0x06], [0xFF, 0xFD, 0x01], [0xFF, 0xFE, 0x01], [0xFF, 0xFB, 0x1F],
      [0xFF, 0xFC, 0x1F], [0xFF, 0xFB, 0x18], [0xFF, 0xFA, 0x1F, 0xFF, 0xFF, 0, 80, 0, 0xFF, 0xF0],
      [0xFF, 0xFA, 0x1F, 0, 80, 0, 24, 0xFF, 0xF0], [0xFF, 0xFA, 0x18, 0], [0xFF, 0xF0], [0xFF],
      [0x0A], [0x0D], [0x0D, 0x00], [0xC3, 0xA4], [0xFF, 0xF7, 0xFF, 0xF7, 0xFF, 0xF7],
      [0x20, 0x00], [0x21, 0x11], [0x21, 0x21], [0x0F, 0xF0], [0x0F, 0xF1],
    ]

  static let session: [[UInt8]] = [
    "\n", "\n", "\n\u{1}\n", "\n/as tom\n", "\n/help times\n", "\n/auth token T\n",
    "\n/mode json\n", "\n/set width 40\n", "\n/set tz Asia/Kathmandu\n", "\n/set lang de\n",
    "\n/set notices now\n", "\n/text\n", "\n.\n", "\n/noop x\n", "\n/sync y\n", "\n/notices\n",
    "\n/ack 1\n", "\n/status\n", "\n/version\n", "\n/quit\n", "\n/clock +15m\n", "\n/clock +40d\n",
    "\n/clock 2026-10-25T02:30\n", "\n/seed 7\n", "\n/reset\n", "\nundo\n", "\nyes\n", "\nno\n",
    "\n1\n", "\nmore\n", "\nbook it\n", "\nnever mind\n", "\nmy bookings\n", "\nrooms\n",
    "\nback\n",
    " with ana@x.com +49 30 1234567 ", " and Ben ben@x.com 0171 2222222 ", " B1 ", " B2 ",
  ].map { Array($0.utf8) }

  static let signs: [[UInt8]] = [
    "{", "}", "[", "]", "[[[[[[[[", "]]]]]]]]", "{\"a\":", ",", ":", "\"", "\\", "\\u00e4",
    "\\ud83d\\ude00", "\\ud83d", "true", "false", "null", "1e5", "-", "0.1", "\"\":", "\"a\":1,",
    "\n", "\r\n", " ", "\t", "/as x\n", "{}\n", "\"id\":1,",
  ].map { Array($0.utf8) }

  /// What the mobility service tells, or might.
  static let told: [[UInt8]] = [
    "\"form\":[{\"fields\":[", "\"type\":\"bookingForm\",", "\"type\":\"option\",",
    "\"type\":\"datetime\",", "\"type\":\"time\",", "\"type\":\"NUMBER\",", "\"type\":\"switch\",",
    "\"required\":true,", "\"hidden\":true,", "\"readOnly\":true,", "\"minValue\":9,",
    "\"maxValue\":-9,", "\"value\":null,", "\"value\":{},", "\"values\":[],", "\"allValues\":[],",
    "\"title\":\"\",", "\"title\":\"<TIME><NUMBER>\",", "\"url\":\"javascript:x\",",
    "\"url\":\"https://\",", "\"ETA\":9223372036854775807,", "\"price\":1e300,", "\"price\":-1,",
    "\"currency\":\"\",", "\"status\":\"x\",", "\"error\":\"e\",", "\"errorCode\":\"446\",",
    "\"usererror\":true,", "\"updateURL\":\"u\",", "\"availableList\":[", "\"review\":[",
    "\"missing\":[\"name\"],", "\"confirmation\":{", "\"timezone\":\"Nowhere\",",
    "\\u202e", "\\r\\n250 Booked", "\\u001b[2J", "e\\u0301\\u0301\\u0301",
  ].map { Array($0.utf8) }

  static let texts: [[UInt8]] = [
    #"[1,-2.5e+3,"ä\u00e4\ud83d\ude00\n\"\\\/",true,false,null,{},[],{"a":{"b":[{"c":0}]}}]"#,
    #"  { "name" : "a" , "name2" : [ 1 , 2 , 3 ] }  "#, "0", "\"\"", "-0", "1E9",
    #"{"0":1,"1":2,"2":3,"3":4,"4":5,"5":6,"6":7,"7":8,"8":9,"9":10,"é":11,"e\u0301":12}"#,
  ].map { Array($0.utf8) }

  static let members: [[UInt8]] = [
    "\"name\": ", "\"seats\": 6", "\"rules\": {", "\"hours\": {", "\"opens\": \"00:00\"",
    "\"closes\": \"24:00\"", "\"gridMinutes\": 5", "\"gridMinutes\": 60", "\"windowDays\": 3660",
    "\"noticeMinutes\": 0", "\"longestMinutes\": 1440", "\"shortestMinutes\": 5",
    "\"closedDates\": []", "\"openWeekdays\": []", "\"attendeesMax\": 0", "\"zone\": \"UTC\"",
    "\"zone\": \"Pacific/Apia\"", "\"limits\": {", "\"passes\": {", "\"protocol\": {",
    "\"agent\": {", "\"store\": {", "\"bookings\": {", "\"gateway\": {", "\"phoneRegion\": \"US\"",
    "\"habits\": {", "\"usualMinutes\": 1", ", {\"name\": \"B\"}", "\"aliases\": [\"x\"]", "}, ",
  ].map { Array($0.utf8) }

  static let directives: [[UInt8]] = [
    "\n", "\n> ", "\n< ", "\n<~ ", "\n<~ *", "\ntom> ", "\ntom< ", "\n2> ", "\n# ", "\n@now ",
    "\n@now 9999-12-31T23:59\n", "\n@now 0001-01-01T00:00\n", "\n@zone UTC\n",
    "\n@zone Pacific/Apia\n", "\n@wait 11s\n", "\n@wait 400d\n", "\n@wait 1000000d\n",
    "\n@booked Aquarium 2026-11-25 10:00-11:00 tom private\n", "\n@code 4103 permanent\n",
    "\n! gateway ok\n", "\n! gateway halt 1 4103\n", "\n! gateway lost 2\n", "\n! gateway hang\n",
    "\n! gateway 500\n", "\n! gateway nonsense\n", "\n@as tom\n", "\n@building x\n",
    "\n> book Aquarium tomorrow 10-11 with ana@x.com +49 30 1234567\n", "\n> undo\n",
    "\n> /clock +1d\n",
    "\n> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
  ].map { Array($0.utf8) }
}
