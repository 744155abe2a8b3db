/// A message of the host's that has passed what holds for all of them.
struct Message {
  /// The text as it came.
  let text: [UInt8]
  /// What it says.
  let value: Value

  /// Checks a message: UTF-8, JSON, and the shape of a response, a notification or a batch of
  /// responses (`protocol/conformance/README.md`, what holds for every message).
  init(_ text: [UInt8]) throws(Failure) {
    self.text = text
    do {
      value = try ValueReader.read(text)
    } catch {
      guard String(validating: text, as: UTF8.self) != nil else {
        throw Failure("a message is not UTF-8", rule: "T-6", received: text)
      }
      throw Failure("a message is not JSON, at byte \(error.offset)", rule: "F-4", received: text)
    }
    if let fault = Message.fault(of: value) {
      throw Failure(fault.sentence, rule: fault.rule, received: text)
    }
  }
}

/// Why a value is no message that a host may send a front end.
private struct MessageFault {
  let sentence: String
  let rule: String
}

extension Message {
  private static func fault(of value: Value) -> MessageFault? {
    if let elements = value.elements {
      guard !elements.isEmpty else {
        return MessageFault(sentence: "an answer to a batch is empty", rule: "B-1")
      }
      return elements.lazy.compactMap(faultOfResponse).first
    }
    return value["method"] == nil ? faultOfResponse(value) : faultOfNotification(value)
  }

  private static func faultOfNotification(_ value: Value) -> MessageFault? {
    guard value["id"] == nil else {
      return MessageFault(sentence: "the host sent a front end a request", rule: "M-17")
    }
    let isGood =
      value["method"]?.string != nil && hasOnly(["jsonrpc", "method", "params"], value)
    return isGood
      ? nil : MessageFault(sentence: "a notification is not as JSON-RPC says", rule: "M-11")
  }

  private static func faultOfResponse(_ value: Value) -> MessageFault? {
    let isGood =
      hasOnly(["jsonrpc", "id", "result", "error"], value) && hasUsableID(value)
      && (value["result"] == nil) != (value["error"] == nil)
      && (value["error"].map(isError) ?? true)
    return isGood
      ? nil : MessageFault(sentence: "a response is not as JSON-RPC says", rule: "M-11")
  }

  private static func hasOnly(_ names: Set<String>, _ value: Value) -> Bool {
    let members = value.members ?? []
    return value["jsonrpc"] == .string("2.0") && members.allSatisfy { names.contains($0.name) }
      && Set(members.map(\.name)).count == members.count
  }

  private static func hasUsableID(_ value: Value) -> Bool {
    switch value["id"] {
    case .null, .number, .string: true
    default: false
    }
  }

  private static func isError(_ error: Value) -> Bool {
    error["code"]?.integer != nil && error["message"]?.string != nil
  }
}
