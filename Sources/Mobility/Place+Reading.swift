// Places as the service writes them.

internal import JSON

extension Place {
  /// A place of an object, or of a text that is its address; nil where nothing is told of it.
  init?(_ value: JSONValue?, in scope: ReadingScope) {
    guard let value else { return nil }
    guard let object = value.object else {
      guard let text = value.string.flatMap({ JSONValue.string($0).tolerantText }) else {
        return nil
      }
      self.init()
      address = text.cut(toOctets: scope.limits.textOctetsMax)
      return
    }
    self.init(AnswerMembers(object, at: .root, in: scope))
  }

  /// A place of its members; nil where they tell nothing.
  init?(_ members: AnswerMembers) {
    self.init()
    name = members.text("name")
    address = members.text("address")
    zone = members.id("timezone")
    if let north = members.number("lat"), let east = members.number("lng"),
      (-90...90).contains(north), (-180...180).contains(east)
    {
      (latitude, longitude) = (north, east)
    }
    if self == Place() { return nil }
  }
}
