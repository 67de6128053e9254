// The words of the help that no table holds: what each command is for, and examples.

/// The words of one page of help.
struct HelpWording {
  /// How the command is written.
  let usage: String
  /// What it does.
  let about: String
  /// Lines that can be typed as they stand.
  let examples: [String]

  /// The commands, for the page about the program as a whole.
  static let commands = [
    "Commands:", "",
    "  usher                talk at the terminal, or answer the lines of a pipe",
    "  usher serve          serve sockets or standard streams",
    "  usher demo           play a conversation, then go on with it",
    "  usher replay FILE    run written conversations and tell what differs",
    "  usher parse          say what lines mean, as JSON",
    "  usher bench          measure lines, trips and what a server takes",
    "  usher teach          learn what lines are said for from examples",
    "  usher store          look through the store, back it up, put it back",
    "  usher person         hand out or erase what the store holds of somebody",
    "  usher token          let bridges and people sign in",
    "  usher passes resume  let passes leave again once their gateway is mended",
    "  usher health         tell whether a server is well",
    "  usher version        tell which version this is",
    "  usher help TOPIC     talk, serve, demo, replay, parse, bench, teach, store,",
    "                       person, token, passes, health, bridge, talks, trips,",
    "                       building, people, configuration",
  ]

  /// The words of a page.
  static func page(_ topic: HelpTopic) -> HelpWording {
    switch topic {
    case .overview: overview
    case .talk: talk
    case .serve: serve
    case .demo: demo
    case .replay: replay
    case .parse: parse
    case .bench: bench
    case .teach: teach
    case .store: store
    case .person: person
    case .token: token
    case .passes: passes
    case .health: health
    case .bridge: bridge
    case .talks: talks
    case .trips: trips
    case .building: building
    case .people: people
    case .configuration: configuration
    }
  }

  private static let overview = HelpWording(
    usage: "usher [COMMAND] [OPTION…]",
    about: """
      Books rooms by conversation: type what you need, and the room is held and every attendee \
      is sent a pass.
      """,
    examples: [
      "usher",
      "echo \"book Aquarium tomorrow 13:15-14:00 with ana@example.com\" | usher",
      "usher demo",
    ])

  private static let talk = HelpWording(
    usage: "usher [OPTION…]",
    about: """
      Talks to one person: at a terminal with a prompt and the rooms of the day, on a pipe line by \
      line until its end. An option and its value may also be written with a =. What follows a \
      lone -- is no option.
      At a terminal the line can be edited: arrows, Home and End; up and down bring back what was \
      typed, Ctrl-R the last line that holds what stands there, also of earlier starts \
      ($XDG_STATE_HOME/usher/history or ~/.local/state/usher/history; delete it to forget); TAB \
      completes rooms, people and words such as /quit. Ctrl-C drops the line and the question \
      that is open, and on an empty line, said again, ends usher; Ctrl-D on an empty line says \
      that there is nothing more. Where TERM is dumb or not set, lines are typed as the terminal \
      lets one, and Ctrl-C ends usher.
      """,
    examples: [
      "echo \"rooms tomorrow\" | usher",
      "echo \"tell me when Aquarium is free tomorrow 10-11\" | usher",
      "echo \"book Cockpit tomorrow 10-11\" | usher --store :memory: --as mia",
      "usher --building rooms.json --gateway https://passes.example.com",
    ])

  private static let serve = HelpWording(
    usage: "usher serve [OPTION…]",
    about: """
      Serves the line protocol, as text for people and as JSON for programs, to many at once, and \
      tools for a model (the Model Context Protocol) to whoever starts it. At least one place to \
      listen at must be named, unless a supervisor hands over sockets (sd_listen_fds(3)): over TCP \
      text is spoken there, or what the socket's name says (FileDescriptorName=): text, json, \
      text,proxy or json,proxy; on a socket in the file system JSON.
      """,
    examples: [
      "usher serve --listen 127.0.0.1:4711",
      "usher serve --listen-json 127.0.0.1:0 --test --clock 2026-11-24T09:07 --seed 1",
      "usher serve --stdio json --store :memory:",
      "usher serve --mcp --as mia",
    ])

