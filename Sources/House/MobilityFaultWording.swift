// The words for what keeps the mobility service from being used.

extension MobilityFault: CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .noKey:
      "mobility.keyFile is missing: the mobility service knows programs by a key; "
        + "name a file that holds it"
    case .key(let path):
      "the key of the mobility service cannot be read from \(path.quoted): "
        + "one line of printable characters is expected"
    }
  }
}
