// A table as text: comma-separated values by RFC 4180, with the names of the columns first.

internal import JSON

/// Rows of fields, and where each stands.
public struct WrittenTable {
  /// The fields of the first line.
  private(set) var names: [String] = []
  /// Those of the other lines that are not empty.
  private(set) var rows: [[String]] = []
  private let octets: [UInt8]
  /// Where the fields of each line begin, those of the names first.
  private var starts: [[Int]] = []

  /// Why a text is no table.
  public enum Fault: Hashable, Sendable {
    /// More octets than a line may have.
    case lineTooLong(octetsMax: Int)
    /// More octets than the file may have.
    case tooLong(octetsMax: Int)
    /// More rows than there may be.
    case tooMany(rowsMax: Int)
    /// A quote that is not closed, or has something behind it.
    case quote
    /// As many fields as there are names are expected.
    case fields(count: Int, names: Int)
    /// No UTF-8.
    case notUTF8
  }

  /// Reads a table; lines end in CR LF or LF.
  /// - Throws: where it stops being one.
  init(_ octets: [UInt8], named file: String) throws(FileFaults) {
    self.octets = octets
    var place = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func failed(_ fault: Fault, at place: Int) -> FileFaults {
      FileFaults([
        FileFault(file: file, place: JSONPlace(of: place, in: octets), reason: .table(fault))
      ])
    }
    guard octets.count <= JSONLimits.file.octetsMax else {
      throw failed(.tooLong(octetsMax: JSONLimits.file.octetsMax), at: 0)
    }
    while place < octets.count {
      let start = place
      var line = WrittenRow(octets, at: place)
      if let (fault, place) = line.read() { throw failed(fault, at: place) }
      place = line.end
      guard line.fields != [""] else { continue }
      if starts.isEmpty {
        names = line.fields
      } else {
        guard line.fields.count == names.count else {
          throw failed(.fields(count: line.fields.count, names: names.count), at: start)
        }
        guard rows.count < PeopleLimits.peopleMax else {
          throw failed(.tooMany(rowsMax: PeopleLimits.peopleMax), at: start)
        }
        rows.append(line.fields)
      }
      starts.append(line.starts)
    }
  }

  /// Where a field stands: of the line of names by its column, of others by row and name.
  func place(of path: JSONPath) -> JSONPlace {
    var offset = 0
    if case .index(let row)? = path.steps.first {
      if path.steps.count == 1, row < names.count, rowIsName(path) {
        offset = starts[0][row]
      } else if starts.indices.contains(row) {
        offset = starts[row].first ?? 0
        if path.steps.count > 1, case .name(let name) = path.steps[1],
          let column = names.firstIndex(of: name)
        {
          offset = starts[row][column]
        }
      }
    }
    return JSONPlace(of: offset, in: octets)
  }

  /// Whether a way of one step leads to a column: only names are at fault before rows are read.
  private func rowIsName(_ path: JSONPath) -> Bool {
    names.contains { PeopleMembers.person[$0] == nil } || Set(names).count < names.count
  }
}

/// One line of a table, which may go on behind line feeds in quotes.
private struct WrittenRow {
  private let octets: [UInt8]
  private let begin: Int
  private(set) var end: Int
  private(set) var fields: [String] = []
  private(set) var starts: [Int] = []

  init(_ octets: [UInt8], at place: Int) {
    self.octets = octets
    (begin, end) = (place, place)
  }

  /// Reads to behind the end of the line; what is wrong and where, if anything is.
  mutating func read() -> (WrittenTable.Fault, Int)? {
    while true {
      starts.append(end)
      var field: [UInt8] = []
      if end < octets.count, octets[end] == UInt8(ascii: "\"") {
        guard readQuoted(into: &field) else { return (.quote, starts[starts.count - 1]) }
      } else {
        while let octet = next, octet != UInt8(ascii: ","), !isLineEnd {
          if octet == UInt8(ascii: "\"") { return (.quote, end) }
          field.append(octet)
          end += 1
          if end - begin > PeopleLimits.lineOctetsMax { return (Self.tooLong, begin) }
        }
      }
      guard end - begin <= PeopleLimits.lineOctetsMax else { return (Self.tooLong, begin) }
      guard let text = String(validating: field, as: UTF8.self) else {
        return (.notUTF8, starts[starts.count - 1])
      }
      fields.append(text.trimmed)
      guard next == UInt8(ascii: ",") else { break }
      end += 1
    }
    if next == 0x0D { end += 1 }
    if next == 0x0A { end += 1 }
    return nil
  }

  private static let tooLong = WrittenTable.Fault.lineTooLong(
    octetsMax: PeopleLimits.lineOctetsMax)

  private var next: UInt8? { end < octets.count ? octets[end] : nil }

  private var isLineEnd: Bool {
    next == 0x0A || next == 0x0D && end + 1 < octets.count && octets[end + 1] == 0x0A
  }

  /// Reads a field in quotes, in which two quotes are one; whether it is closed and ends there.
  private mutating func readQuoted(into field: inout [UInt8]) -> Bool {
    end += 1
    while let octet = next {
      guard end - begin <= PeopleLimits.lineOctetsMax else { return true }
      end += 1
      if octet == UInt8(ascii: "\"") {
        guard next == UInt8(ascii: "\"") else {
          return next == nil || next == UInt8(ascii: ",") || isLineEnd
        }
        end += 1
      }
      field.append(octet)
    }
    return false
  }
}

extension String {
  /// Without spaces around it.
  fileprivate var trimmed: String {
    let ends = { (sign: Character) in sign == " " || sign == "\t" }
    return String(drop(while: ends).reversed().drop(while: ends).reversed())
  }
}
