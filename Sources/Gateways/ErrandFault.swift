// Why an errand may not leave, or cannot be written. Nothing has been sent then.

internal import Mobility

/// What keeps an errand here. No case carries a secret or an address.
enum ErrandFault: Error, Hashable, Sendable {
  /// Its host is neither that of a base nor allowed, or it is not encrypted (rule R1).
  case hostNotAllowed
  /// The operator allows no host to who signs people in for that provider (rule R4).
  case providerUnknown
  /// It holds a secret, and its host is none of the bases (rule R1).
  case secretForOthers
  /// A secret is no longer kept.
  case secretGone(SecretHandle)
  /// A secret holds what no header can.
  case secretUnfit
  /// A secret has no place in the body.
  case secretWithoutPlace
  /// The body is none that can be written so.
  case bodyUnfit
  /// Too many wait already.
  case tooManyWait
  /// It was cancelled before its turn.
  case cancelled
}
