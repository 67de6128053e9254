// Arguments of what an operator does with a store and with people's data in it.

import Bookings
import House
import Storage
import Testing

@Suite("Arguments of operators")
struct OperatorArgumentsTests {
  static let faults: [ArgumentsTests.Row] = [
    ArgumentsTests.Row(
      "help talk --sample", "usher has no option --sample; see \"usher help talk\""),
    ArgumentsTests.Row(
      "passes", "passes does nothing; write usher passes resume; see \"usher help passes\""),
    ArgumentsTests.Row(
      "passes go",
      "passes does not know what to do with \"go\"; write usher passes resume; "
        + "see \"usher help passes\""),
    ArgumentsTests.Row("health", "health needs --server HOST:PORT; see \"usher help health\""),
    ArgumentsTests.Row(
      "store",
      "store does nothing; write usher store check, backup FILE or restore FILE; "
        + "see \"usher help store\""),
    ArgumentsTests.Row(
      "store chek",
      "store does not know what to do with \"chek\"; write usher store check, backup FILE or "
        + "restore FILE; see \"usher help store\""),
    ArgumentsTests.Row(
      "store backup",
      "store does not know what to do with \"backup\"; write usher store check, backup FILE or "
        + "restore FILE; see \"usher help store\""),
    ArgumentsTests.Row(
      "store check now",
      "usher store does not know what to do with \"now\"; see \"usher help store\""),
    ArgumentsTests.Row(
      "store restore a b",
      "usher store does not know what to do with \"b\"; see \"usher help store\""),
    ArgumentsTests.Row(
      "store restore a --force", "usher store has no option --force; see \"usher help store\""),
    ArgumentsTests.Row(
      "person erase",
      "person does not know what to do with \"erase\"; write usher person export NAME or "
        + "erase NAME; see \"usher help person\""),
    ArgumentsTests.Row(
      words: ["person", "export", "Mia Maier"],
      "\"Mia Maier\": write a name of at most 255 ASCII characters without spaces"),
    ArgumentsTests.Row(
      "person export mia --email mia", "--email \"mia\": this is no e-mail address"),
    ArgumentsTests.Row(
      "person export mia --to tom",
      "usher person has no option --to; see \"usher help person\""),
    ArgumentsTests.Row("person erase mia --to mia", "--to \"mia\": this is who is erased"),
  ]

  @Test("A command line that cannot be taken is refused with what to do", arguments: faults)
  func faultIsTold(_ row: ArgumentsTests.Row) {
    let fault = #expect(throws: ArgumentFault.self) { try Command(arguments: row.arguments) }
    #expect(fault?.description == row.says)
  }

  private static let good: [(String, Command)] = [
    ("store check --store u.db --config c", .store(store(.check, "u.db", "c"))),
    ("store check", .store(StoreOptions())),
    ("store backup b --store u.db", .store(store(.backUp(to: "b", replacing: false), "u.db"))),
    (
      "--force store backup b --config c",
      .store(store(.backUp(to: "b", replacing: true), nil, "c"))
    ),
    ("store restore b", .store(StoreOptions(.restore(from: "b")))),
    (
      "person export mia --store u.db",
      .person(person(.export, StoredPerson(user: UserID("mia")), "u.db"))
    ),
    (
      "person erase mia --email m@x.com --to tom",
      .person(
        person(
          .erase(handingTo: UserID("tom")), StoredPerson(user: UserID("mia"), email: address)))
    ),
    ("help store restore", .help(.store)), ("store backup b --help", .help(.store)),
    ("help person", .help(.person)), ("person erase mia --help", .help(.person)),
  ]

  @Test("A command line means a command", arguments: good)
  func commandIsRead(_ line: String, _ command: Command) throws {
    #expect(try Command(arguments: line.split(separator: " ").map(String.init)) == command)
  }

  private static let address: EmailAddress = {
    do throws(EmailAddress.Fault) {
      return try EmailAddress("m@x.com")
    } catch { preconditionFailure("\(error)") }
  }()

  private static func person(
    _ deed: PersonOptions.Deed, _ person: StoredPerson, _ store: String? = nil
  ) -> PersonOptions {
    var options = PersonOptions(deed, of: person)
    options.store = store.map { .file($0) }
    return options
  }

  private static func store(
    _ deed: StoreOptions.Deed, _ store: String?, _ configuration: String? = nil
  ) -> StoreOptions {
    var options = StoreOptions(deed)
    options.store = store.map { .file($0) }
    options.configuration = configuration
    return options
  }
}
