import SystemIO

/// The log files of the host and its plugins, in one folder; written once a turn.
struct HostLogs {
  /// The host's own log; no plugin can have this name.
  static let host = "host"

  private let directory: String
  private var files: [String: LogFile] = [:]
  private var stamp = TimeStamp()
  private var dirty: [String] = []
  private var isPrepared = false

  init(directory: String) {
    self.directory = directory
  }

  /// Collects a line for a plugin's log, or for the host's.
  mutating func append(_ text: String, to name: String) {
    if dirty.last != name { dirty.append(name) }
    let path = path(of: name)
    files[name, default: LogFile(path: path)].append(text, stamp: &stamp)
  }

  /// Writes what was collected in this turn.
  mutating func flush() {
    guard !dirty.isEmpty else { return }
    prepare()
    for name in dirty { files[name]?.flush(stamp: &stamp) }
    dirty.removeAll(keepingCapacity: true)
  }

  private func path(of name: String) -> String {
    // Names of plugins that are no names (of folders without a usable manifest) must not be paths.
    let safe = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "_"
    }
    return "\(directory)/\(String(safe)).log"
  }

  private mutating func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    do {
      try Directory.make(directory)
    } catch {
      // Each file tells by its lost lines, once it can be opened at all.
    }
  }
}
