// The words of the help about measuring: what each figure means, and what it is taken from.

extension HelpWording {
  static let bench = HelpWording(
    usage: "usher bench parse | trips | server | store [OPTION…]",
    about: """
      parse reads a fixed mix of lines again and again and tells how long cutting them into \
      tokens, reading them and the whole turn take, and how many objects each allocates; then how \
      long turns take in a house of many bookings or of many who wait, how long it takes to find a \
      time for five people in 200 rooms, and to make a series of 50 durable in a file among the \
      temporary ones.
      trips holds 10,000 trips of 4 legs, 50 to a person, and tells how much memory they take. It \
      follows a ride of each of 200 people, and tells how much of the processor a line about what \
      can be booked takes, from what is said to the answer with six offers, and a wake at which \
      nothing is due; beside both, where nobody has more than three trips. Last it lets an hour go \
      by in which nobody says anything, and counts what the service is asked then. The mobility \
      service is played, and neither its time nor a network nor a store is counted.
      server starts this very program as a server on 127.0.0.1, asks it by 50 connections, and \
      tells how much of the processor the server takes for each request, and how many it answers a \
      second. Each connection has one request in flight, or 16: the next is sent as soon as one is \
      answered. A reply other than the expected one ends the measure. All of it takes some ten \
      minutes, most of them for memory. The parts:
      noop: /noop, /sync x and /status, which say nothing to the agent; beside them PING of \
      redis-server, where one is on the path, asked in the same way.
      free: two questions of what is free, as people type them, in the demonstration building.
      idle: how much memory a connection takes that has asked one thing and stays.
      book: what store does.
      start: how long it takes from the start to the first answer, with 100,000 bookings in the \
      store.
      memory: how much memory a booking takes, from 100,000 to 200,000 of them; then the same of \
      bookings with an attendee whose pass was accepted.
      rooms: a question in a house of 1,000 rooms and 200,000 bookings.
      store books by sentences in JSON in a house of 200 rooms whose store is a file among the \
      temporary ones: each message has a name, each booking a time of its own, and each of 50 \
      connections has four in flight. It counts the transactions, and then lets SQLite alone write \
      the very same rows in as many transactions into an empty store of the same tables, indexes \
      and pragmas. The ratio tells what usher takes beyond that. Then the same with an attendee to \
      each booking, whose pass is sent to a scripted gateway.
      Everything that was started is ended and all files are removed, also at Ctrl-C. Nothing is \
      bound to a processor: on a machine that others use, too, taskset -c 0,1 keeps usher to two. \
      Only a release build tells how fast usher is.
      """,
    examples: [
      "usher bench parse --rounds 1000", "usher bench trips", "usher bench server",
      "usher bench server --only noop,free --runs 5", "usher bench store --requests 50000",
    ])
}
