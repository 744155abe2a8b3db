import JSONRPC
import SystemIO

/// One check being played: its connections and its variables.
struct Play {
  private let check: Check
  private let host: HostUnderTest
  private var variables = Variables()
  private var connections: [String: Connection] = [:]
  private var barriers = 0
  /// The number of the step being played, from 1; nil before the first and after the last.
  private(set) var step: Int?

  /// Prepares a check; `run` is the variable of that name.
  init(_ check: Check, against host: HostUnderTest, run: String) {
    self.check = check
    self.host = host
    for (name, value) in check.row.variables { variables[name] = value }
    variables["run"] = .string(run)
  }

  /// Plays all steps, and closes what is open whatever comes of them.
  mutating func play() throws(Interruption) {
    defer { for connection in connections.values { connection.close() } }
    try connect("A", check.scenario.handshake, host.timeout)
    for (index, next) in check.scenario.steps.enumerated() {
      step = index + 1
      if next.framing == nil || next.framing == check.framing { try perform(next) }
    }
    step = nil
    for name in connections.keys.sorted() {
      guard let connection = connections[name] else { continue }
      if connection.canWrite, !connection.hasEnded { try expectNone(connection, host.timeout) }
      guard connection.close() else {
        throw .failure(Failure("the host did not leave at the end of its input", rule: "S-3"))
      }
    }
  }

  /// A variable's value, for who plays to learn something.
  func variable(_ name: String) -> Value? { variables[name] }

  private mutating func perform(_ step: Step) throws(Interruption) {
    let timeout = step.timeout ?? host.timeout
    if case .connect(let name, let handshake) = step.action {
      return try connect(name, handshake, timeout)
    }
    guard let connection = connections[step.connection] else {
      throw .fault(ScenarioFault("there is no connection \(step.connection)"))
    }
    switch step.action {
    case .connect: break
    case .send(let parts, let split): try send(parts, split, on: connection, timeout)
    case .expect(let pattern, let verbatim):
      try expect(pattern, verbatim, on: connection, timeout)
    case .expectUntil(let pattern): try expectUntil(pattern, on: connection, timeout)
    case .expectAnyOrder(let patterns):
      try expectAnyOrder(patterns, on: connection, timeout)
    case .expectNone: try expectNone(connection, timeout)
    case .expectClose: try expectClose(connection, timeout)
    case .closeWrite: connection.closeWrite()
    case .close: connection.close()
    }
  }

  private mutating func connect(
    _ name: String, _ handshake: Handshake, _ timeout: Duration
  ) throws(Interruption) {
    let connection = try open()
    connections[name] = connection
    guard let request = try handshake.request(variables) else { return }
    try write(connection.framing.frame(request.bytes)[...], on: connection, timeout)
    let answer = try expect(Handshake.answer, [], on: connection, timeout)
    let prefix = name == "A" ? "" : "\(name)."
    variables["\(prefix)session"] = answer.value["result"]?["session"]
    variables["\(prefix)limits"] = answer.value["result"]?["limits"]
  }
}

// MARK: Sending

extension Play {
  private func open() throws(Interruption) -> Connection {
    do {
      return try host.open(check.framing)
    } catch {
      throw .failure(Failure("the host can't be reached any more: \(error.reason)", rule: "PR-2"))
    }
  }

  private func send(
    _ parts: [Step.Part], _ split: Step.Split, on connection: Connection, _ timeout: Duration
  ) throws(Interruption) {
    var bytes: [UInt8] = []
    for part in parts { bytes += try part.bytes(in: connection.framing, variables) }
    for piece in split.pieces(of: bytes) { try write(piece, on: connection, timeout) }
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, on connection: Connection, _ timeout: Duration
  ) throws(Interruption) {
    try Interruption.orFailure { () throws(Failure) in
      try connection.write(bytes, before: Deadline(after: timeout))
    }
  }
}

// MARK: Expecting

