// Where an errand may go (rule R1), and at which addresses it is tried.

internal import Mobility

/// The addresses an errand is allowed.
struct ErrandAddressing: Sendable {
  private let bases: [WebAddress]
  private let baseHosts: AllowedHosts
  private let serviceHosts: AllowedHosts
  private let identityHosts: [String: AllowedHosts]

  init(_ settings: ErrandSettings) {
    bases = settings.bases
    baseHosts = AllowedHosts(bases: settings.bases)
    serviceHosts = AllowedHosts(bases: settings.bases, others: settings.otherHosts)
    identityHosts = settings.identityHosts
  }

  /// Where the errand is tried, in order: where it says, and if that lies below a base, at the same
  /// place below the others.
  /// - Throws: that it may not go there.
  func addresses(of errand: Errand) throws(ErrandFault) -> [WebAddress] {
    switch errand.peer {
    case .service:
      guard serviceHosts.allows(errand.address) else { throw .hostNotAllowed }
      return [errand.address] + othersLike(errand.address)
    case .identity(let provider, _):
      guard let hosts = identityHosts[provider] else { throw .providerUnknown }
      guard hosts.allows(errand.address) else { throw .hostNotAllowed }
      return [errand.address]
    }
  }

  /// Whether keys and tokens may go there: to the hosts of bases alone.
  func trusts(_ address: WebAddress) -> Bool { baseHosts.allows(address) }

  private func othersLike(_ address: WebAddress) -> [WebAddress] {
    guard let below = bases.lazy.compactMap({ $0.rest(of: address) }).first else { return [] }
    return bases.compactMap { base in
      let there = base.joined(with: below)
      return there == address || !baseHosts.allows(base) ? nil : there
    }
  }
}

extension WebAddress {
  private var pathWithoutEnd: String { path.hasSuffix("/") ? String(path.dropLast()) : path }

  /// What of another address stands below this one; nil if it stands elsewhere.
  fileprivate func rest(of other: WebAddress) -> Substring? {
    guard other.origin == origin, other.path.hasPrefix(pathWithoutEnd + "/") else { return nil }
    return other.target.dropFirst(pathWithoutEnd.count)
  }

  fileprivate func joined(with rest: Substring) -> WebAddress? {
    WebAddress(origin + pathWithoutEnd + rest)
  }

  /// The same with a pair in the query, unless one of that name is there.
  func adding(missing name: String, _ value: String) -> WebAddress {
    let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let isThere = query.split(separator: "&").contains { $0.prefix { $0 != "=" } == name }
    return isThere ? self : adding(name, value)
  }
}
