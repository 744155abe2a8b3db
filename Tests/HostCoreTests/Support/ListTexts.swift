import HostProtocol
import JSON

@testable import HostCore

/// Lists as JSON text, for tests of the parts that read and keep them.
enum ListTexts {
  static let capacity = ListCapacity(.standard)

  /// Reads valid JSON text without a tree.
  static func scan<Result>(
    _ json: String, _ read: (ScannedValue) throws(ScanFault) -> Result
  ) throws(ScanFault) -> Result {
    var result: Swift.Result<Result, ScanFault>?
    Array(json.utf8).withUnsafeBytes { bytes in
      do throws(ScanFault) { result = .success(try read(ScannedValue(bytes))) } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw .repeated(path: "nothing was read") }
    return try result.get()
  }

  /// A row as JSON.
  static func row(_ id: String, _ title: String? = nil) -> String {
    #"{"id":"\#(id)","cellType":"a","title":"\#(title ?? id.uppercased())"}"#
  }

  /// A section as JSON, with rows by their ids: `greek: 1 2 3`.
  static func section(_ text: String) -> String {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let rows = (parts.count > 1 ? parts[1] : "").split(separator: " ").map { row(String($0)) }
    return #"{"id":"\#(parts[0])","rows":[\#(rows.joined(separator: ","))]}"#
  }

  /// Sections as JSON: `greek: 1 2 | roman: 3`.
  static func sections(_ text: String) -> String {
    let sections = text.split(separator: "|")
      .map { section($0.drop { $0 == " " }.description.trimmingBlanks) }
    return "[\(sections.joined(separator: ","))]"
  }

  /// A list of sections, with members beside them.
  static func list(
    _ text: String, isFetched: Bool = false, _ members: String = "",
    capacity: ListCapacity = capacity
  ) throws -> ListState {
    try describe(#"{"cellTypes":[{"id":"a"}],"sections":\#(sections(text))\#(members)}"#) {
      try ListState($0, isFetched: isFetched, capacity: capacity)
    }
  }

  static func describe<Result>(
    _ json: String, _ body: (ListDescription) throws -> Result
  ) throws -> Result {
    try body(
      scan(json) { value throws(ScanFault) in try ListDescription(value, limits: .standard) })
  }

  /// A page of rows by their places, in one section.
  static func page(
    _ places: Range<Int>, hasMore: Bool? = nil, total: Int? = nil, section: String = "s"
  ) throws -> PageText {
    let rows = places.map { row("r\($0)") }.joined(separator: ",")
    let members =
      (hasMore.map { #","hasMore":\#($0)"# } ?? "") + (total.map { #","total":\#($0)"# } ?? "")
    return try scan(#"{"sections":[{"id":"\#(section)","rows":[\#(rows)]}]\#(members)}"#) {
      value throws(ScanFault) in try PageText(value)
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension ListState {
  /// All that the host keeps, as `greek: 1 2 | roman: 3`.
  var summary: String {
    var copy = self
    return copy.window(first: 0, count: 500).slice.summary
  }

  /// Takes an update, `{"changes": ..}` without the screen.
  mutating func update(_ members: String) throws(ScanFault) {
    let text = try ListTexts.scan(#"{"screen":"screen-1",\#(members)}"#) {
      value throws(ScanFault) in
      try ListUpdateText(value)
    }
    try update(text)
  }
}

extension ListSlice {
  /// The rows by their sections, as `greek: 1 2 | roman: 3`.
  var summary: String {
    groups.map { group in
      ([group.label.id.text + ":"] + group.rows.map(\.id.text)).joined(separator: " ")
    }.joined(separator: " | ")
  }
}
