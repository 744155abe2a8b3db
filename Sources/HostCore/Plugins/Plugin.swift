import HostProtocol
import JSONRPC

/// One plugin: what its manifest says, its life, and the calls between it and the host.
struct Plugin {
  let index: PluginIndex
  let name: String
  var folder: PluginFolder
  /// Nil where the manifest can't be used; the lifecycle's reason says why.
  var manifest: PluginManifest?
  var lifecycle: PluginLifecycle
  var lifecycleTimer: DeadlineQueue<Timer>.Handle?

  /// What the host may send it: full method names of delegate calls.
  var implements: Set<String>
  var provides: Provides
  /// Whether `implements` is known: from the manifest, or from a handshake.
  var isImplementsKnown: Bool
  /// Whether `provides` is known: from the manifest, or from a handshake.
  var isProvidesKnown: Bool
  var version = ""

  /// Requests of the host to the plugin that are not settled.
  var calls: [RequestID: Call] = [:]
  /// Those of them that wait for the start, in order.
  var waiting: [RequestID] = []
  var nextCall: UInt64 = 1
  /// Calls that were answered a while ago and may still be named as causes.
  var recentCauses = RecentCauses()
  /// Requests of the plugin to the host.
  var inbox = Inbox()

  /// The actions that are in bars now.
  var shownActions: [Action] = []
  /// What it has set of its actions in all sessions.
  var actionChanges: [String: ActionChange] = [:]

  var log = LogRing()
  var processID: Int32?
  var lastExit: ProcessExit?
  var readyAt: Instant?
  /// How long its calls took, by method.
  var figures: [String: CallFigures] = [:]

  /// Creates a plugin from what was found on disk.
  init(
    index: PluginIndex, name: String, folder: PluginFolder, manifest: PluginManifest?,
    lifecycle: PluginLifecycle
  ) {
    self.index = index
    self.name = name
    self.folder = folder
    self.manifest = manifest
    self.lifecycle = lifecycle
    implements = Set(manifest?.implements ?? [])
    provides = manifest?.provides ?? Provides()
    isImplementsKnown = manifest?.implements != nil
    isProvidesKnown = manifest?.provides != nil
  }

  /// The run that messages can go to, once the handshake is over.
  var readyRun: RunID? {
    switch lifecycle.state {
    case .ready(let run), .draining(let run): run
    default: nil
    }
  }

  /// The run that new calls may go to.
  var acceptingRun: RunID? {
    if case .ready(let run) = lifecycle.state { run } else { nil }
  }

  /// Whether its process runs and has not answered `initialize`.
  var owesHandshake: Bool {
    if case .initializing = lifecycle.state { true } else { false }
  }

  /// Whether every call that was sent has been settled.
  var isDrained: Bool { !calls.values.contains { $0.phase.isSent } }

  /// Whether the host may send it this delegate call.
  func mayGet(_ method: Method) -> Bool {
    implements.contains(method.rawValue)
  }

  /// A name of this plugin's as others say it: in its messages both are good.
  func qualifiedName(_ name: String) -> String {
    name.contains("/") ? name : "\(self.name)/\(name)"
  }

  /// A name of this plugin's without the plugin's own: in its messages both are good.
  func shortName(_ name: String) -> String {
    name.hasPrefix(self.name + "/") ? String(name.dropFirst(self.name.count + 1)) : name
  }

  /// Whether the plugin has a method of its own with this short name.
  func offers(method: String) -> Bool {
    !isProvidesKnown || provides.methods.contains(method)
  }

  /// The screen with this short name, as the plugin declared it.
  func screen(named name: String) -> ScreenDeclaration? {
    provides.screens.first { $0.name == name }
  }

  /// Whether the plugin provides a popup with this short name.
  func offers(popup: String) -> Bool {
    !isProvidesKnown || provides.popups.contains { $0.name == popup }
  }

  /// The source with this short name.
  func source(named name: String) -> Source? {
    provides.sources.first { $0.name == name }
  }

  /// Takes over what the handshake said; what it does not say, the manifest does.
  mutating func adopt(_ result: InitializePlugin.Result) throws(PluginManifest.Fault) {
    if let provides = result.provides { self.provides = try PluginManifest.checked(provides) }
    if let implements = result.implements { self.implements = Set(implements) }
    isImplementsKnown = true
    isProvidesKnown = true
    version = result.plugin?.version ?? manifest?.version ?? ""
  }
}

/// Where a plugin lives on disk.
struct PluginFolder: Equatable {
  let directory: String
  let dataDirectory: String
  let cacheDirectory: String
}
