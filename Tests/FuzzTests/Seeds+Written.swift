// Good inputs and words that stand nowhere else; calls and files stand in the folder Good.

extension Seeds {
  static let openings: [[UInt8]] = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nbook x\r\n", "SSH-2.0-x\r\n", "\u{16}\u{3}\u{1}",
    "PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n", "\r\n\r\n\u{0}\r\nQUIT\n", "\u{FEFF}a\n", "\n\r\n\r\0\n",
    "@a=b;acme.example/x=1\\s2 book Aquarium\r\n", "//said\r\n/noop token\n/text\n..x\n.\n",
  ].map { Array($0.utf8) }

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
