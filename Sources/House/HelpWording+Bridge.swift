// What a bridge author has to know, with a whole session.

extension HelpWording {
  static let bridge = HelpWording(
    usage: "usher serve --stdio json",
    about: """
      A bridge carries what people of a chat say to usher, and back what it answers: objects of \
      JSON-RPC 2.0, one a line, on standard streams, a Unix socket (--unix PATH) or TCP \
      (--listen-json HOST:PORT; there it signs in first: `usher help token`).

      For each message it calls "say": "user" is who speaks, by the chat's own id (the people file \
      can tell who that is), "conv" the channel, "msg" the chat's id of the message, so that a \
      message sent twice has one effect, "text" what was said. One line answers, with the same \
      "id": a "result", or an "error" whose "message" is shown. Show every message's "text" \
      ("markdown", "mrkdwn" or "html" if "hello" asked for one of these), to the speaker alone \
      where its "audience" is "user"; no name, address or number is in any other. Its "choices" \
      are buttons: "title" stands on one, and a press calls "choice" with the "id" of the message \
      and of the choice. An old button does nothing (504).

      News come as "notice", to whoever asked by "caps": they are shown to their "user", and \
      "ack" says by "seq" that they have arrived; what is not acknowledged comes again, after a \
      restart, too. Calls may be sent before answers have come; those of one conversation are \
      answered in order. If usher is gone, start it again and repeat what was not answered, with \
      the same "msg". A chat that takes less than a text has is sent it in parts, cut at line \
      ends. All else, codes and limits, stands in grammar/protocol.md.

      A session, as it goes with --test --clock 2026-11-24T09:07 --seed 1; … leaves something out.
      """,
    examples: [
      #"→ {"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":["ulp/1"],"#,
      #"  "caps":["notices"]}}"#,
      #"← {"jsonrpc":"2.0","id":1,"result":{"protocol":"ulp/1",…"#,
      #"→ {"jsonrpc":"2.0","id":2,"method":"say","params":{"user":"slack:U1","#,
      #"  "conv":"C9","msg":"17.1","text":"book Bunker tomorrow 10-11"}}"#,
      #"← {"jsonrpc":"2.0","id":2,"result":{"code":250,"messages":[{"id":"m1","#,
      #"  "text":"Booked B1: Bunker, Wed 25 Nov 2026, 10:00–11:00.…"#,
      #"→ {"jsonrpc":"2.0","id":3,"method":"say","params":{"user":"slack:U2","#,
      #"  "conv":"C9","msg":"17.2","text":"book Bunker tomorrow 10-11"}}"#,
      #"← {"jsonrpc":"2.0","id":3,"result":{"code":352,"name":"TIME/TAKEN","#,
      #"  "messages":[{"id":"m2","text":"Bunker is taken Wed 25 Nov 10:00–11:00.…"#,
      #"→ {"jsonrpc":"2.0","id":4,"method":"choice","params":{"user":"slack:U2","#,
      #"  "conv":"C9","msg":"17.3","message":"m2","choice":"1"}}"#,
      #"← {"jsonrpc":"2.0","id":4,"result":{"code":250,"messages":[{"id":"m3","#,
      #"  "text":"Booked B2: Bunker, Wed 25 Nov 2026, 11:00–12:00.…"#,
      #"→ {"jsonrpc":"2.0","id":5,"method":"say","params":{"user":"slack:U2","#,
      #"  "conv":"C9","msg":"17.2","text":"book Bunker tomorrow 10-11"}}"#,
      #"← {"jsonrpc":"2.0","id":5,"result":{"code":251,"messages":[{"id":"m2",…"#,
      #"→ {"jsonrpc":"2.0","id":6,"method":"say","params":{"user":"slack:U1","#,
      #"  "conv":"C9","text":"cancel B99"}}"#,
      #"← {"jsonrpc":"2.0","id":6,"error":{"code":550,"message":"I know no booking"#,
      #"  B99.","data":{"name":"WHAT/UNKNOWN","certain":true,…"#,
    ])
}
