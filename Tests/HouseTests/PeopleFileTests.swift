// Files of people: what they become in both forms, and what is said of each fault.

import Bookings
import House
import Testing

@Suite("Files of people")
struct PeopleFileTests {
  static let names = "id,name,email,phone\n"

  static let faults: [FileRow] = [
    FileRow("[]", "people.csv:1:1: there is nobody in it"),
    FileRow("{}", "people.csv:1:1: a list of people is expected here, in [ ]"),
    FileRow("[7]", "people.csv:1:2: an object is expected here, in { }"),
    FileRow("[{\"id\": \"a\"}]", "people.csv:1:2: the member \"name\" is missing"),
    FileRow("[{\"name\": \"A\"}]", "people.csv:1:2: the member \"id\" is missing"),
    FileRow(
      "[{\"id\": \"a\", \"name\": \"A\", \"mail\": \"a@x.de\"}]",
      "people.csv:1:27: unknown member \"mail\"; did you mean \"email\"?"),
    FileRow(
      "[{\"id\": \"a\", \"name\": \"A\"}, {\"id\": \"a\", \"name\": \"B\"}]",
      "people.csv:1:35: \"A\" has the id \"a\" already"),
    FileRow(
      "[{\"id\": \"a\", \"name\": \"A\"}, {\"id\": \"b\", \"name\": \"B\", \"chats\": [\"a\"]}]",
      "people.csv:1:62: \"A\" has the id \"a\" already"),
    FileRow("", "people.csv:1:1: there is nobody in it"),
    FileRow("id,name\n", "people.csv:1:1: there is nobody in it"),
    FileRow("id,nmae\na,A\n", "people.csv:1:4: unknown member \"nmae\"; did you mean \"name\"?"),
    FileRow("id,name,id\na,A,b\n", "people.csv:1:9: \"id\" says otherwise; leave one of them out"),
    FileRow(names + "a,A\n", "people.csv:2:1: this line has 2 fields, the first line names 4"),
    FileRow(
      names + "a,\"A,,\n",
      "people.csv:2:3: a field in quotes ends in a quote, and quotes inside it are written twice"),
    FileRow(names + ",A,,\n", "people.csv:2:1: the member \"id\" is missing"),
    FileRow(names + "a,--,,\n", "people.csv:2:3: a name needs a letter or a digit"),
    FileRow(
      names + "a,A,nowhere,\n",
      "people.csv:2:5: an e-mail address as \"ana@example.com\" is expected here"),
    FileRow(
      names + "a,A,a@x.de,12\n",
      "people.csv:2:12: a telephone number as \"+49 30 901820\", with the area code, "
        + "is expected here"),
    FileRow(
      names + "a,A,a@x.de,\nb,B,A@x.de,\n", "people.csv:3:5: \"A\" has \"A@x.de\" already"),
    FileRow(
      names + "a," + String(repeating: "A", count: 1 << 20) + ",,\n",
      "people.csv:2:1: this line has more than 16384 octets"),
  ]

  @Test("A fault is told with its place", arguments: faults)
  func fault(row: FileRow) {
    do {
      _ = try PeopleFile(Array(row.file.utf8), named: "people.csv")
      Issue.record("it was read")
    } catch {
      #expect("\(error)" == row.says)
    }
  }

  @Test("Both forms say the same")
  func forms() throws {
    let table = try PeopleFile(
      Array(
        """
        id,name,email,phone,chats,groups,mayBookFor,mayManage\r
        mia,Mia Wolf,mia@x.de,030 901820,slack:U7; teams:9,"board; the ""A"" team",jana;design,*\r
        \r
        jana,"Kurz, Jana",,,,,,
        """.utf8), named: "people.csv"
    ).people
    let list = try PeopleFile(
      Array(
        """
        [{"id": "mia", "name": "Mia Wolf", "email": "mia@x.de", "phone": "+4930901820",
          "chats": ["slack:U7", "teams:9"], "groups": ["board", "the \\"A\\" team"],
          "mayBookFor": ["jana", "design"], "mayManage": ["*"]},
         {"id": "jana", "name": "Kurz, Jana", "_remark": 1}]
        """.utf8), named: "people.json"
    ).people
    #expect(table == list && table.all.count == 2)
    #expect(table.all[0].phone?.e164 == "+4930901820")
  }

  @Test("No more people are read than there may be")
  func many() {
    let lines = (0...10_000).map { "p\($0),P\($0),,\n" }.joined()
    do {
      _ = try PeopleFile(Array((Self.names + lines).utf8), named: "people.csv")
      Issue.record("it was read")
    } catch {
      #expect("\(error)" == "people.csv:10002:1: there are more than 10000 people")
    }
  }
}
