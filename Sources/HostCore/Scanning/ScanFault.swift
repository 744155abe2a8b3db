import JSON

/// Why valid JSON text that is read without a tree can't be used.
enum ScanFault: Error, Equatable {
  /// A member is missing, of the wrong type, or out of range.
  case shape(DecodingFailure)
  /// A member that the host reads stands twice in its object.
  case repeated(path: String)
  /// More than the host takes: of what, how many it takes, how many there are.
  case tooMany(String, limit: Int, got: Int)

  /// The same fault as seen from the object or array that holds the value at `step`.
  func inside(_ step: String) -> ScanFault {
    switch self {
    case .shape(let failure): .shape(failure.inside(step))
    case .repeated(let path):
      .repeated(path: DecodingFailure(path: path, expected: "", found: "").inside(step).path)
    case .tooMany: self
    }
  }

  /// The fault in one sentence.
  var description: String {
    switch self {
    case .shape(let failure): "\(failure)"
    case .repeated(let path): "the member \(path) stands twice"
    case .tooMany(let what, let limit, let got): "\(got) \(what), and \(limit) at most are taken"
    }
  }
}

/// Runs `body`, whose faults lie in the value at `step`.
func inside<Result>(
  _ step: @autoclosure () -> String, _ body: () throws(ScanFault) -> Result
) throws(ScanFault) -> Result {
  do { return try body() } catch { throw error.inside(step()) }
}
