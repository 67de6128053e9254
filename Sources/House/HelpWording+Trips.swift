// Trips: how they come in, what one says, and what an operator sets.

extension HelpWording {
  static let trips = HelpWording(
    usage: "usher [--trip FILE|ADDRESS]…",
    about: """
      A trip is planned elsewhere, in an app of a mobility service. usher books what can be booked \
      on its legs (a shuttle, a bike, a taxi), and tells how it stands with it. It comes in from a \
      file (usher --trip FILE, as the service writes it), by its address at the service \
      (--trip ADDRESS, or a line that holds it: "trip https://…"), pasted as JSON, by the method \
      "trip" of the line protocol, and, where something was booked on it before, when its owner \
      signs in to the service; the same trip keeps its number, and its legs theirs, when it is \
      replaced. What was booked on it elsewhere is followed like what is booked here.

      One says: "trips", "T1", "products for T1", "I need a taxi" or "what is available for T1.3", \
      asks about what is listed ("how much is the shuttle?", "which is the cheapest?"), then "book \
      1", "book the shuttle", "book it" or "use 2" (put into the trip, not booked). What the \
      service asks is answered field by field: back, skip, review, change 2, send, stop. Terms are \
      shown with the page on which they are accepted: accept, decline, terms. Of what is booked: \
      "where is my shuttle", "who is the driver", "status T1.3", "cancel the shuttle", or the \
      number of an action; what cannot be taken back is asked about first, in the words of the \
      service. All of it works in German, too, and rooms can be booked in between. "T1 for B17" \
      says whether a trip is there before a booking begins, "what gets me to B17 in time" which \
      trips are.

      Looking needs no account. A request that may book is sent once: where its answer is lost the \
      trip is looked at until it tells, and nothing is sent again. Payments by card, and the data \
      of cards, are not taken: the page of the provider is named instead. Nothing is asked of \
      hosts but those of the configuration (mobility.addresses, mobility.hosts), over https, or \
      over http on this machine. The log tells where errands went and how they ended, never what \
      was said.

      In the configuration: "mobility": {"addresses": ["https://HOST/PATH/"], "keyFile": FILE, \
      "sandbox": true}; see usher help configuration.

      Accounts with providers are linked in the conversation: "accounts", "link uber", "unlink \
      uber", or by themselves when a product needs one. A code is shown that is typed on a page of \
      the provider (RFC 8628), or the page of the service on which leave is given; the booking \
      then goes on without a word. It is told only where nobody else reads along. What the service \
      asks by a form is answered field by field, as is "sign in to the service", by name and \
      password; "sign out of the service" ends that. Who signs people in has to be set up: \
      "providers": [{"name": "uber", "clientID": ID, "device": ADDRESS, "token": ADDRESS, \
      "revocation": ADDRESS, "scopes": [SCOPE]}], and "clientSecretFile" where there is a secret. \
      Where a provider knows no codes, "authorize" names its page (RFC 6749 with PKCE): at a \
      terminal of this machine the browser comes back to a port of 127.0.0.1 \
      ("loopbackPort", if one is registered); everywhere it may come back to a public address of \
      yours (mobility.callback), from where you lead it in clear to mobility.callbackPort of \
      127.0.0.1; and else people paste the address at which their browser ends. "ways" says which \
      of device, code, loopback and paste are allowed, the first first. Tokens are sealed \
      (AES-256-GCM) in accounts/accounts.db beside the store; \
      its key is made beside it, which protects a copy of the file and not one of the folder: name \
      another by "vaultKeyFile", or hand over the credential usher-vault-key of systemd. A \
      password that a form asks for is typed at a terminal or over telnet, hidden, and is in no \
      log, history or recording; programs answer it where they said "secrets".
      """,
    examples: ["usher demo trip", "usher --trip trip.json --config usher.json"])
}
