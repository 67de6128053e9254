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
      "id": a "result", or an "error" whose "message" is shown to the speaker alone; after 421 and \
      45y the same message can be sent again, with the same "msg", within some minutes: later \
      "tomorrow" is another day. Take controls out of "text". Show every message's "text" \
      ("markdown", "mrkdwn" or "html" if "hello" asked for one of these), to the speaker alone \
      where its "audience" is "user"; no name, address or number is in any other. Its "choices" \
      are buttons: "title" stands on one, and a press calls "choice" with the "id" of the message \
      and of the choice. An old button does nothing (504). Where there are no buttons people say \
      what the text shows, and nothing is numbered by the bridge. Somebody's private talk that \
      answers a channel has the "conv" of that channel: what is said in one goes on in the other.

      News come as "notice", to whoever asked by "caps": they are shown to their "user", whom \
      the people file may give a name of its own: then "chats" holds the ids of the chat. A \
      notice without "seq" (421) says why the connection ends; \
      "ack" says by "seq" that they have arrived; what is not acknowledged comes again, after a \
      restart, too. Calls may be sent before answers have come; those of one conversation are \
      answered in order. If usher is gone, start it again and repeat what was not answered, with \
      the same "msg". Where a message has no id that lasts, write down what was heard before it is \
      sent: a bridge that ends knows no other way what it was. A chat that takes short messages \
      says "max_text" in "hello", in octets: longer ones come in parts, cut at line ends. A bridge \
      that shows messages with the audience "user" to that user alone says "private" in its \
      "caps", and "secrets" if it keeps what is said after "secret":true: then accounts can be \
      linked through it. Each of \
      several bridges has a token of its own, over TCP; several programs on one token say \
      "instance". All else, codes and limits, stands in grammar/protocol.md.

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
