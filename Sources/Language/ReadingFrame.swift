// What computing a value takes of the circumstances: plain numbers, so that handing it on is free.

internal import CivilTime

/// The part of a reading's context that dates, times and counts depend on.
struct ReadingFrame {
  let now: CivilMoment
  let dateOrder: DateOrder
  let hours: ClockWindow
  /// The open question asks how many come.
  let asksHeadcount: Bool
  /// It is asked until when something is repeated, or how often.
  let asksRepeat: Bool
  /// It asks which of several choices.
  let asksChoice: Bool
  /// Things were just listed that an ordinal may pick.
  let hasListed: Bool
  /// `viertel elf` means the same to the speaker.
  let knowsQuarters: Bool
  /// It asks when.
  let asksTime: Bool
  /// It asks for the title.
  let asksTitle: Bool
  /// A question of the service is open.
  let asksField: Bool
  /// The speaker has trips, and nothing that can be booked on them is listed.
  let isTravelling: Bool
  /// Something was just asked, done or shown that a line without a verb may be about.
  let isContinuing: Bool

  init(_ context: borrowing ReadingContext) {
    now = context.now
    dateOrder = context.dateOrder
    hours = context.hours
    let expected = context.expected
    asksHeadcount = !expected.isEmpty && expected.contains(.headcount)
    asksRepeat = !expected.isEmpty && expected.contains(.repeat)
    asksChoice = !expected.isEmpty && expected.contains(.choice)
    hasListed = context.hasListed
    knowsQuarters = context.knowsQuarters
    asksTime = !expected.isEmpty && !expected.isDisjoint(with: [.when, .start, .end])
    isContinuing = context.isContinuing
    asksField = !expected.isEmpty && expected.contains(.topic)
    isTravelling = context.isTravelling
    asksTitle = !expected.isEmpty && expected.contains(.title)
  }
}

/// The tables of a grammar while a line is read: pointers, because matching follows them more often
/// than anything else and would otherwise count references at every step. Valid only within
/// `CompiledGrammar.withTables`.
struct GrammarTables {
  let nodes: UnsafeBufferPointer<PhraseAutomaton.Node>
  let edgeSymbols: UnsafeBufferPointer<UInt16>
  let edgeTargets: UnsafeBufferPointer<Int32>
  let accepts: UnsafeBufferPointer<UInt16>
  let roots: UnsafeBufferPointer<Int32>
  let productions: UnsafeBufferPointer<Production>
  let notes: UnsafeBufferPointer<SymbolNotes>
}

extension CompiledGrammar {
  /// Hands the tables to a body; they may not outlive it.
  func withTables<Result>(_ body: (GrammarTables) -> Result) -> Result {
    automaton.nodes.withUnsafeBufferPointer { nodes in
      automaton.edgeSymbols.withUnsafeBufferPointer { symbols in
        automaton.edgeTargets.withUnsafeBufferPointer { targets in
          automaton.accepts.withUnsafeBufferPointer { accepts in
            automaton.roots.withUnsafeBufferPointer { roots in
              productions.withUnsafeBufferPointer { productions in
                self.symbols.notes.withUnsafeBufferPointer { notes in
                  body(
                    GrammarTables(
                      nodes: nodes, edgeSymbols: symbols, edgeTargets: targets, accepts: accepts,
                      roots: roots, productions: productions, notes: notes))
                }
              }
            }
          }
        }
      }
    }
  }
}
