// Standard streams of every kind: pipes, files, a terminal, and outputs that cannot be written.

import BookingAgent
import Foundation
import Testing
import Transport

struct StreamTests {
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() {
      var ends: [Int32] = [0, 0]
      let status = pipe(&ends)
      precondition(status == 0, "a test can open a pipe")
      reading = ends[0]
      writing = ends[1]
    }
  }

  private func run(input: Int32, output: Int32, as kind: SessionFace.Kind = .pipe) -> LoopThread {
    LoopThread { loop throws(TransportFault) in
      let face = SessionFace(kind: kind, encoding: .text)
      let prompt = kind == .terminal ? Prompt(text: "> ", erasing: "<erased>") : nil
      _ = try loop.attach(input: input, output: output, as: face, prompt: prompt)
      return []
    }
  }

  private func write(_ text: String, to descriptor: Int32) {
    let count = Foundation.write(descriptor, text, text.utf8.count)
    precondition(count == text.utf8.count, "a pipe takes a few octets")
  }

  private func file(_ text: String) throws -> Int32 {
    let path = NSTemporaryDirectory() + "usher-\(UInt32.random(in: 0...UInt32.max)).txt"
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { unlink(path) }
    return open(path, O_RDWR)
  }

  @Test func `pipes are answered line by line until the input ends`() {
    let (input, output) = (Pipe(), Pipe())
    write("one\ntwo\nhalf", to: input.writing)
    close(input.writing)
    let loop = run(input: input.reading, output: output.writing)
    #expect(loop.ending() == .finished)
    let reader = Client(descriptor: output.reading)
    let text = reader.receive()
    #expect(text.hasPrefix("one\ntwo\n"))
    #expect(text.split(separator: "\n").count == 3)
  }

  @Test func `a program on standard streams reads codes, and lines that end in LF`() {
    let (input, output) = (Pipe(), Pipe())
    write("one\nhalf", to: input.writing)
    close(input.writing)
    let loop = run(input: input.reading, output: output.writing, as: .standardStreams)
    #expect(loop.ending() == .finished)
    let text = Client(descriptor: output.reading).receive()
    #expect(text.hasPrefix("250 one\n500 [PROTO/UNTERMINATED]"))
  }

  @Test func `a file is read to its end, and a file is written`() throws {
    let text = (1...5_000).map { "\($0)\n" }.joined()
    let input = try file(text)
    let output = try file("")
    let kept = dup(output)
    let loop = run(input: input, output: output)
    #expect(loop.ending() == .finished)
    lseek(kept, 0, SEEK_SET)
    let written = Client(descriptor: kept).readAll()
    #expect(written == (1...5_000).map { "\($0)\n" }.joined())
  }

  @Test func `a full disk ends the run with its reason`() throws {
    let loop = run(input: try file("one\ntwo\n"), output: open("/dev/full", O_WRONLY))
    #expect(loop.ending() == .outputLost(.cannotWrite(reason: "no space left on device")))
    #expect(loop.events.last == .gone(SessionID(1)))
  }

  @Test func `a reader that went away ends the run, not the process`() throws {
    let output = Pipe()
    close(output.reading)
    let loop = run(input: try file("one\n"), output: output.writing)
    #expect(loop.ending() == .outputLost(.cannotWrite(reason: "broken pipe")))
  }

  @Test func `a connection as standard streams is a session as any other`() throws {
    let listener = socket(AF_INET, Self.streamKind, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) + listen(listener, 1)
          + getsockname(listener, address, &size)
      }
    }
    try #require(status == 0)
    let client = try #require(Client(port: UInt16(bigEndian: address.sin_port)))
    let accepted = accept(listener, nil, nil)
    let loop = run(input: accepted, output: dup(accepted))
    client.send("one\n")
    client.endSending()
    #expect(client.receive() == "one\n")
    #expect(loop.ending() == .finished)
  }

  @Test func `what cannot be written as a stream is refused before anything is read`() throws {
    let input = Pipe()
    let loop = run(input: input.reading, output: open("/", O_RDONLY))
    guard case .cannotWrite = loop.fault else {
      Issue.record("\(String(describing: loop.fault))")
      return
    }
    let other = run(input: open("/", O_RDONLY), output: input.writing)
    #expect(other.fault == .cannotRead)
  }

  @Test func `an input that is the end to write into ends the session, and is told of`() {
    let (input, output) = (Pipe(), Pipe())
    let loop = run(input: input.writing, output: output.writing)
    guard case .inputLost(.inputFailed) = loop.ending() else {
      Issue.record("\(String(describing: loop.ending()))")
      return
    }
    #expect(loop.events.last == .gone(SessionID(1)))
  }

  #if canImport(Darwin)
    private static let streamKind = SOCK_STREAM
  #else
    private static let streamKind = Int32(SOCK_STREAM.rawValue)
  #endif

  @Test func `a terminal shows the prompt when nothing is owed and again after news`() throws {
    var (outer, inner): (Int32, Int32) = (0, 0)
    try #require(openpty(&outer, &inner, nil, nil, nil) == 0)
    // What is typed would be shown among what is answered.
    var settings = termios()
    tcgetattr(inner, &settings)
    settings.c_lflag &= ~tcflag_t(ECHO)
    settings.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(inner, TCSANOW, &settings)
    let loop = run(input: inner, output: dup(inner), as: .terminal)
    let person = Client(descriptor: outer)
    #expect(person.receive(until: "> ") == "> ")
    write("hello\n", to: outer)
    #expect(person.receive(until: "> ") == "hello\n> ")
    loop.mailbox?.post(.clockMoved(SessionID(1), refusal: nil))
    #expect(person.receive(until: "> ") == "<erased>* posted\n> ")
    write("later\n", to: outer)
    #expect(person.receive(until: "> ") == "late\n> ")
    write("\u{4}", to: outer)
    #expect(loop.ending() == .finished)
  }
}
