import JSONRPC

// The envelopes of a text, from its whole tree.

extension Oracle {
  /// What the scanner should find in the text.
  static func content(
    of bytes: [UInt8], depthLimit: Int = DecoderLimits.defaultDepth,
    batchLimit: Int = DecoderLimits.defaultBatch
  ) -> Frame.Content {
    var oracle = Oracle(bytes, depthLimit: depthLimit)
    do {
      let node = try oracle.read()
      guard node.kind == .array else { return .message(oracle.envelope(node)) }
      if node.elements.isEmpty { return .emptyBatch }
      return node.elements.count > batchLimit
        ? .oversizedBatch(count: node.elements.count)
        : .batch(node.elements.map(oracle.envelope))
    } catch {
      return .malformed(error, id: oracle.id.map(Self.span) ?? .absent)
    }
  }

  private static func span(_ range: Range<Int>) -> Span {
    Span(offset: UInt32(range.lowerBound), count: UInt32(range.count))
  }

  private func envelope(_ node: Node) -> Envelope {
    var envelope = Envelope(kind: kind(node), whole: Self.span(node.range))
    envelope.hasLineBreaks = bytes[node.range].contains { $0 == 0x0A || $0 == 0x0D }
    envelope.hasVersion = node["jsonrpc"] != nil
    envelope.id = identifier(node["id"])
    if let method = node["method"], method.kind == .string {
      envelope.method = Self.span((method.range.lowerBound + 1)..<(method.range.upperBound - 1))
      envelope.methodHasEscapes = method.hasEscapes
    }
    envelope.params = present(node["params"]).map { Self.span($0.range) } ?? .absent
    envelope.result = result(node).map { Self.span($0.range) } ?? .absent
    envelope.error = present(node["error"]).map { Self.span($0.range) } ?? .absent
    if let params = node["params"], params.kind == .object {
      envelope.partialResultToken = identifier(params["partialResultToken"])
      envelope.workDoneToken = identifier(params["workDoneToken"])
      envelope.token = identifier(params["token"])
      if let meta = params["_meta"], meta.kind == .object { envelope.meta = Self.span(meta.range) }
    }
    return envelope
  }

  private func identifier(_ node: Node?) -> Span {
    guard let node, [.string, .integer, .real].contains(node.kind) else { return .absent }
    return Self.span(node.range)
  }

  private func present(_ node: Node?) -> Node? { node?.kind == .null ? nil : node }

  /// The result: null counts as one only where the message has nothing else to be.
  private func result(_ node: Node) -> Node? {
    let isSomethingElse = present(node["error"]) != nil || present(node["method"]) != nil
    return isSomethingElse ? present(node["result"]) : node["result"]
  }

  private func kind(_ node: Node) -> Envelope.Kind {
    guard node.kind == .object else { return .invalid(.notAnObject) }
    if let version = node["jsonrpc"], version.kind != .string || version.text != Array("2.0".utf8) {
      return .invalid(.wrongVersion)
    }
    let (result, error) = (result(node), present(node["error"]))
    if let method = present(node["method"]) {
      if method.kind != .string { return .invalid(.methodNotAString) }
      if result != nil || error != nil { return .invalid(.ambiguous) }
      if node["id"] != nil, identifier(node["id"]) == .absent { return .invalid(.wrongIDType) }
      if let params = present(node["params"]), ![.array, .object].contains(params.kind) {
        return .invalid(.paramsNotStructured)
      }
      return node["id"] == nil ? .notification : .request
    }
    if result == nil && error == nil { return .invalid(.noMethodOrResult) }
    if result != nil && error != nil { return .invalid(.ambiguous) }
    if identifier(node["id"]) == .absent { return .invalid(.responseWithoutID) }
    guard let error else { return .response }
    let isComplete =
      error.kind == .object && error["code"]?.kind == .integer && error["message"]?.kind == .string
    return isComplete ? .response : .invalid(.malformedError)
  }
}
