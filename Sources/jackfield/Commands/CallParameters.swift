import JSON
import SystemIO

/// The parameters of a call, as they stand on a command line.
enum CallParameters {
  /// More than any host takes; what it takes, it says itself.
  private static let largest = 64 * 1024 * 1024

  /// Reads what `argument` stands for: JSON text, `-` for standard input, `@FILE` for a file.
  ///
  /// Text that is JSON is passed on byte for byte, also where a tree could not hold it: what the
  /// host thinks of a member that stands twice is for the host to say.
  static func read(_ argument: String) throws(Failure) -> [UInt8] {
    let text = try bytes(of: argument)
    do {
      _ = try JSONValue.parse(text)
    } catch {
      guard error.kind != .syntax else { throw .usage("PARAMS is not JSON: \(error)") }
    }
    guard let first = text.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) else {
      throw .usage("PARAMS must be a JSON object or array, as in '{\"lines\": 5}'")
    }
    return text
  }

  private static func bytes(of argument: String) throws(Failure) -> [UInt8] {
    if argument == "-" { return try StandardInput().readAll(limit: largest) }
    guard argument.hasPrefix("@") else { return Array(argument.utf8) }
    let path = String(argument.dropFirst())
    do {
      return try File.read(path, limit: largest)
    } catch {
      throw Failure(.inputOutput, "'\(path)' can't be read: \(error.code)")
    }
  }
}