extension Play {
  /// The next message, which matches `pattern`; what it captures becomes variables.
  @discardableResult
  private mutating func expect(
    _ pattern: Value, _ verbatim: [Value.Member], on connection: Connection, _ timeout: Duration
  ) throws(Interruption) -> Message {
    let pattern = try variables.substitute(in: pattern)
    let message = try receive(on: connection, expecting: pattern, timeout)
    do {
      remember(try Pattern(pattern).match(message.value))
    } catch {
      throw .failure(Failure(error, in: message))
    }
    for (pointer, expected) in verbatim {
      let expected = try variables.substitute(in: expected).inserted
      let found = JSONPointer(pointer).written(in: message.text)
      guard found.map(expected.isSame) ?? false else {
        var failure = Failure("a value is not written as it was", received: message.text)
        (failure.place, failure.expected, failure.found) = (pointer, expected, found)
        throw .failure(failure)
      }
    }
    return message
  }

  /// Notifications of the pattern's method, until one matches.
  private mutating func expectUntil(
    _ pattern: Value, on connection: Connection, _ timeout: Duration
  ) throws(Interruption) {
    let pattern = try variables.substitute(in: pattern)
    while true {
      let message = try receive(on: connection, expecting: pattern, timeout)
      if let captures = Pattern(pattern).captures(of: message.value) { return remember(captures) }
      guard let method = pattern["method"], message.value["method"] == method else {
        var failure = Failure("a message is none of the expected", received: message.text)
        failure.expected = pattern.text
        throw .failure(failure)
      }
    }
  }

  private mutating func expectAnyOrder(
    _ patterns: [Value], on connection: Connection, _ timeout: Duration
  ) throws(Interruption) {
    var left = try patterns.map { pattern throws(Interruption) in
      try variables.substitute(in: pattern)
    }
    while !left.isEmpty {
      let message = try receive(on: connection, expecting: .array(left), timeout)
      let index = left.firstIndex { Pattern($0).captures(of: message.value) != nil }
      guard let index, let captures = Pattern(left[index]).captures(of: message.value) else {
        var failure = Failure("a message is none of the expected", received: message.text)
        failure.expected = Value.array(left).text
        throw .failure(failure)
      }
      remember(captures)
      left.remove(at: index)
    }
  }

  /// Asks for a ping's answer: whatever the host still had to say would come before it.
  private mutating func expectNone(
    _ connection: Connection, _ timeout: Duration
  ) throws(Interruption) {
    barriers += 1
    let id = Value.string("barrier-\(barriers)")
    let ping = Value.object(["jsonrpc": .string("2.0"), "id": id, "method": .string("ping")])
    try write(connection.framing.frame(ping.bytes)[...], on: connection, timeout)
    try expect(.object(["id": id, "result": .object([])]), [], on: connection, timeout)
  }

  private func expectClose(
    _ connection: Connection, _ timeout: Duration
  ) throws(Interruption) {
    let text = try Interruption.orFailure { () throws(Failure) in
      try connection.receive(before: Deadline(after: timeout))
    }
    guard let text else { return }
    throw .failure(Failure("a message came instead of the end", received: text))
  }

  private func receive(
    on connection: Connection, expecting pattern: Value, _ timeout: Duration
  ) throws(Interruption) -> Message {
    do throws(Failure) {
      guard let text = try connection.receive(before: Deadline(after: timeout)) else {
        throw Failure("the host closed the connection")
      }
      return try Message(text)
    } catch {
      var failure = error
      failure.expected = pattern.text
      throw .failure(failure)
    }
  }

  private mutating func remember(_ captures: Captures) {
    for (name, value) in captures { variables[name] = value }
  }
}

extension Failure {
  /// A message that is not what a pattern says.
  fileprivate init(_ mismatch: Mismatch, in message: Message) {
    self.init("a message is not the expected one", received: message.text)
    place = mismatch.place.isEmpty ? "/" : mismatch.place
    expected = mismatch.expected.text
    found = mismatch.found?.text ?? "nothing"
  }
}
