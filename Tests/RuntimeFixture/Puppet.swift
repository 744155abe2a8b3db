import HostCore
import JSON
import JSONRPC

/// A stand-in for the core, moved by its front ends: it does what they say and tells them what it
/// sees.
///
/// A front end's message with the method `echo` comes back as it is. `puppet/..` methods become
/// effects. Every event but those messages is told to all front ends, as one JSON object with the
/// member `event`.
struct Puppet: HostLogic {
  private var connections: [ConnectionID] = []
  private var deadlines: [Instant] = []

  var nextDeadline: Instant? { deadlines.min() }

  mutating func handle(_ event: Event, at now: Instant, effects: inout Effects) {
    switch event {
    case .connected(let connection, _): connections.append(connection)
    case .frame(.frontEnd(let connection), let frame): obey(frame, connection, now, &effects)
    case .frame(.plugin(let run), let frame):
      tell("frame", &effects) { composer in
        composer.writer.member("run", Int(run.number))
        composer.writer.name("json")
        composer.relay(frame.slice, hasLineBreaks: true)
      }
    case .decodingFailed(let peer, let fault):
      tell("decodingFailed", &effects) { composer in
        composer.writer.member("peer", "\(peer.isPlugin ? "plugin" : "frontEnd")")
        composer.writer.member("explanation", fault.explanation)
      }
    case .output(let run, let line): tellText("output", run, line.text, &effects)
    case .endOfInput(.frontEnd(let connection)): tellNumber("endOfInput", connection, &effects)
    case .endOfInput(.plugin(let run)): tellRun("endOfInput", run, &effects)
    case .closed(.frontEnd(let connection)):
      connections.removeAll { $0 == connection }
      tellNumber("closed", connection, &effects)
    case .closed(.plugin(let run)): tellRun("closed", run, &effects)
    case .spawned(let run, let process):
      tell("spawned", &effects) { composer in
        composer.writer.member("run", Int(run.number))
        composer.writer.member("process", Int(process))
      }
    case .spawnFailed(let run, let reason): tellText("spawnFailed", run, reason, &effects)
    case .exited(let run, let status): tellText("exited", run, "\(status)", &effects)
    case .discovered, .matched: break
    case .deadline:
      deadlines.removeAll { $0 <= now }
      tell("deadline", &effects) { _ in }
    case .stopRequested: effects.append(.exit(code: 0))
    }
  }

  private mutating func obey(
    _ frame: Frame, _ connection: ConnectionID, _ now: Instant, _ effects: inout Effects
  ) {
    guard case .message = frame.content, let message = parse(frame.slice) else { return }
    let params = message["params"]
    let run = RunID(UInt32(params?["run"]?.integer ?? 0))
    switch message["method"]?.string {
    case "puppet/spawn":
      effects.append(.spawn(run, request(params)))
    case "puppet/send":
      effects.send(to: .plugin(run)) { $0.writer.value(params?["json"] ?? message) }
    case "puppet/closeInput": effects.append(.closeInput(run))
    case "puppet/signal":
      effects.append(.signal(run, params?["kill"]?.boolean == true ? .kill : .terminate))
    case "puppet/close": effects.append(.close(connection))
    case "puppet/flood":
      let text = String(repeating: "x", count: Int(params?["size"]?.integer ?? 0))
      for _ in 0..<(params?["count"]?.integer ?? 0) {
        effects.send(to: .frontEnd(connection)) { $0.writer.value(text) }
      }
    case "puppet/deadline":
      deadlines.append(now + .milliseconds(params?["after"]?.integer ?? 0))
    case "puppet/stop":
      effects.append(.stopListening)
      for connection in connections { effects.append(.close(connection)) }
      effects.append(.exit(code: 3))
    default:
      effects.send(to: .frontEnd(connection)) {
        $0.relay(frame.slice, hasLineBreaks: true)
      }
    }
  }

  private func parse(_ slice: FrameSlice) -> JSONValue? {
    do {
      return try JSONValue.parse(slice.bytes)
    } catch {
      return nil
    }
  }

  private func request(_ params: JSONValue?) -> SpawnRequest {
    SpawnRequest(
      plugin: "test", command: params?["command"]?.elements.compactMap(\.string) ?? [],
      directory: params?["directory"]?.string ?? "/", environment: [:], framing: .lines,
      transport: params?["transport"]?.string == "fd" ? .descriptor : .stdio)
  }

  // MARK: Telling

  private func tell(
    _ event: String, _ effects: inout Effects, _ body: (inout MessageComposer) -> Void
  ) {
    for connection in connections {
      effects.send(to: .frontEnd(connection)) { composer in
        composer.writer.beginObject()
        composer.writer.member("event", event)
        body(&composer)
        composer.writer.endObject()
      }
    }
  }

  private func tellText(_ event: String, _ run: RunID, _ text: String, _ effects: inout Effects) {
    tell(event, &effects) { composer in
      composer.writer.member("run", Int(run.number))
      composer.writer.member("text", text)
    }
  }

  private func tellRun(_ event: String, _ run: RunID, _ effects: inout Effects) {
    tell(event, &effects) { $0.writer.member("run", Int(run.number)) }
  }

  private func tellNumber(_ event: String, _ connection: ConnectionID, _ effects: inout Effects) {
    tell(event, &effects) { $0.writer.member("connection", Int(connection.number)) }
  }
}

extension Peer {
  fileprivate var isPlugin: Bool {
    guard case .plugin = self else { return false }
    return true
  }
}
