// What is read of what the system tells about a process.

import Measuring
import Testing

@Suite("What a process has used")
struct ProcessMeterTests {
  private static let status = """
    Name:\tusher
    VmPeak:\t  204800 kB
    VmHWM:\t   61440 kB
    VmRSS:\t   51208 kB
    RssAnon:\t   20480 kB

    """

  @Test("The memory of a process is read from its status, in octets")
  func memory() {
    #expect(ProcessMeter.residentOctets(in: Self.status) == 52_436_992)
  }

  /// A process that has ended has no memory, and other units are none of ours.
  @Test(
    "A status that does not tell it is no 0",
    arguments: ["", "Name:\tusher\n", "VmRSS:\t51208\n", "VmRSS:\t51208 MB\n", "VmRSS:\tx kB\n"])
  func nothing(_ status: String) {
    #expect(ProcessMeter.residentOctets(in: status) == nil)
  }

  @Test("Of a process that is not there nothing is told")
  func gone() {
    // The system gives smaller numbers alone (proc(5), `pid_max`).
    let meter = ProcessMeter(of: 4_194_305)
    #expect(throws: MeasuringFault.self) { try meter.processorNanoseconds() }
    #expect(throws: MeasuringFault.self) { try meter.residentOctets() }
  }
}
