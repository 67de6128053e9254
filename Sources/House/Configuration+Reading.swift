// Reads a configuration file by its table, and checks what its numbers are to each other.

internal import CivilTime
internal import Gateways
internal import JSON
internal import Storage

extension Configuration: MemberTarget {}

extension Configuration {
  /// Reads a configuration file: one JSON object. Relative paths in it begin at the folder of the
  /// file, so that it means the same from wherever the program is started.
  /// - Throws: everything that is wrong with it.
  public init(_ octets: [UInt8], named file: String) throws(FileFaults) {
    self.init()
    let document = try JSONDocument(octets, named: file)
    var sink = FaultSink()
    if let object = document.value.object {
      let said = ConfigurationMembers.all.read(object, at: .root, into: &self, &sink)
      if sink.isEmpty { checkRelations(said, &sink) }
    } else {
      sink.add(.notAnObject, at: .root)
    }
    try sink.finish(document, named: file)
    let end = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    resolvePaths(in: String(file[..<end]))
  }

  /// Notes a number that is larger than one that bounds it; told of the one that the file sets.
  private func checkRelations(_ said: [String: JSONPath], _ sink: inout FaultSink) {
    for (smaller, larger) in ConfigurationMembers.relations {
      guard let place = said[smaller] ?? said[larger],
        let small = ConfigurationMembers.all[smaller]?.number?(self),
        let large = ConfigurationMembers.all[larger]?.number?(self), small > large
      else { continue }
      let isSmallSaid = said[smaller] != nil
      sink.add(
        isSmallSaid ? .exceeds(larger, value: large) : .below(smaller, value: small), at: place)
    }
  }

  private mutating func resolvePaths(in folder: String) {
    func resolved(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }
    if case .file(let path) = store { store = .file(resolved(path)) }
    tokens = tokens.map(resolved)
    if case .drop(let path) = gateway { gateway = .drop(folder: resolved(path)) }
    gatewaySettings.certificateFile = gatewaySettings.certificateFile.map(resolved)
  }
}
