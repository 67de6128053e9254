// Forms: questions of the service, a field each (rule R5).

public import JSON

/// A form.
public struct Form: Hashable, Codable, Sendable {
  /// What it is for.
  public var kind: Kind
  /// As the service knows it.
  public var id: String?
  /// What it is called.
  public var title: String?
  /// What stands below the title.
  public var subtitle: String?
  /// What is told beside.
  public var message: String?
  /// What it carries for whoever signs in: the provider.
  public var value: String?
  /// Its fields in groups.
  public var groups: [Group]
  /// What sends it.
  public var action: Action?
  /// What a newer version of it is had by, unasked.
  public var refresh: WebAddress?
  /// Where the trip is had when it is done.
  public var tripUpdate: WebAddress?
  /// Whether it asks to be paid, by means of its own.
  public var hasPayment = false
  /// What of it could not be read, the first faults of many: what was left out is not sent either.
  public var faults: [ReadingFault] = []

  /// A form of groups.
  public init(kind: Kind, groups: [Group]) { (self.kind, self.groups) = (kind, groups) }

  /// What a form is for.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// To book.
    case booking = "bookingForm"
    /// To sign in.
    case authorization = "authForm"
    /// To pay.
    case payment = "paymentForm"
    /// To tell how it stands.
    case status = "statusForm"
  }

  /// Fields that stand together.
  public struct Group: Hashable, Codable, Sendable {
    /// What they are called.
    public var title: String?
    /// What stands below; `ok` alone is left out.
    public var footer: String?
    /// In their order.
    public var fields: [Field]
    /// Fields that stand together.
    public init(title: String? = nil, footer: String? = nil, fields: [Field]) {
      (self.title, self.footer, self.fields) = (title, footer, fields)
    }
  }

  /// What sends a form.
  public struct Action: Hashable, Codable, Sendable {
    /// What it is called.
    public var title: String?
    /// Where it is sent; nil where it is not.
    public var address: WebAddress?
    /// Whether it may be sent.
    public var isEnabled = true
    /// What is told while it is sent.
    public var progress: String?
    /// Whether nothing is asked behind it.
    public var isFinal = false
    /// Whether what the form was for is done.
    public var isDone = false
    /// What sends a form.
    public init(title: String? = nil, address: WebAddress? = nil) {
      (self.title, self.address) = (title, address)
    }
  }

  /// All fields in their order.
  public var fields: [Field] { groups.flatMap(\.fields) }
}

/// A field of a form.
public struct Field: Hashable, Codable, Sendable {
  /// As it is sent.
  public var id: String
  /// What is asked for.
  public var title: String?
  /// What is told below.
  public var subtitle: String?
  /// What is told beside.
  public var sidetitle: String?
  /// What an answer looks like.
  public var placeholder: String?
  /// Whether it must be answered.
  public var isRequired = false
  /// Whether it is only shown.
  public var isReadOnly = false
  /// Whether it is sent unseen.
  public var isHidden = false
  /// Whether the form is had anew once it is answered.
  public var refreshesForm = false
  /// Its type as it came, sent back with the answer.
  public var type: String
  /// What kind of answer it takes.
  public var kind: Kind
  /// What is there already, as it came.
  public var value: JSONValue?

  /// A field.
  public init(id: String, type: String, kind: Kind) {
    (self.id, self.type, self.kind) = (id, type, kind)
  }

  /// What kind of answer a field takes.
  public indirect enum Kind: Hashable, Codable, Sendable {
    /// A line.
    case text(Keyboard)
    /// A number; whether it is sent as a text.
    case number(least: Double?, most: Double?, asText: Bool)
    /// A time of day, in seconds after midnight; whether it is sent as a text.
    case time(asText: Bool)
    /// Something that nobody else may read.
    case password
    /// Yes or no; whether it is sent as a text.
    case flag(asText: Bool)
    /// One of several.
    case option([FormOption])
    /// A place.
    case address
    /// A moment, as it came, and in which zone.
    case moment(MomentUnit, zone: String?)
    /// Another form, or a page for a person, and where.
    case link(WebAddress?, LinkMethod)
    /// A page that a person opens; where to go on behind it.
    case external(page: WebAddress?, next: WebAddress?, disregard: WebAddress?, message: String?)
    /// Another form that is an alternative.
    case form(Form)
    /// A code that is shown.
    case code
    /// Nothing is known of it.
    case other
  }

  /// What a line of text must look like.
  public enum Keyboard: String, Hashable, Codable, Sendable, CaseIterable {
    /// Anything.
    case text = "TEXT"
    /// An e-mail address.
    case email = "EMAIL"
    /// A telephone number.
    case phone = "PHONE"
    /// Digits.
    case number = "NUMBER"
    /// Digits and punctuation.
    case punctuated = "NUMPUN"
  }

  /// How a moment is written.
  public enum MomentUnit: String, Hashable, Codable, Sendable {
    /// Seconds of UNIX time.
    case seconds
    /// Milliseconds of UNIX time.
    case milliseconds
    /// ISO 8601.
    case iso
  }

  /// How a link is followed.
  public enum LinkMethod: String, Hashable, Codable, Sendable, CaseIterable {
    /// The same form anew.
    case refresh
    /// Another form.
    case get
    /// Another form, for what is there.
    case post
    /// By a person.
    case external
  }
}

/// One of several answers of a field.
public struct FormOption: Hashable, Codable, Sendable {
  /// What it is called.
  public var title: String
  /// What is told beside.
  public var subtitle: String?
  /// The whole as it came, which is sent.
  public var whole: JSONValue
  /// One of several answers.
  public init(title: String, whole: JSONValue) { (self.title, self.whole) = (title, whole) }
}
