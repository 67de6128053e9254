// How channels get their handles: accepted sockets, and standard streams of whatever kind they are.

public import BookingAgent
import CUV
public import LineEditing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension EventLoop {
  /// Makes standard input and output a session, of pipes, files, sockets or a terminal. Standard
  /// output carries nothing else from then on. After the end of the input the session goes on until
  /// the agent closes it, so that what was started can be told; a socket is closed by itself. With
  /// an editor, which has to be on the same streams, lines are typed there behind its own prompt.
  public func attachStandardStreams(
    as face: SessionFace, prompt: Prompt? = nil, editor: LineEditor? = nil,
    paintsBars: Bool = false
  ) throws(TransportFault) -> SessionID {
    guard standardDescriptors.isInputOpen else { throw .cannotRead }
    guard standardDescriptors.isOutputOpen else {
      throw .cannotWrite(reason: UVStatus(UV_EBADF.rawValue).reason)
    }
    if editor != nil { try watchTerminal() }
    let id = try attach(input: STDIN_FILENO, output: STDOUT_FILENO, as: face, prompt: prompt)
    sessions[id]?.editor = editor
    sessions[id]?.paintsBars = paintsBars
    return id
  }

  /// As standard streams, on other descriptors: which are then the loop's to close.
  package func attach(
    input: Int32, output: Int32, as face: SessionFace, prompt: Prompt?
  ) throws(TransportFault) -> SessionID {
    let flags = [input, output].map { DescriptorFlags(of: $0) }
    guard let input = openChannel(input, isReadable: true) else { throw .cannotRead }
    guard let outlet = openChannel(output, isReadable: false) else {
      if case .stream(let stream) = input { Handles.close(stream) }
      throw .cannotWrite(reason: UVStatus(UV_ENOTSUP.rawValue).reason)
    }
    let session = open(face)
    session.prompt = prompt.map { PromptLine(prompt: $0) }
    session.attach(input: input, outlet: outlet, flags: flags)
    collect(.opened(session.id, face))
    return session.id
  }

  private func openChannel(_ descriptor: Int32, isReadable: Bool) -> Session.Channel? {
    switch uv_guess_handle(descriptor) {
    case UV_FILE: return .file(descriptor)
    case UV_TTY:
      let tty = Handles.allocate(uv_tty_t.self)
      let status = uv_tty_init(raw, tty, descriptor, isReadable ? 1 : 0)
      if status == 0 { return .stream(Handles.stream(tty)) }
      Handles.discard(tty)
      return nil
    case UV_NAMED_PIPE:
      let pipe = Handles.pipe(in: raw)
      if uv_pipe_open(pipe, descriptor) == 0 { return .stream(Handles.stream(pipe)) }
      Handles.close(pipe)
      return nil
    case UV_TCP:
      let tcp = Handles.tcp(in: raw)
      if uv_tcp_open(tcp, descriptor) == 0 { return .stream(Handles.stream(tcp)) }
      Handles.close(tcp)
      return nil
    default: return nil
    }
  }
}

/// The flags of a descriptor that other processes share: libuv makes it non-blocking, and whoever
/// uses it after us would be surprised.
struct DescriptorFlags {
  private let descriptor: Int32
  private let flags: Int32

  init(of descriptor: Int32) {
    self.descriptor = descriptor
    flags = fcntl(descriptor, F_GETFL)
  }

  func restore() {
    if flags != -1 { _ = fcntl(descriptor, F_SETFL, flags) }
  }
}

extension Session {
  /// Takes a connection: one handle for both ways.
  func attach(_ stream: Stream) {
    attach(input: .stream(stream), outlet: .stream(stream), flags: [])
  }

  func attach(input: Channel, outlet: Channel, flags: [DescriptorFlags]) {
    self.input = input
    self.outlet = outlet
    self.flags = flags
    for stream in streams {
      stream.pointee.data = Handles.pointer(to: self)
      openHandles += 1
    }
  }

  private var streams: [Stream] {
    switch (input, outlet) {
    case (.stream(let one), .stream(let other)): one == other ? [one] : [one, other]
    case (.stream(let one), _): [one]
    case (_, .stream(let other)): [other]
    case (.file, .file), (.file, .none), (.none, .file), (.none, .none): []
    }
  }

  /// Gives all handles back; the session is forgotten when the last of them is closed.
  func closeChannels() {
    let streams = streams
    input = .none
    outlet = .none
    for flags in flags { flags.restore() }
    for stream in streams {
      uv_close(Handles.upcast(stream)) { handle in
        guard let handle else { return }
        let session = Handles.served(handle.pointee.data, as: Session.self)
        handle.deallocate()
        session.openHandles -= 1
        session.loop.forgetIfClosed(session)
      }
    }
    loop.forgetIfClosed(self)
  }
}
