// What `usher help` and `usher COMMAND --help` print. Options and members come from the tables by
// which arguments and files are read, so that none can be missing here.

extension HelpTopic {
  /// The help about this, in lines of at most 80 columns, with a line feed at the end.
  public var text: String {
    switch self {
    case .overview: page(after: HelpWording.commands)
    case .talk, .serve, .demo, .replay, .parse, .store, .person, .token, .passes,
      .health, .bench, .teach:
      page(after: optionLines)
    case .bridge, .trips: page(after: [])
    case .talks:
      page(
        after: ["Lines:", ""]
          + HelpWording.talkLines.flatMap { ["  \($0.form)"] + $0.meaning.wrapped(indent: 6) })
    case .building:
      page(
        after: ["Members of the object around the rooms:", ""]
          + Self.lines(of: BuildingMembers.building)
          + ["", "Members of a room:", ""] + Self.lines(of: BuildingMembers.room))
    case .people:
      page(after: ["Members of a person:", ""] + Self.lines(of: PeopleMembers.person))
    case .configuration:
      page(after: ["Members:", ""] + Self.lines(of: ConfigurationMembers.all))
    }
  }

  /// Whether it is a kind of file of which a sample can be printed.
  var hasSample: Bool { [.building, .people, .configuration].contains(self) }

  /// A file of the kind, as its examples show it.
  public var sample: String { HelpWording.page(self).examples.joined(separator: "\n") + "\n" }

  private func page(after lines: [String]) -> String {
    let wording = HelpWording.page(self)
    var all = ["usage: \(wording.usage)", ""] + wording.about.wrapped(indent: 0)
    if !lines.isEmpty { all += [""] + lines }
    if !wording.examples.isEmpty {
      all += ["", "Examples:", ""] + wording.examples.map { $0.isEmpty ? "" : "  \($0)" }
    }
    return all.joined(separator: "\n") + "\n"
  }

  private var optionLines: [String] {
    let options = CommandOption.all.filter { $0.commands.contains(self) }
    var lines = ["Options:", ""]
    for option in options {
      lines.append("  \(option.name)\(option.form.isEmpty ? "" : " \(option.form)")")
      let again = option.repeats ? "; can be said more than once" : ""
      lines += (option.meaning + again).wrapped(indent: 6)
    }
    return lines + ["  -h, --help"] + "tells this".wrapped(indent: 6)
  }

  private static func lines<Target>(of table: MemberTable<Target>) -> [String] {
    table.members.flatMap { member in
      let standard = member.standard.map { "; unless set \($0)" } ?? ""
      return ["  \(member.path)"] + member.meaning.wrapped(indent: 6)
        + "\(member.form.shortWords)\(standard)".wrapped(indent: 6)
    }
  }
}

extension String {
  /// Columns of a line of help.
  private static let columnsMax = 80

  /// Broken between words into lines of at most 80 columns, each after so many spaces. A line feed
  /// stays.
  func wrapped(indent: Int) -> [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines = [""]
      for word in paragraph.split(separator: " ") {
        let last = lines[lines.count - 1]
        if last.isEmpty {
          lines[lines.count - 1] = String(word)
        } else if indent + last.count + 1 + word.count <= Self.columnsMax {
          lines[lines.count - 1] = "\(last) \(word)"
        } else {
          lines.append(String(word))
        }
      }
      return lines.map { $0.isEmpty ? "" : String(repeating: " ", count: indent) + $0 }
    }
  }
}
