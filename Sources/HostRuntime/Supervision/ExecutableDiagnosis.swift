import SystemIO

/// Says why a file can't be executed, where the kernel would only say ENOENT, EACCES or ENOEXEC.
struct ExecutableDiagnosis {
  /// The plugin's PATH, for `#!/usr/bin/env NAME`.
  let searchPath: String

  /// Bytes of a `#!` line that the kernel reads.
  private static let firstLineLimit = 256

  /// Checks the program at `path`, and the interpreter that its first line names.
  func check(_ path: String) throws(SpawnFailure) {
    try checkIsProgram(path, called: "'\(path)'")
    let start: [UInt8]
    do {
      start = try File.readStart(of: path, count: Self.firstLineLimit)
    } catch {
      // A program may be executed by those who can't read it.
      return
    }
    if start.starts(with: "#!".utf8) {
      try checkInterpreter(line: firstLine(start.dropFirst(2)), of: path)
    } else if let header = ELFHeader(start), let own = ELFHeader.own, header != own {
      throw SpawnFailure(reason: "'\(path)' is a program for \(header), this machine is \(own)")
    }
  }

  private func checkIsProgram(_ path: String, called name: String) throws(SpawnFailure) {
    let status: FileStatus
    do {
      status = try FileStatus(following: path)
    } catch {
      let reason = error.code == .notFound ? "does not exist" : "can't be looked at: \(error.code)"
      throw SpawnFailure(reason: "\(name) \(reason)")
    }
    guard status.kind == .regular else {
      let kind = status.kind == .directory ? "is a folder" : "is not a regular file"
      throw SpawnFailure(reason: "\(name) \(kind)")
    }
    guard File.mayExecute(path) else {
      throw SpawnFailure(reason: "\(name) is not executable (chmod +x \(path))")
    }
  }

  private func firstLine(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private func checkInterpreter(line: String, of path: String) throws(SpawnFailure) {
    let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
    guard let interpreter = words.first else {
      throw SpawnFailure(reason: "'\(path)' names no interpreter behind #!")
    }
    // A line end of Windows belongs to the last word: the kernel looks for a file whose name ends
    // in it.
    if line.unicodeScalars.last == "\r" {
      let shown = words.joined(separator: " ").replacing("\r", with: "\\r")
      throw SpawnFailure(
        reason: "the interpreter '\(shown)' of '\(path)' ends in a carriage return: "
          + "save the file with LF line ends")
    }
    do {
      try checkIsProgram(interpreter, called: "interpreter '\(interpreter)'")
    } catch {
      throw SpawnFailure(reason: "\(error.reason) ('\(path)' asks for it in its first line)")
    }
    try checkEnv(words, of: path)
  }

  /// `env` itself exists everywhere; what it is to start may not.
  private func checkEnv(_ words: [String], of path: String) throws(SpawnFailure) {
    guard words[0].hasSuffix("/env"), words.count > 1 else { return }
    let name = words[1]
    // Options and assignments are env's own business.
    guard !name.hasPrefix("-"), !name.contains("=") else { return }
    let lookUp = CommandResolution(directory: "/", searchPath: searchPath, home: nil)
    do {
      _ = try lookUp.program(of: [name])
    } catch {
      throw SpawnFailure(
        reason: "interpreter \(error.reason) ('\(path)' asks for it in its first line)")
    }
  }
}
