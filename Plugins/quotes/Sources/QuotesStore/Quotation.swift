internal import JSON

/// Words that somebody said or wrote.
public struct Quotation: Equatable, Sendable {
  /// Its name.
  public let id: QuotationID
  /// The words, without quotation marks around them.
  public let text: String
  /// Who said them; `Proverb` for nobody in particular.
  public let author: String
  /// Where they stand, and who translated them; nil where that says nothing.
  public let work: String?

  /// Creates a quotation.
  public init(id: QuotationID, text: String, author: String, work: String? = nil) {
    self.id = id
    self.text = text
    self.author = author
    self.work = work
  }
}

extension Quotation {
  /// Reads `{"id": .., "text": .., "author": .., "work"?: ..}`; no member may be empty.
  init(json: JSONValue) throws(DecodingFailure) {
    id = QuotationID(rawValue: try Self.text("id", of: json))
    guard id.isWellFormed else {
      throw DecodingFailure(expected: "words joined by hyphens", found: "'\(id)'").inside("id")
    }
    text = try Self.text("text", of: json)
    author = try Self.text("author", of: json)
    work = try json.optional("work")
    guard work?.isEmpty != true else { throw Self.empty("work") }
  }

  private static func text(
    _ member: String, of json: JSONValue
  ) throws(DecodingFailure) -> String {
    let text: String = try json.required(member)
    guard !text.isEmpty else { throw empty(member) }
    return text
  }

  private static func empty(_ member: String) -> DecodingFailure {
    DecodingFailure(expected: "a text", found: "an empty one").inside(member)
  }
}

extension Quotation {
  /// The order in lists: by author, then by text, then by id, so that it is always the same.
  static func precedes(_ left: Quotation, _ right: Quotation) -> Bool {
    (left.author, left.text, left.id.rawValue) < (right.author, right.text, right.id.rawValue)
  }
}
