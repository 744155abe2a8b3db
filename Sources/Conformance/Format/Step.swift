import JSONRPC

/// One step of a scenario.
struct Step {
  /// What is done or expected.
  enum Action {
    case connect(String, Handshake)
    case send([Part], Split)
    case expect(Value, verbatim: [Value.Member])
    case expectUntil(Value)
    case expectAnyOrder([Value])
    case expectNone
    case expectClose
    case closeWrite
    case close
  }

  /// What is sent.
  enum Part {
    case message(Value)
    case framed(ByteText)
    case raw(ByteText)
  }

  /// How a send is cut into writes.
  enum Split {
    case whole
    case every(Int)
    case at([Int])
  }

  /// What is done or expected.
  let action: Action
  /// The connection that it is about.
  let connection: String
  /// The only framing that it is played in; nil for both.
  let framing: Framing?
  /// How long to wait; nil for the run's own limit.
  let timeout: Duration?

  /// Reads a step.
  init(_ value: Value) throws(ScenarioFault) {
    action = try Action(value)
    connection = value["on"]?.string ?? "A"
    framing = try value["framing"].map { name throws(ScenarioFault) in try Framing(name) }
    timeout = value["timeoutMs"]?.integer.map { .milliseconds($0) }
  }
}

extension Step.Action {
  /// The name that decides what a step is; a step has exactly one of them.
  private static let names = [
    "connect", "send", "sendText", "sendRaw", "sendTogether", "expect", "expectUntil",
    "expectAnyOrder", "expectNone", "expectClose", "closeWrite", "close",
  ]

  init(_ step: Value) throws(ScenarioFault) {
    let present = Step.Action.names.filter { step[$0] != nil }
    guard present.count == 1, let name = present.first, let argument = step[name] else {
      throw ScenarioFault("a step has not exactly one action: \(step.text)")
    }
    switch name {
    case "connect":
      self = .connect(argument.string ?? "", try Handshake(step["initialize"]))
    case "sendTogether":
      let parts = try (argument.elements ?? []).map { part throws(ScenarioFault) in
        try Step.Part(part)
      }
      self = .send(parts, try Step.Split(step["split"]))
    case "send", "sendText", "sendRaw":
      self = .send([try Step.Part(step)], try Step.Split(step["split"]))
    case "expect": self = .expect(argument, verbatim: step["verbatim"]?.members ?? [])
    case "expectUntil": self = .expectUntil(argument)
    case "expectAnyOrder": self = .expectAnyOrder(argument.elements ?? [])
    case "expectNone": self = .expectNone
    case "expectClose": self = .expectClose
    case "closeWrite": self = .closeWrite
    default: self = .close
    }
  }
}

extension Step.Part {
  init(_ value: Value) throws(ScenarioFault) {
    if let message = value["send"] {
      self = .message(message)
    } else if let text = value["sendText"] {
      self = .framed(try ByteText(text))
    } else if let bytes = value["sendRaw"] {
      self = .raw(try ByteText(bytes))
    } else {
      throw ScenarioFault("nothing is sent by \(value.text)")
    }
  }

  /// The bytes that are written.
  func bytes(
    in framing: Framing, _ variables: Variables
  ) throws(Interruption) -> [UInt8] {
    switch self {
    case .message(let message): framing.frame(try variables.substitute(in: message).bytes)
    case .framed(let text): framing.frame(try text.bytes(variables))
    case .raw(let bytes): try bytes.bytes(variables)
    }
  }
}

extension Step.Split {
  init(_ value: Value?) throws(ScenarioFault) {
    switch value {
    case nil: self = .whole
    case .array(let places): self = .at(places.compactMap(\.integer))
    case .number(let number): self = .every(max(1, number.integer ?? 1))
    default: throw ScenarioFault("`split` is neither a number nor an array")
    }
  }

  /// The pieces, each to be written by itself.
  func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let inside =
      switch self {
      case .whole: [Int]()
      case .every(let count): Array(stride(from: count, to: bytes.count, by: count))
      case .at(let places): places.filter { $0 < bytes.count }
      }
    let places = [0] + inside + [bytes.count]
    return zip(places, places.dropFirst()).map { bytes[$0..<$1] }
  }
}

extension Framing {
  init(_ name: Value) throws(ScenarioFault) {
    guard let framing = name.string.flatMap(Framing.init(rawValue:)) else {
      throw ScenarioFault("there is no framing \(name.text)")
    }
    self = framing
  }
}
