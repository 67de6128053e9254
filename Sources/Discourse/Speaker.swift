// Who speaks, as far as the conversation needs to know.

public import Bookings

/// The person whose line it is.
public struct Speaker: Hashable, Sendable {
  /// By whom bookings are owned.
  public var user: UserID
  /// Who `me` is, as far as the bridge told.
  public var name: String?
  /// The speaker's address, if known.
  public var email: String?
  /// The speaker's number in E.164 form, if known.
  public var phone: String?

  /// Somebody of whom only the name is known.
  public init(user: UserID, name: String? = nil, email: String? = nil, phone: String? = nil) {
    self.user = user
    self.name = name
    self.email = email
    self.phone = phone
  }
}
