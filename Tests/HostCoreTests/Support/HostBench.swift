import HostCore
import HostProtocol
import JSON
import JSONRPC
import Matching
import Testing

/// A host in a box: messages go in as text, what it does is kept for looking at; time is by hand.
///
/// The bench is the shell's stand-in: it decodes input with the real decoder, runs searches at once, and
/// plays the processes that the core asks for when a test tells it to.
struct HostBench {
  var host: Host
  var now = Instant(nanoseconds: 1_000_000_000)
  /// Messages to each peer that no test has taken yet.
  private var outbox: [Peer: [JSONValue]] = [:]
  /// The same messages as written.
  private(set) var texts: [Peer: [String]] = [:]
  /// Which states these messages tell as a whole.
  private(set) var states: [Peer: [StateKey?]] = [:]
  private(set) var spawns: [(run: RunID, request: SpawnRequest)] = []
  private(set) var signals: [(run: RunID, signal: ProcessSignal)] = []
  private(set) var closedInputs: [RunID] = []
  private(set) var closed: [ConnectionID] = []
  private(set) var logs: [(plugin: String, text: String)] = []
  private(set) var marks: [(directory: String, isEnabled: Bool)] = []
  /// What was learned, each time that it was to be kept.
  private(set) var learnedUse: [[UInt8]] = []
  private(set) var exitCode: Int32?
  private(set) var stoppedListening = false
  /// Whether searches are run at once; else they wait in `jobs`.
  var runsSearches = true
  private(set) var jobs: [MatchJob] = []

  private var decoders: [Peer: FrameDecoder] = [:]
  private var nextConnection: UInt32 = 1
  private var nextID = 1000
  private let pool = FramePool()

  /// The limits that a test may change.
  static let limits = Limits.standard

  init(limits: Limits = .standard, endsWithFrontEnd: Bool = false, learnedUse: LearnedUse? = nil) {
    var configuration = HostConfiguration(version: "1.2.3", build: "test", processID: 4711)
    configuration.limits = limits
    configuration.endsWithFrontEnd = endsWithFrontEnd
    configuration.learnedUse = learnedUse
    host = Host(configuration: configuration, at: now)
  }

  // MARK: Events

  mutating func handle(_ event: Event) {
    var effects = Effects()
    host.handle(event, at: now, effects: &effects)
    carryOut(effects)
  }

  /// Lets time pass; deadlines fire when they fall, one after the other.
  mutating func advance(by duration: Duration) {
    let end = now + duration
    while let deadline = host.nextDeadline, deadline <= end {
      now = max(now, deadline)
      handle(.deadline)
    }
    now = end
  }

  /// Connects a front end that has said nothing yet.
  mutating func connect() -> Peer {
    let connection = ConnectionID(nextConnection)
    nextConnection += 1
    handle(.connected(connection, ResumeToken(high: 0, low: UInt64(connection.number))))
    return .frontEnd(connection)
  }

  /// Connects a front end and shakes hands.
  mutating func session(_ members: String = "") throws -> Peer {
    let peer = connect()
    let answer = try request(
      peer, "initialize", #"{"protocol":{"min":1,"max":1}\#(members)}"#)
    try #require(answer["result"] != nil, "initialize failed: \(answer.serialized())")
    return peer
  }

  /// Makes plugins known from manifests, as if they were found in trusted folders.
  mutating func discover(_ manifests: String..., origin: DiscoveredPlugin.Origin = .trusted) {
    handle(
      .discovered(
        manifests.enumerated().map { index, manifest in
          DiscoveredPlugin(
            directory: "/plugins/p\(index)", origin: origin,
            manifest: .success(Array(manifest.utf8)),
            dataDirectory: "/data/p\(index)", cacheDirectory: "/cache/p\(index)", enabled: nil)
        }))
  }

  /// Sends a line of text from a peer.
  mutating func send(_ peer: Peer, _ text: String) {
    var decoder = decoders[peer] ?? makeDecoder(for: peer)
    var line = Array(text.utf8)
    line.append(UInt8(ascii: "\n"))
    line.withUnsafeBytes { decoder.append($0) }
    while let decoded = decoder.next() {
      switch decoded {
      case .frame(let frame): handle(.frame(peer, frame))
      case .fault(let fault): handle(.decodingFailed(peer, fault))
      case .text(let bytes):
        guard case .plugin(let run) = peer else { continue }
        let text = String(decoding: bytes.bytes, as: UTF8.self)
        handle(.output(run, OutputLine(stream: .standardOutput, text: text)))
      }
    }
    decoders[peer] = decoder
  }

  /// Sends a request and returns the answer to it, which must be there at once.
  mutating func request(
    _ peer: Peer, _ method: String, _ params: String = "{}",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let id = post(peer, method, params)
    return try answer(to: id, at: peer, sourceLocation: sourceLocation)
  }

  /// Sends a request and returns its id; the answer may come later.
  mutating func post(_ peer: Peer, _ method: String, _ params: String = "{}") -> Int {
    nextID += 1
    send(peer, #"{"jsonrpc":"2.0","id":\#(nextID),"method":"\#(method)","params":\#(params)}"#)
    return nextID
  }

  // MARK: What the host did

  /// Takes the answer to a request out of what the peer got.
  mutating func answer(
    to id: Int, at peer: Peer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    try #require(
      take(at: peer) { $0["id"]?.integer == Int64(id) && $0["method"] == nil },
      "no answer to \(id) among \(pending(at: peer))", sourceLocation: sourceLocation)
  }

  /// Takes the next message with this method out of what the peer got.
  mutating func message(
    _ method: String, at peer: Peer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    try #require(
      take(at: peer) { $0["method"]?.string == method },
      "no \(method) among \(pending(at: peer))", sourceLocation: sourceLocation)
  }

