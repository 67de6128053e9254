// The members of a configuration file about the mobility service.

internal import JSON
internal import Mobility

extension ConfigurationMembers {
  static let mobility: [FileMember<Configuration>] = [
    list(
      "mobility.addresses", default: "none",
      "the mobility service for trips; the next is tried where one cannot be connected to"
    ) { texts, configuration in
      let addresses = texts.compactMap { WebAddress($0) }
      configuration.mobility.addresses = addresses
      return addresses.count == texts.count
    },
    path(
      "mobility.keyFile", default: "none",
      "a file that holds the key by which the mobility service knows us"
    ) { path, configuration in configuration.mobility.keyFile = path },
    list(
      "mobility.hosts", default: "none",
      "other hosts to which the mobility service may send us, without key and tokens"
    ) { texts, configuration in
      configuration.mobility.hosts = texts
      return texts.allSatisfy { WebAddress("https://\($0)/") != nil }
    },
    FileMember(
      "mobility.providers", .providers, default: "none",
      "with whom people have accounts that can be linked here (`usher help trips`)",
      read: ProviderMembers.read),
    FileMember(
      "mobility.callback", .address, default: "none",
      "a public address at which browsers come back that gave leave, led on to callbackPort",
      set: { (address: WebAddress, configuration) in configuration.mobility.callback = address },
      read: { $0.string.flatMap { WebAddress($0) } }),
    .number(
      "mobility.callbackPort", 0...65_535, "0 for none", \.mobility.callbackPort,
      "the port of 127.0.0.1 to which whatever stands at the callback leads, in clear"),
    path(
      "mobility.vaultKeyFile", default: "beside the vault",
      "a file of 32 octets, or 64 hexadecimal digits, by which the secrets of accounts are sealed"
    ) { path, configuration in configuration.mobility.vaultKeyFile = path },
    .truth(
      "mobility.sandbox", \.mobility.isSandbox,
      "whether nothing that is booked at the mobility service is real"),
  ]

  private static let listMax = 16

  /// A list of texts; what they are is seen by whoever takes them.
  private static func list(
    _ path: String, default standard: String, _ meaning: String,
    take: @escaping @Sendable ([String], inout Configuration) -> Bool
  ) -> FileMember<Configuration> {
    let form = MemberForm.list(.oneWord(octetsMax: 2_000), max: listMax)
    return FileMember(path, form, default: standard, meaning) {
      value, path, configuration, sink in
      let texts = value.array?.compactMap(\.string) ?? []
      let isWhole = value.array.map { $0.count == texts.count && texts.count <= listMax } ?? false
      if !isWhole || !take(texts, &configuration) { sink.add(.expected(form), at: path) }
    }
  }
}
