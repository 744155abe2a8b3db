import HostProtocol
import JSONRPC

/// Plugins found on disk.
extension Host {
  mutating func discovered(_ found: [DiscoveredPlugin]) {
    for plugin in found { add(plugin) }
    for plugin in plugins where plugin.manifest?.isEager == true {
      start(plugin.index)
    }
  }

  private mutating func add(_ found: DiscoveredPlugin) {
    do {
      let manifest = try usableManifest(of: found)
      add(found, name: manifest.name.description, manifest: manifest, state: startState(of: found))
    } catch {
      let name = found.directory.lastPathComponent
      add(found, name: name, manifest: nil, state: (.invalid, error.reason))
    }
  }

  private func usableManifest(
    of found: DiscoveredPlugin
  ) throws(PluginManifest.Fault) -> PluginManifest {
    switch found.manifest {
    case .success(let text): return try PluginManifest(text, limits: configuration.limits)
    case .failure(let unusable): throw PluginManifest.Fault(reason: unusable.reason)
    }
  }

  /// A plugin that its user has not seen yet must not run by being there.
  private func startState(
    of found: DiscoveredPlugin
  ) -> (state: PluginLifecycle.State, reason: String) {
    switch (found.enabled, found.origin) {
    case (true?, _), (nil, .trusted): (.discovered, "")
    case (false?, _): (.disabled, "its user disabled it")
    case (nil, .user):
      (.disabled, "it is new; jackfield plugin enable shows what it would run and enables it")
    }
  }

  private mutating func add(
    _ found: DiscoveredPlugin, name: String, manifest: PluginManifest?,
    state: (state: PluginLifecycle.State, reason: String)
  ) {
    guard pluginsByName[name] == nil else {
      return shadowed(name, by: found)
    }
    let index = PluginIndex(value: plugins.count)
    plugins.append(
      Plugin(
        index: index, name: name,
        folder: PluginFolder(
          directory: found.directory, dataDirectory: found.dataDirectory,
          cacheDirectory: found.cacheDirectory),
        manifest: manifest,
        lifecycle: PluginLifecycle(
          state: state.state, reason: state.reason,
          limits: manifest?.lifecycle ?? LifecycleLimits(configuration.limits))))
    pluginsByName[name] = index
    actionsMayHaveChanged(of: index)
  }

  /// Of equal names the first directory's wins; the other is noted where people look.
  private mutating func shadowed(_ name: String, by found: DiscoveredPlugin) {
    guard let index = pluginsByName[name] else { return }
    note("another plugin of this name, in \(found.directory), is not used", in: index)
  }
}

extension String {
  /// The part after the last slash.
  fileprivate var lastPathComponent: String {
    split(separator: "/").last.map(String.init) ?? self
  }
}
