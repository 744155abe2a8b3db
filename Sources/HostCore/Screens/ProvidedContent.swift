import HostProtocol
import JSON

/// What a plugin answered to `screen/provide`, without the effects.
struct ProvidedContent {
  private(set) var bar: NavigationBarSetup?
  private(set) var list: ListDescription?
  private(set) var field: FieldSetup?

  /// Nothing: all is as the plugin's `provides` says.
  init() {}

  /// Reads an answer: the list without a tree, since it may be long; null is an empty answer.
  init(_ value: ScannedValue, limits: Limits) throws(ScanFault) {
    guard value.kind != .null else { return }
    let object = try ScannedObject(value)
    bar = try object.optional("navigationBar") { value throws(ScanFault) in
      try value.decoded(limit: limits.parsedBytes)
    }
    list = try object.optional("list") { value throws(ScanFault) in
      try ListDescription(value, limits: limits)
    }
    field = try object.optional("field") { value throws(ScanFault) in
      try value.decoded(limit: limits.parsedBytes)
    }
  }

  /// Fills in what is absent from what the plugin declared beforehand.
  mutating func complete(
    from declared: ScreenDeclaration?, limits: Limits
  ) throws(ScanFault) {
    guard let declared else { return }
    bar = bar ?? declared.navigationBar
    field = field ?? declared.field
    if list == nil, let setup = declared.list {
      let text = setup.jsonBytes()
      list = try text.scanned { value throws(ScanFault) in
        try ListDescription(value, limits: limits)
      }
    }
  }
}

extension [UInt8] {
  /// Reads JSON text that this holds, without a tree.
  func scanned<Result>(
    _ body: (ScannedValue) throws(ScanFault) -> Result
  ) throws(ScanFault) -> Result {
    let result = withUnsafeBytes { bytes -> Swift.Result<Result, ScanFault> in
      do throws(ScanFault) { return .success(try body(ScannedValue(bytes))) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension ScannedValue {
  /// Reads a part of bounded size as a typed value.
  func decoded<Value: JSONDecodable>(limit: Int) throws(ScanFault) -> Value {
    guard text.count <= limit else {
      throw .tooMany("bytes that the host reads", limit: limit, got: text.count)
    }
    let value: JSONValue
    do { value = try JSONValue.parse(text) } catch {
      throw error.kind == .duplicateMember
        ? .repeated(path: "")
        : .shape(DecodingFailure(expected: "a value that can be read", found: error.reason))
    }
    do { return try Value(json: value) } catch { throw .shape(error) }
  }
}