  private static let demo = HelpWording(
    usage: "usher demo [trip] [OPTION…]",
    about: """
      Plays a conversation of about ten lines in the demonstration building, with a gateway that \
      fails at one attendee, and then goes on with you if there is a terminal. With "trip" it is \
      about a trip and what is booked on it (usher help trips). Nothing is kept and nothing is \
      sent.
      """,
    examples: ["usher demo", "usher demo trip"])

  private static let replay = HelpWording(
    usage: "usher replay [OPTION…] FILE…",
    about: """
      Runs written conversations (`usher help talks`), each with a fresh agent in memory and the \
      demonstration building unless the file names another, and tells with file and line where an \
      answer differs. With --server they are run on a server instead, with --record one is \
      written.
      """,
    examples: [
      "usher replay Tests/HouseTests/Transcripts/everything-in-one-sentence.talk",
      "usher replay --server 127.0.0.1:4711 monday.talk tuesday.talk",
      "echo \"what is free tomorrow?\" | usher replay --record free.talk",
      "usher replay --record free.talk free.talk",
    ])

  private static let parse = HelpWording(
    usage: "usher parse [OPTION…]",
    about: """
      Answers each row of standard input, an object of JSON in a line, with one that says what \
      its "text" means: intent, times, people, room, slots, and the words that were not used. A \
      row may have "id", "now" (else the clock), "language" and "dateOrder" (dmy or mdy). A row \
      that cannot be read gets an "error", and the next is read all the same. Nothing is booked.
      """,
    examples: [
      "echo '{\"text\": \"book Aquarium tomorrow 10-11\"}' | usher parse",
      "echo \"what is free after 3?\" | usher parse --text --zone Europe/Vienna",
    ])

  private static let teach = HelpWording(
    usage: "usher teach --grammar FOLDER [OPTION…]",
    about: """
      Learns from the examples of a grammar (FOLDER/*.examples: an act, a tab and a line) what \
      lines are said for, and writes what it has learned to FOLDER/acts.weights.
      """,
    examples: ["usher teach --grammar grammar", "usher teach --grammar grammar --try 5"])

  private static let store = HelpWording(
    usage: "usher store check | backup FILE | restore FILE [OPTION…]",
    about: """
      check looks through the store while no agent uses it: folds the journal, compares what \
      comes out with the tables, and tells each difference. Nothing is changed.
      backup writes all of it into a file that only you can read, also while an agent uses the \
      store. It is looked through as by check before it gets its name; a store that differs is \
      told and not backed up. Tokens, the configuration and passes that left as files are not in it.
      restore puts a backup in the place of the store while no agent uses it, if check finds \
      nothing in it. What stood there is kept beside it, as usher.db.before-2026-11-26T19-40 \
      (UTC). What happened since the backup is then unknown: passes that it has as not yet sent \
      go out again.
      """,
    examples: [
      "usher store check", "usher store check --store usher.db",
      "usher store backup /var/backups/usher-monday.db --force",
      "usher store restore /var/backups/usher-monday.db",
    ])

  private static let person = HelpWording(
    usage: "usher person export NAME | erase NAME [OPTION…]",
    about: """
      export prints all that the store holds of the user NAME, and with --email of who comes \
      under that address, as one object of JSON, also while an agent uses the store.
      erase takes it out while no agent uses the store: the name, and with --email name, address \
      and number of who comes under it. Titles and kept answers in which these stand as words get \
      "erased" instead; bookings stay, of nobody. Bookings that are not over are listed and \
      nothing is done, unless --to says who gets them. Backups, what restore set aside, and passes \
      that left as files are not touched.
      """,
    examples: [
      "usher person export ana --email ana@example.com",
      "usher person erase ana --email ana@example.com --to tom",
    ])

