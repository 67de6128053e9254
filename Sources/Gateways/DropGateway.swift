// The gateway that leaves passes in a folder, a file each, for people or another program to take.

public import CivilTime
internal import Dispatch
public import Passes
internal import Synchronization

/// Writes each pass to a file of its own. A file is there wholly or not at all, and on disk before
/// the answer; the same edition of a pass written again replaces its file, so nothing doubles.
///
/// A class: it owns a queue on which files are written, for a disk can be slow. Answers are
/// reported on that queue.
public final class DropGateway: Gateway {
  private let folder: String
  private let zone: ZoneRules
  private let settings: GatewaySettings
  private let report: @Sendable (GatewayResult) -> Void
  private let queue = DispatchQueue(label: "usher.drop")
  private let writing = DispatchGroup()
  private let isClosed = Mutex(false)

  /// A gateway into a folder, which is made when the first pass is written. The closure takes each
  /// answer, on the gateway's own queue; it must not wait.
  /// - Throws: that the folder is there and others may write in it.
  public init(
    folder: String, zone: ZoneRules, settings: GatewaySettings = GatewaySettings(),
    report: @escaping @Sendable (GatewayResult) -> Void
  ) throws(GatewaySetupFault) {
    try Self.requireOurs(folder)
    self.folder = folder
    self.zone = zone
    self.settings = settings
    self.report = report
  }

  /// All of it: a cancellation is one more file, and whether a pass was written can be seen.
  public var abilities: GatewayAbilities {
    GatewayAbilities(takesCancellations: true, canBeAsked: true)
  }

  /// Writes the files on the gateway's own queue, or looks which are there.
  ///
  /// What the disk refuses is told as a connection that failed before sending, with the system's
  /// words as the remark: files of the call that were written already are no harm, for they are
  /// replaced when the call is made again.
  public func start(_ call: GatewayCall, roomName: String, untitled: String) {
    queue.async(group: writing) { [self] in
      guard !isClosed.withLock({ $0 }) else { return }
      let answer =
        switch call.purpose {
        case .send: send(call, roomName: roomName, untitled: untitled)
        case .ask: look(for: call.passes)
        }
      report(.answered(call.id, answer))
    }
  }

  /// Answers at once that it has no rooms.
  public func fetchRooms(on date: CivilDate) {
    report(.rooms(on: date, .failure(.unsupported)))
  }

  /// Lets the call that is being written end, and begins no other.
  public func close() {
    isClosed.withLock { $0 = true }
    let milliseconds = Int(clamping: settings.limits.closeWithin.wholeMilliseconds)
    // A disk that hangs longer cannot be interrupted; its calls have an unknown outcome.
    _ = writing.wait(timeout: .now() + .milliseconds(milliseconds))
  }

  private func send(_ call: GatewayCall, roomName: String, untitled: String) -> GatewayAnswer {
    do throws(FolderFault) {
      let drop = try OwnFolder(making: folder)
      for pass in call.passes {
        let file = DroppedPass(
          pass, roomName: roomName, zone: zone, untitled: settings.untitled ?? untitled)
        try drop.put(file.octets, as: file.name)
      }
      try drop.makeDurable()
      return GatewayAnswer(.success)
    } catch {
      return failure(error)
    }
  }

  private func look(for passes: [Pass]) -> GatewayAnswer {
    guard OwnFolder.isThere(folder) else {
      return GatewayAnswer(.told(sent: passes.map { _ in false }))
    }
    do throws(FolderFault) {
      let drop = try OwnFolder(folder)
      return GatewayAnswer(.told(sent: passes.map { drop.has(DroppedPass.name(of: $0)) }))
    } catch {
      return failure(error)
    }
  }

  private func failure(_ fault: FolderFault) -> GatewayAnswer {
    GatewayAnswer(
      .connectionFailed(beforeSending: true),
      remark: fault.description.shown(octetsMax: settings.limits.textOctetsMax))
  }

  /// What is wrong now is told at the start, and what cannot be looked at by the first pass.
  private static func requireOurs(_ folder: String) throws(GatewaySetupFault) {
    guard OwnFolder.isThere(folder) else { return }
    do throws(FolderFault) {
      _ = try OwnFolder(folder)
    } catch {
      switch error {
      case .refused: break
      case .exposed, .anothers: throw .folder("\(error)")
      }
    }
  }
}
