// One exchange with the service, or with who signs people in: what is asked, and what came of it.
// It holds handles, never a secret (rule R11).

public import JSON

/// The number of an errand, counted from 1.
public struct ErrandID: Hashable, Comparable, Codable, Sendable {
  /// Counts from 1.
  public let number: Int
  /// The errand of that number.
  public init(_ number: Int) { self.number = number }
  /// Begun earlier.
  public static func < (one: ErrandID, other: ErrandID) -> Bool { one.number < other.number }
}

/// A request that is owed to the world.
public struct Errand: Hashable, Sendable {
  /// Its number.
  public var id: ErrandID
  /// For whom.
  public var owner: String
  /// How it is asked.
  public var method: Method
  /// Where. Nothing is sent where the hosts that are allowed do not hold it.
  public var address: WebAddress
  /// Whom it goes to, which settles who signs it and whither it may go.
  public var peer: Peer
  /// What is sent along.
  public var body: Body?
  /// Whether it may book or pay: it is durable before it leaves, and never repeated by itself.
  public var books = false
  /// How long its answer is awaited, in seconds.
  public var secondsMax: Int
  /// In which language the service is to answer, as `de`.
  public var language: String?

  /// A request.
  public init(
    id: ErrandID, owner: String, method: Method, address: WebAddress, peer: Peer,
    body: Body? = nil, books: Bool = false, secondsMax: Int, language: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.method = method
    self.address = address
    self.peer = peer
    self.body = body
    self.books = books
    self.secondsMax = secondsMax
    self.language = language
  }

  /// The secrets that it takes along.
  public var handles: [SecretHandle] {
    let signing: SecretHandle? =
      switch peer {
      case .service(let signedIn): signedIn
      case .identity(_, let basic): basic?.secret
      }
    return [signing].compactMap(\.self) + (body?.secrets.values.map(\.self) ?? [])
  }

  /// How something is asked.
  public enum Method: String, Hashable, Codable, Sendable {
    /// To read.
    case get = "GET"
    /// To send.
    case post = "POST"
  }

  /// Whom a request goes to.
  public enum Peer: Hashable, Codable, Sendable {
    /// The mobility service, with our key, and with the token by which the owner is signed in
    /// there, where there is one.
    case service(signedIn: SecretHandle?)
    /// Who signs people in for a provider, at an address that the operator allows for it.
    case identity(provider: String, basic: SecretPair?)
  }

  /// A name and a secret, for Basic.
  public struct SecretPair: Hashable, Codable, Sendable {
    /// The name.
    public var name: String
    /// The secret.
    public var secret: SecretHandle
    /// A name and a secret.
    public init(name: String, secret: SecretHandle) { (self.name, self.secret) = (name, secret) }
  }

  /// What is sent along with a request.
  public struct Body: Hashable, Sendable {
    /// How it is written.
    public var form: Form
    /// What is sent; an object of texts where it is `urlEncoded`.
    public var value: JSONValue
    /// Where in it a secret stands instead of what is written there.
    public var secrets: [JSONPath: SecretHandle]

    /// What is sent along.
    public init(_ form: Form, _ value: JSONValue, secrets: [JSONPath: SecretHandle] = [:]) {
      (self.form, self.value, self.secrets) = (form, value, secrets)
    }

    /// How a body is written.
    public enum Form: String, Hashable, Codable, Sendable {
      /// As JSON.
      case json
      /// As a form of the web, `application/x-www-form-urlencoded`.
      case urlEncoded
    }
  }
}

/// What came of an errand.
public enum ErrandOutcome: Hashable, Sendable {
  /// It was answered, whatever the status; secrets in it are exchanged for handles.
  case answered(MobilityAnswer)
  /// It did not leave: nobody was reached. What was seen.
  case notSent(String)
  /// It did not leave: it may not go there (rules R1 and R4). Why.
  case notAllowed(String)
  /// It left, and no whole answer came: nobody knows what came of it. What was seen.
  case lost(String)
  /// It left, and something came that is no answer, or too much, or not all of one: nobody knows
  /// what came of it either (rule R8, 1). What was seen.
  case unreadable(String)
}