  private static let token = HelpWording(
    usage: "usher token add NAME | list | revoke NAME | rotate NAME [OPTION…]",
    about: """
      Makes, lists, takes away or replaces the tokens by which bridges and people sign in on TCP. \
      A token is told once, on standard output; only its salted digest is kept, in a file for its \
      owner alone. A server looks at the file whenever somebody signs in, so it can be changed \
      while one runs; who signed in by a token that is gone is closed within seconds.
      """,
    examples: [
      "usher token add slack-bridge --namespace \"slack:*\"",
      "usher token add ana --namespace ana", "usher token list",
      "usher token revoke slack-bridge",
    ])

  private static let passes = HelpWording(
    usage: "usher passes resume [OPTION…]",
    about: """
      When a gateway refuses for a reason that only its operator can mend, as a wrong key, usher \
      keeps all passes and says so in its log. Once that is mended, this tells the usher that has \
      the store open to send them, and to read building, people and configuration again (SIGUSR1; \
      for a server SIGHUP does the same).
      """,
    examples: ["usher passes resume", "usher passes resume --store /var/lib/usher/usher.db"])

  private static let health = HelpWording(
    usage: "usher health --server HOST:PORT",
    about: """
      Connects to a server and asks it for a sign of life, as a supervisor or a container does \
      now and then. Ends with 0 if it answers within five seconds, else with 69. It needs no token.
      """,
    examples: ["usher health --server 127.0.0.1:4711"])

  private static let building = HelpWording(
    usage: "usher --building FILE",
    about: """
      A building file is JSON: a list of rooms as a gateway answers it to getrooms, or an object \
      with such a list under "rooms". Each room needs a "name". Members that begin with _ are \
      remarks. A file with a fault is refused with the place and reason of each. \
      `usher help building --sample` prints one to begin with; people and configuration likewise.
      """,
    examples: [
      "{\"name\": \"House\", \"zone\": \"Europe/Berlin\", \"language\": \"de\",",
      " \"address\": \"Sie\", \"hours\": {\"opens\": \"07:00\", \"closes\": \"19:00\"},",
      " \"rules\": {\"closedDates\": [\"2026-12-24/2027-01-01\"]}, \"rooms\": [",
      "  {\"name\": \"Aquarium\", \"article\": \"das\", \"floor\": \"2nd\", \"seats\": 6,",
      "   \"stepFree\": true},",
      "  {\"name\": \"1.10\", \"size\": \"60 m²\", \"rules\": {\"gridMinutes\": 30}}]}",
    ])

  private static let people = HelpWording(
    usage: "usher --people FILE",
    about: """
      A file of people is a list in JSON, or comma-separated values (RFC 4180) with the names of \
      the members in the first line; in these a list is written with semicolons. Each person needs \
      an "id" and a "name". A file with a fault is refused with the place and reason of each.
      """,
    examples: [
      "id,name,email,phone,groups,mayBookFor",
      "jana,Jana Kurz,jana@example.com,+49 30 901820,design,",
      "tom,Tom Bauer,tom@example.com,030 901821,design;board,jana",
    ])

  private static let configuration = HelpWording(
    usage: "usher --config FILE",
    about: """
      A configuration file is one JSON object. A member such as gateway.codes stands in the object \
      "gateway" under the name "codes". Members that begin with _ are remarks, null leaves what \
      holds otherwise. Paths begin at the folder of the file. Options of the command line win.
      """,
    examples: [
      "{\"zone\": \"Europe/Vienna\", \"phoneRegion\": \"AT\",",
      " \"gateway\": {\"address\": \"https://passes.example.com\",",
      "             \"codes\": {\"4103\": \"permanent\"}},",
      " \"limits\": {\"passes\": {\"attemptsMax\": 4}}}",
    ])
}