  /// Takes the next message of any kind.
  mutating func next(
    at peer: Peer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    try #require(take(at: peer) { _ in true }, "nothing came", sourceLocation: sourceLocation)
  }

  /// The messages that nobody has taken yet.
  func messages(at peer: Peer) -> [JSONValue] { outbox[peer] ?? [] }

  /// The messages that nobody has taken yet, as text.
  func pending(at peer: Peer) -> [String] {
    (outbox[peer] ?? []).map { $0.serialized() }
  }

  /// Forgets what a peer got.
  mutating func forget(_ peer: Peer) {
    outbox[peer] = []
  }

  private mutating func take(at peer: Peer, _ matches: (JSONValue) -> Bool) -> JSONValue? {
    guard let index = outbox[peer]?.firstIndex(where: matches) else { return nil }
    return outbox[peer]?.remove(at: index)
  }

  // MARK: Plugins

  /// Plays the start of the plugin that was asked for last, up to its handshake.
  mutating func start(
    result: String = #"{"protocol":1}"#, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Peer {
    let run = try #require(spawns.last?.run, "nothing was spawned", sourceLocation: sourceLocation)
    handle(.spawned(run, processID: Int32(100 + run.number)))
    let peer = Peer.plugin(run)
    let initialize = try message("initialize", at: peer, sourceLocation: sourceLocation)
    try respond(peer, to: initialize, result)
    return peer
  }

  /// Answers a request of the host.
  mutating func respond(_ peer: Peer, to request: JSONValue, _ result: String) throws {
    let id = try #require(request["id"])
    send(peer, #"{"jsonrpc":"2.0","id":\#(id.serialized()),"result":\#(result)}"#)
  }

  /// Answers a request of the host with an error.
  mutating func fail(_ peer: Peer, _ request: JSONValue, _ error: String) throws {
    let id = try #require(request["id"])
    send(peer, #"{"jsonrpc":"2.0","id":\#(id.serialized()),"error":\#(error)}"#)
  }

  /// Runs the oldest search that waits.
  mutating func runSearch() throws {
    try #require(!jobs.isEmpty, "no search waits")
    run(jobs.removeFirst())
  }

  private mutating func run(_ job: MatchJob) {
    let result = Matcher.search(
      job.snapshot, for: job.query, limit: job.limit, narrowing: job.narrowing,
      keepsSurvivors: job.keepsSurvivors)
    guard let result else { return }
    handle(.matched(job.id, result))
  }

  // MARK: Carrying out

  private mutating func carryOut(_ effects: Effects) {
    for effect in effects.list {
      switch effect {
      case .send(let peer, let outgoing): note(outgoing, effects, to: peer)
      case .close(let connection): closed.append(connection)
      case .spawn(let run, let request): spawns.append((run, request))
      case .closeInput(let run): closedInputs.append(run)
      case .signal(let run, let signal): signals.append((run, signal))
      case .log(let plugin, _, let text): logs.append((plugin, text))
      case .mark(let directory, let isEnabled): marks.append((directory, isEnabled))
      case .keepLearnedUse(let text): learnedUse.append(text)
      case .match(let job):
        if runsSearches { run(job) } else { jobs.append(job) }
      case .cancelMatch(let id): jobs.removeAll { $0.id == id }
      case .stopListening: stoppedListening = true
      case .exit(let code): exitCode = code
      }
    }
  }

  private mutating func note(_ outgoing: Outgoing, _ effects: Effects, to peer: Peer) {
    var bytes: [UInt8] = []
    for piece in effects.pieces[outgoing.pieces] {
      switch piece {
      case .text(let range): bytes += effects.text[range]
      case .relayed(let slice, _): bytes += slice.bytes
      }
    }
    #expect(bytes.count == outgoing.count, "the length that is told is the length of the text")
    states[peer, default: []].append(outgoing.state)
    texts[peer, default: []].append(String(decoding: bytes, as: UTF8.self))
    do {
      outbox[peer, default: []].append(try JSONValue.parse(bytes))
    } catch  where error.kind != .syntax {
      // Relayed bytes may hold what libjansson can't; tests look at the text then.
    } catch {
      Issue.record("the host sent what is not JSON: \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func makeDecoder(for peer: Peer) -> FrameDecoder {
    switch peer {
    case .frontEnd: FrameDecoder(role: .frontEnd, limits: .frontEnd, pool: pool)
    case .plugin: FrameDecoder(role: .plugin(.lines), limits: .plugin, pool: pool)
    }
  }
}
