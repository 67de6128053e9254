// The file into which a conversation is written down while a house runs.

import BookingAgent
import CivilTime
import Foundation
import House

/// A file that grows with a conversation. A class: it is open until it ends.
final class RecordingFile {
  private let path: String
  private let handle: FileHandle
  private let tell: (String) -> Void
  private var isBroken = false

  /// Makes the file; one that stands there is not replaced. What keeps it from being written later
  /// is told once, and the house runs on.
  /// - Throws: why it cannot be made.
  init(at path: String, tell: @escaping (String) -> Void) throws(RecordingFault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST {
        throw RecordingFault(description: "\(path) is there already; choose another or remove it")
      }
      throw RecordingFault(
        description: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
    self.path = path
    self.tell = tell
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes more of it.
  func append(_ text: String) {
    if isBroken { return }
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      isBroken = true
      tell("cannot write \(path) any more: \((error as NSError).localizedDescription)")
    }
  }

  /// A recorder that writes into it, for a house made of these settings and options.
  func recorder(
    of settings: HouseSettings, _ options: HouseOptions, owner: String?
  ) -> HouseRecorder {
    let recording = Recording(file: path)
    var scene = HouseRecorder.Scene()
    scene.owner = owner
    if case .file(let building) = options.building { scene.building = recording.path(to: building) }
    scene.people = options.people.map { recording.path(to: $0) }
    return HouseRecorder(settings, scene) { text in self.append(text) }
  }
}
