// What can be booked on legs, as the service tells it.

/// What can be booked on a leg, or is. What is told of it stands apart: few legs have any, and all
/// others need no room for it.
@dynamicMemberLookup
public struct LegBooking: Hashable, Sendable {
  /// One, or it would be told nothing of.
  private var told: [Told]

  /// What can be booked where this is told.
  init(_ told: Told) { self.told = [told] }

  /// Nothing can be booked.
  public init() { self.init(Told()) }

  /// Something that is told of it.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Told, Value>) -> Value {
    get { told[0][keyPath: path] }
    set { told[0][keyPath: path] = newValue }
  }
}

extension LegBooking {
  /// What is told of what can be booked.
  public struct Told: Hashable, Codable, Sendable {
    /// What is booked, or what booking is called.
    public var title: String?
    /// The same in more words, for whoever does not see what stands around it.
    public var longTitle: String?
    /// Where the products of the leg are had.
    public var products: WebAddress?
    /// Where a form is had that books it, where there are no products.
    public var form: WebAddress?
    /// What can be opened or called instead.
    public var links: [ExternalLink] = []
    /// The product that is in the trip, as the service knows it.
    public var productID: String?
    /// What has been booked.
    public var confirmation: Confirmation?
  }
}

extension LegBooking: Codable {
  /// What can be booked, as what is told of it was written.
  public init(from decoder: any Decoder) throws { self.init(try Told(from: decoder)) }

  /// Writes what is told of it.
  public func encode(to encoder: any Encoder) throws { try told[0].encode(to: encoder) }
}
