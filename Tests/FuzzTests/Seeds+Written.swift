// Good inputs that stand nowhere else: calls in JSON, building and configuration files, signs.

extension Seeds {
  static let calls: [[UInt8]] = [
    #"{"jsonrpc":"2.0","id":"a1","method":"hello","params":{"protocol":["ulp/1"],"client":"b/1.0","instance":"b1","caps":["notices","markdown"]}}"#,
    #"{"jsonrpc":"2.0","id":"a2","method":"say","params":{"conv":"slack:C9","user":"slack:U77","msg":"1712345678.000200","text":"book Aquarium tomorrow 10 to 11","lang":"en","debug":true}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"say","params":{"conv":"c","user":"u","text":"book Bunker tomorrow 10-11 with me","profile":{"name":"Mia","email":"mia@x.com","phone":"+49 30 1234567","tz":"Europe/Berlin","lang":"en"}}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"rooms","params":{"date":"2026-11-25"}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"book","params":{"conv":"c","user":"u","msg":"m1","room":"Aquarium","start":"2026-11-25T10:00","end":"2026-11-25T11:00","title":"T","attendees":[{"name":"Ana","email":"ana@x.com","phone":"+49 30 1234567"}]}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"book","params":{"room":"Bunker","start":"2026-11-25T10:00:00+01:00","end":"2026-11-25T11:00:00+01:00","private":true,"user":"u"}}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"change","params":{"user":"u","ref":"B1","version":1,"room":"Cockpit","start":"2026-11-25T12:00","end":"2026-11-25T13:00"}}"#,
    #"{"jsonrpc":"2.0","id":8,"method":"cancel","params":{"user":"u","ref":"B1"}}"#,
    #"{"jsonrpc":"2.0","id":9,"method":"bookings","params":{"user":"u"}}"#,
    #"{"jsonrpc":"2.0","id":10,"method":"choice","params":{"conv":"c","user":"u","id":"1"}}"#,
    #"{"jsonrpc":"2.0","id":11,"method":"parse","params":{"text":"book Aquarium tomorrow 10-11"}}"#,
    #"{"jsonrpc":"2.0","id":12,"method":"subscribe","params":{}}"#,
    #"{"jsonrpc":"2.0","id":13,"method":"ack","params":{"upto":1042}}"#,
    #"{"jsonrpc":"2.0","id":14,"method":"clock","params":{"set":"2026-11-24T09:07"}}"#,
    #"{"jsonrpc":"2.0","id":15,"method":"clock","params":{"advance":900}}"#,
    #"{"jsonrpc":"2.0","id":16,"method":"gateway","params":{"outcomes":["ok",{"halt":1,"code":4103},{"lost":2},"hang",500]}}"#,
    #"{"jsonrpc":"2.0","id":17,"method":"reset","params":{"building":[{"name":"A"}]}}"#,
    #"{"jsonrpc":"2.0","id":18,"method":"ping"}"#, #"{"jsonrpc":"2.0","method":"sync"}"#,
    #"{"jsonrpc":"2.0","id":19,"method":"status","params":{}}"#,
    #"{"jsonrpc":"2.0","id":20,"method":"edit","params":{"conv":"c","user":"u","msg":"m1","text":"x"}}"#,
    #"{"jsonrpc":"2.0","id":21,"method":"delivery","params":{"id":"m1","status":"read"}}"#,
  ].map { Array(($0 + "\n").utf8) }

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

  static let files: [[UInt8]] = [
    """
    {"name": "House", "zone": "Europe/Berlin",
     "rules": {"gridMinutes": 30, "openWeekdays": ["monday"], "closedDates": ["2026-12-25"]},
     "rooms": [{"name": "Attic", "id": "r1", "aliases": ["Loft"], "size": "60m²", "capacity": 4,
       "images": {"0": "a", "2": "b"}, "hours": {"opens": "08:00"}}, {"name": "Öst"}]}
    """,
    """
    [{"name": "Attic", "floor": "top", "location": "Floor 9", "seats": 4, "stepFree": false,
      "aliases": ["Loft", "attic"], "equipment": ["TV"], "hours": {"closes": "24:00"}},
     {"name": "Cellar", "rules": {"requiresAttendee": false, "gridMinutes": 60, "opens": "10:00",
      "closes": "22:00", "longestMinutes": 240, "shortestMinutes": 60, "noticeMinutes": 60,
      "windowDays": 90, "attendeesMax": 12, "bookingsPerPersonMax": 3}}]
    """,
    #"{"0": {"name": "5.12", "equipment": ["42\" screen"], "size": "33m²", "capacity": 9, "_x": 1}}"#,
    #"[{"name": "A"}]"#, #"[{"name": "A"}, {"name": "B", "seats": 100000}]"#, "{}",
    #"{"zone": "America/St_Johns", "place": "desk", "gateway": {"address": "drop:x", "codes": {"4103": "permanent"}, "answerSeconds": 30}}"#,
    #"{"limits": {"passes": {"attemptsMax": 6, "waitSeconds": 0, "expiresSeconds": 60, "passesPerCallMax": 1, "pauseSecondsMax": 1, "passingPauseSeconds": 1, "passingPauseSecondsMin": 1, "restSeconds": 1}}}"#,
    #"{"limits": {"passes": {"callsInFlightMax": 64, "bookingsPerDecisionMax": 1, "tokensMax": 1, "tokensPerRetry": 1, "tokensPerSuccess": 1000, "breakerFailuresInARow": 1, "breakerWindow": 1, "breakerFailuresInWindow": 1, "breakerSeconds": 1, "breakerSecondsMax": 1}}}"#,
    #"{"limits": {"protocol": {"replyLinesMax": 2, "replyOctetsMax": 512, "textLineOctetsMax": 512, "identifierOctetsMax": 1, "jsonDepthMax": 4, "blockOctetsMax": 512, "errorsMax": 1, "errorsBeforePause": 1}}}"#,
    #"{"limits": {"bookings": {"titleOctetsMax": 16, "descriptionOctetsMax": 16, "nameOctetsMax": 16, "alternativesMax": 1, "searchDaysMax": 1, "remembersSeconds": 60}}}"#,
    #"{"limits": {"agent": {"conversationsMax": 1, "recentAnswersMax": 0, "queuedRequestsMax": 1, "answerSecondsMax": 60, "heldNewsMax": 0, "heldNewsUsersMax": 1, "countedUsersMax": 1, "portionsMax": 1, "forgetsEverySeconds": 60}}}"#,
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
