// What asks a program in JSON mode whether it is there; any request is an answer.

import JSON

/// A notification of the method `ping`, as a program calls it itself.
public enum Ping {
  /// Appends its line.
  public static func writeJSON(into octets: inout [UInt8]) {
    let ping: JSONValue = ["jsonrpc": "2.0", "method": "ping"]
    ping.write(into: &octets)
    octets.append(Octet.lf)
  }
}
