// Products as octets: a list of them is written down with each answer that lists any.

public import JSON

extension Product: DirectlyWritten {
  /// Appends the product as it is kept, member by member as it would encode itself.
  public func write(into octets: inout [UInt8]) throws {
    octets.appendMember("title", isFirst: true)
    title.writeJSON(into: &octets)
    octets.appendMember("bookingTitle", bookingTitle)
    octets.appendMember("booking", booking.written)
    if let second {
      octets.appendMember("second")
      try ValueEncoder.write(second, into: &octets)
    }
    octets.appendMember("tripUpdate", tripUpdate?.written)
    if let price {
      octets.appendMember("price")
      price.write(into: &octets)
    }
    octets.appendMember("priceText", priceText)
    octets.appendMember("surge", surge)
    if let arrivesInSeconds {
      octets.appendMember("arrivesInSeconds")
      JSONValue.integer(Int64(arrivesInSeconds)).write(into: &octets)
    }
    octets.appendMember("inputs")
    try Self.write(inputs, into: &octets)
    octets.appendMember("fares")
    try Self.write(fares, into: &octets)
    octets.appendMember("takesOneFareOnly")
    JSONValue.bool(takesOneFareOnly).write(into: &octets)
    octets.appendMember("answers")
    try answers.write(into: &octets)
    octets.appendMember("mode", mode)
    octets.appendMember("subtitle", subtitle)
    octets.appendMember("id", id)
    octets.append(UInt8(ascii: "}"))
  }

  /// Most products have no questions and no tickets.
  private static func write(_ parts: [some Encodable], into octets: inout [UInt8]) throws {
    if parts.isEmpty { return octets.append(contentsOf: "[]".utf8) }
    try ValueEncoder.write(parts, into: &octets)
  }
}

extension Amount {
  fileprivate func write(into octets: inout [UInt8]) {
    octets.appendMember("hundredths", isFirst: true)
    JSONValue.integer(hundredths).write(into: &octets)
    octets.appendMember("currency", currency)
    octets.append(UInt8(ascii: "}"))
  }
}

extension Product.Answers {
  fileprivate func write(into octets: inout [UInt8]) throws {
    let name: StaticString
    switch self {
    case .options: name = "options"
    case .review: name = "review"
    case .direct: name = "direct"
    case .external: name = "external"
    case .other: return try ValueEncoder.write(self, into: &octets)
    }
    octets.appendMember(name, isFirst: true)
    octets.append(contentsOf: "{}}".utf8)
  }
}
