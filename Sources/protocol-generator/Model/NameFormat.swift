import JSON

/// The form of a string that names something.
enum NameFormat: String, CaseIterable, JSONDecodable {
  /// A plugin: `people`.
  case name
  /// Something that a plugin provides, in messages to and from itself: `people`, `didFetch`.
  case member
  /// The same for everybody else: `people/people`.
  case qualified

  init(json: JSONValue) throws(DecodingFailure) {
    let text = try String(json: json)
    guard let format = NameFormat(rawValue: text) else {
      throw DecodingFailure(expected: "name, member or qualified", found: text)
    }
    self = format
  }

  /// The regular expression of the form, as in JSON Schema.
  var pattern: String {
    switch self {
    case .name: "^[a-z][a-z0-9-]{0,63}$"
    case .member: "^[A-Za-z][A-Za-z0-9._-]{0,63}$"
    case .qualified: "^[a-z][a-z0-9-]{0,63}/[A-Za-z][A-Za-z0-9._-]{0,63}$"
    }
  }
}
