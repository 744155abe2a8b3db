import HostProtocol
import JSON
import JSONRPC

/// A manifest whose rules hold: what the host may rely on when it starts the plugin.
struct PluginManifest {
  /// Why a manifest can't be used: one sentence that names the member.
  struct Fault: Error, Equatable {
    let reason: String
  }

  let name: PluginName
  let version: String
  let command: [String]
  let transport: PluginTransport
  let framing: JSONRPC.Framing
  let usesIntegerIDs: Bool
  let isEager: Bool
  let implements: [String]?
  let provides: Provides?
  let environment: [String: String]
  let lifecycle: LifecycleLimits
  let callLimit: Duration?
  let delegateLimit: Duration?
  let sourceLimit: Duration?

  /// Reads `plugin.json`; where it sets no limit of its own, `limits` hold.
  init(_ text: [UInt8], limits: Limits = .standard) throws(Fault) {
    let manifest = try Self.decode(text)
    name = try Self.checkedName(manifest.name)
    version = manifest.version
    command = try Self.checkedCommand(manifest.command)
    transport = manifest.transport == .fd ? .descriptor : .stdio
    framing = manifest.framing
    usesIntegerIDs = manifest.ids == .integer
    isEager = manifest.activation == .eager
    implements = manifest.implements
    provides = try manifest.provides.map { (provides) throws(Fault) in
      try Self.checked(provides)
    }
    environment = try Self.checkedEnvironment(manifest.environment)
    lifecycle = LifecycleLimits(limits, manifest: manifest)
    callLimit = manifest.limits.callMs.map { .milliseconds($0) }
    delegateLimit = manifest.limits.delegateMs.map { .milliseconds($0) }
    sourceLimit = manifest.limits.sourceMs.map { .milliseconds($0) }
    if manifest.sandbox != nil {
      throw Fault(reason: "plugin.json asks for a sandbox, and this host makes none")
    }
  }

  /// How the plugin is started.
  func spawnRequest(in folder: PluginFolder) -> SpawnRequest {
    SpawnRequest(
      plugin: name.description, command: command, directory: folder.directory,
      environment: environment, framing: framing, transport: transport)
  }

  private static func decode(_ text: [UInt8]) throws(Fault) -> Manifest {
    let value: JSONValue
    do { value = try JSONValue.parse(text) } catch {
      throw Fault(reason: "plugin.json is not JSON: \(error)")
    }
    do { return try Manifest(json: value) } catch {
      throw Fault(reason: "plugin.json: \(error)")
    }
  }

  private static func checkedName(_ text: String) throws(Fault) -> PluginName {
    guard let name = PluginName(text) else {
      let problem = PluginName.problem(with: text) ?? "can't be used"
      throw Fault(reason: "plugin.json: /name \(problem)")
    }
    return name
  }

  private static func checkedCommand(_ command: [String]) throws(Fault) -> [String] {
    guard let first = command.first, !first.isEmpty else {
      throw Fault(reason: "plugin.json: /command names no program")
    }
    guard !command.contains(where: { $0.utf8.contains(0) }) else {
      throw Fault(reason: "plugin.json: /command holds U+0000, which no argument can")
    }
    return command
  }

  private static func checkedEnvironment(
    _ environment: [String: String]
  ) throws(Fault) -> [String: String] {
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("LD_") {
        throw Fault(
          reason: "plugin.json: /environment/\(name) would change how programs are loaded")
      }
      if name.isEmpty || name.contains("=") || (name + value).utf8.contains(0) {
        throw Fault(reason: "plugin.json: /environment/\(name) can't be a variable")
      }
    }
    return environment
  }

  /// Names in `provides` are short and unique in their list.
  static func checked(_ provides: Provides) throws(Fault) -> Provides {
    try checkNames(provides.screens.map(\.name), "screens")
    try checkNames(provides.actions.map(\.id), "actions")
    try checkNames(provides.popups.map(\.name), "popups")
    try checkNames(provides.sources.map(\.name), "sources")
    try checkNames(provides.methods, "methods")
    try checkNames(provides.topics, "topics")
    try checkNames(provides.actions.map(\.id), "actions")
    try checkActions(provides.actions)
    return provides
  }

  private static func checkActions(_ actions: [Action]) throws(Fault) {
    let limit = ProtocolLimits.actions
    guard actions.count <= limit else {
      throw Fault(reason: "provides.actions holds \(actions.count) actions, more than \(limit)")
    }
    for action in actions {
      if let width = action.width, !(width > 0) {
        throw Fault(reason: "provides.actions: the width of \(action.id.quoted) is not above 0")
      }
    }
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".contains(Character($0)))
    }
  }

  private static func checkNames(_ names: [String], _ list: String) throws(Fault) {
    var seen: Set<String> = []
    for name in names {
      guard isName(name) else {
        throw Fault(
          reason: """
            provides.\(list) holds \"\(name)\"; a name is a letter, then letters, digits, '.', '_', '-'
            """)
      }
      guard seen.insert(name).inserted else {
        throw Fault(reason: "provides.\(list) holds \"\(name)\" twice")
      }
    }
  }
}

extension LifecycleLimits {
  /// The limits in force, as far as a manifest does not set its own.
  init(_ limits: Limits, manifest: Manifest? = nil) {
    self.init()
    start = .milliseconds(manifest?.limits.startMs ?? limits.startMs)
    drain = .milliseconds(limits.drainMs)
    shutdown = .milliseconds(limits.shutdownMs)
    exit = .milliseconds(limits.exitMs)
    terminate = .milliseconds(limits.terminateMs)
    guard let restart = manifest?.restart else { return }
    restartsAfterCrash = restart.policy != .never
    firstBackoff = .milliseconds(restart.initialMs)
    longestBackoff = .milliseconds(restart.maximumMs)
    crashesToQuarantine = restart.crashes
    crashWindow = .milliseconds(restart.windowMs)
  }
}
