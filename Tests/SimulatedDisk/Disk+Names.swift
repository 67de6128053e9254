// Opening, deleting and finding files on a disk, as SQLite asks for it.

import CSQLite

extension Disk {
  /// The disk that SQLite means.
  static func of(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> Disk {
    guard let address = system?.pointee.pAppData else {
      preconditionFailure("SQLite names the file system it means")
    }
    return Unmanaged<Disk>.fromOpaque(address).takeUnretainedValue()
  }

  /// Opens a file or makes it. One without a name belongs to nobody else and is never durable.
  func open(
    _ name: String?, _ flags: Int32, _ opened: UnsafeMutablePointer<Int32>?,
    into file: UnsafeMutablePointer<sqlite3_file>?
  ) -> Int32 {
    let record = OpenFileRecord(file)
    record.setNone()
    var node = name.flatMap { names.current[$0] }
    var isReadOnly = flags & SQLITE_OPEN_READONLY != 0
    let isNew = node == nil
    if isNew {
      if flags & SQLITE_OPEN_CREATE == 0 {
        return hasStopped ? Answer(.open).dead : SQLITE_CANTOPEN
      }
      switch begin(.create, name ?? "") {
      case .goesWell: node = name.map { names.create($0) } ?? Node()
      case .fails(let fault): return Answer(.open).to(fault)
      case .isDead: return Answer(.open).dead
      }
    } else {
      switch beginReading() {
      case .goesWell: break
      case .fails(let fault): return Answer(.open).to(fault)
      case .isDead: return Answer(.open).dead
      }
      if standing == .readOnly { isReadOnly = true }
    }
    guard let node else { return SQLITE_CANTOPEN }
    let isLog = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL) != 0
    let mayBeNew = isLog && flags & SQLITE_OPEN_CREATE != 0
    record.set(
      OpenFile(self, name ?? "", node, syncsFolder: mayBeNew, isReadOnly: isReadOnly))
    if let opened {
      let access = SQLITE_OPEN_READONLY | SQLITE_OPEN_READWRITE
      opened.pointee =
        flags & ~access | (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
    }
    return SQLITE_OK
  }

  func delete(_ name: String, syncsFolder: Bool) -> Int32 {
    switch begin(.delete, name) {
    case .goesWell, .fails(.full): break
    case .fails(let fault): return Answer(.delete).to(fault)
    case .isDead: return Answer(.delete).dead
    }
    if !names.delete(name) { return SQLITE_IOERR | (23 << 8) }  // SQLITE_IOERR_DELETE_NOENT
    if syncsFolder { names.sync() }
    return SQLITE_OK
  }

  /// Says whether there is a file. Like SQLite's own layer, an empty one counts as none.
  func ask(for name: String, _ answer: UnsafeMutablePointer<Int32>) -> Int32 {
    switch beginReading() {
    case .goesWell: break
    case .fails(let fault): return Answer(.access).to(fault)
    case .isDead: return Answer(.access).dead
    }
    answer.pointee = names.current[name].map { $0.content.isEmpty ? 0 : 1 } ?? 0
    return SQLITE_OK
  }
}
