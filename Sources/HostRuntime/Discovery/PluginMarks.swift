import SystemIO

/// Which plugins the user has enabled or disabled, by their folders.
///
/// A file `plugins` in the configuration folder, one line for each: `enabled PATH` or `disabled
/// PATH`, the last one for a path counting; `#` begins a comment. It names folders and not names,
/// since a name can be taken by another folder.
struct PluginMarks: Equatable {
  /// The file's name.
  static let fileName = "plugins"
  /// Bytes of the largest file: thousands of plugins.
  private static let limit = 1 << 20

  private var enabled: [String: Bool] = [:]

  /// Reads the file in `directory`; without one, nobody has said anything.
  init(directory: String) {
    do {
      let text = try File.read("\(directory)/\(Self.fileName)", limit: Self.limit)
      self.init(text: String(decoding: text, as: UTF8.self))
    } catch {
      // A file that can't be read enables nothing.
      self.init(text: "")
    }
  }

  /// Reads the lines of `text`; one that says something else counts for nothing.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "enabled": enabled[String(words[1])] = true
      case "disabled": enabled[String(words[1])] = false
      default: continue
      }
    }
  }

  /// Writes down what the user says about the plugin in `folder`, in the file in `directory`.
  static func note(
    _ folder: String, isEnabled: Bool, in directory: String
  ) throws(SystemError) {
    var marks = PluginMarks(directory: directory)
    marks.enabled[folder] = isEnabled
    let lines = marks.enabled.sorted { $0.key < $1.key }
      .map { "\($0.value ? "enabled" : "disabled") \($0.key)\n" }
    try Directory.make(directory)
    try File.replace("\(directory)/\(fileName)", with: Array(lines.joined().utf8))
  }

  /// What the user said about the plugin in `folder`; nil for nothing.
  subscript(folder: String) -> Bool? { enabled[folder] }
}
