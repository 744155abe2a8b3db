import HostProtocol
import HostCore
import JSON
import SystemIO

/// Finds plugins: folders with a `plugin.json`, in the places where plugins may be.
///
/// The places in order: those named with `--plugins`, `JACKFIELD_PLUGIN_PATH`, the user's data
/// folder, the system's folder. A place that has a `plugin.json` itself is one plugin. Nothing is
/// started or believed here; a folder that others can write comes with the reason why it can't be
/// used.
struct PluginDiscovery {
  /// The name of a manifest's file.
  static let manifestName = "plugin.json"
  /// Bytes of the largest manifest: hundreds of times a real one.
  static let manifestLimit = ProtocolLimits.parsedBytes
  /// Where the system's packages put plugins.
  static let systemDirectory = "/usr/share/jackfield/plugins"

  /// The user's folders.
  let paths: HostPaths
  /// Who may have written a plugin.
  let trust: PathTrust
  /// What the user said about plugins.
  let marks: PluginMarks
  /// `JACKFIELD_PLUGIN_PATH`.
  let searchPath: String

  init(
    paths: HostPaths = HostPaths(), trust: PathTrust = PathTrust(), marks: PluginMarks? = nil,
    searchPath: String = CurrentProcess.variable("JACKFIELD_PLUGIN_PATH") ?? ""
  ) {
    self.paths = paths
    self.trust = trust
    self.marks = marks ?? PluginMarks(directory: paths.configurationDirectory)
    self.searchPath = searchPath
  }

  /// A folder that plugins are looked for in.
  private struct Place {
    let directory: String
    let origin: DiscoveredPlugin.Origin
    /// Whether the user named it, so that its absence is worth telling.
    var isNamed = false
  }

  /// All plugins, in order; `named` are the absolute folders of `--plugins`.
  func plugins(named: [String]) -> [DiscoveredPlugin] {
    var seen: Set<String> = []
    return places(named: named).flatMap { place in
      folders(in: place).compactMap { folder in
        // One folder that is found by two ways is one plugin.
        let real = resolved(folder)
        guard seen.insert(real).inserted else { return nil }
        return inspect(real, origin: place.origin)
      }
    }
  }

  private func places(named: [String]) -> [Place] {
    // Empty and relative elements would mean whatever folder the host happens to be in.
    let searched = searchPath.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    return named.map { Place(directory: $0, origin: .trusted, isNamed: true) }
      + searched.map { Place(directory: $0, origin: .user) }
      + [
        Place(directory: "\(paths.dataDirectory)/plugins", origin: .user),
        Place(directory: Self.systemDirectory, origin: .trusted),
      ]
  }

  private func folders(in place: Place) -> [String] {
    if hasManifest(place.directory) { return [place.directory] }
    do {
      let names = try Directory.names(in: place.directory)
      return names.filter { !$0.hasPrefix(".") }.map { "\(place.directory)/\($0)" }
        .filter(hasManifest)
    } catch {
      // A place that the user named and that is not there is told as a plugin that can't be used.
      return place.isNamed ? [place.directory] : []
    }
  }

  private func hasManifest(_ folder: String) -> Bool {
    do {
      // The link itself counts: one that leads nowhere is a fault to be told.
      _ = try FileStatus(of: "\(folder)/\(Self.manifestName)")
      return true
    } catch {
      return false
    }
  }

  private func resolved(_ folder: String) -> String {
    do {
      return try File.realPath(of: folder)
    } catch {
      return folder
    }
  }

  private func inspect(_ folder: String, origin: DiscoveredPlugin.Origin) -> DiscoveredPlugin {
    let manifest = readManifest(of: folder)
    let name = name(in: manifest) ?? folder.lastPathComponent
    return DiscoveredPlugin(
      directory: folder, origin: origin, manifest: manifest,
      dataDirectory: "\(paths.dataDirectory)/data/\(name)",
      cacheDirectory: "\(paths.cacheDirectory)/\(name)", enabled: marks[folder])
  }

  private func readManifest(of folder: String) -> Result<[UInt8], DiscoveredPlugin.Unusable> {
    let path = "\(folder)/\(Self.manifestName)"
    if let objection = trust.objection(to: folder) ?? trust.objection(to: path, within: folder) {
      return .failure(.init(reason: "it is not trusted: \(objection)"))
    }
    do {
      return .success(try File.read(path, limit: Self.manifestLimit))
    } catch {
      guard error.code == .fileTooBig else { return .failure(.init(reason: "\(error)")) }
      return .failure(
        .init(reason: "its manifest '\(path)' has more than \(Self.manifestLimit) bytes"))
    }
  }

  /// The name that the manifest gives, for the names of folders; only the core judges the manifest.
  private func name(in manifest: Result<[UInt8], DiscoveredPlugin.Unusable>) -> String? {
    do {
      guard let name = try JSONValue.parse(manifest.get())["name"]?.string else { return nil }
      // What is no name of a plugin must not become a path.
      let isName = name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
      }
      return isName && !name.isEmpty ? name : nil
    } catch {
      return nil
    }
  }
}
