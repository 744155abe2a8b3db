/// Bytes as a scenario describes them.
indirect enum ByteText {
  /// A string's UTF-8, its variables replaced.
  case text(String)
  /// Hexadecimal digits, blanks between them.
  case hexadecimal(String)
  /// The same, so many times; `index` names a variable that counts from 0.
  case repeated(ByteText, times: Value, index: String?)
  /// One after the other.
  case sequence([ByteText])

  /// Reads a description.
  init(_ value: Value) throws(ScenarioFault) {
    if let text = value.string {
      self = .text(text)
    } else if let parts = value.elements {
      self = .sequence(try parts.map { part throws(ScenarioFault) in try ByteText(part) })
    } else if let digits = value["hex"]?.string {
      self = .hexadecimal(digits)
    } else if let part = value["repeat"], let times = value["times"] {
      self = .repeated(try ByteText(part), times: times, index: value["index"]?.string)
    } else {
      throw ScenarioFault("these are no Bytes: \(value.text)")
    }
  }

  /// The bytes.
  func bytes(_ variables: Variables) throws(Interruption) -> [UInt8] {
    switch self {
    case .text(let text): return Array(try variables.text(of: text).utf8)
    case .hexadecimal(let digits): return try ByteText.decode(try variables.text(of: digits))
    case .sequence(let parts):
      var bytes: [UInt8] = []
      for part in parts { bytes += try part.bytes(variables) }
      return bytes
    case .repeated(let part, let times, let index):
      guard let count = try variables.substitute(in: times).integer, count >= 0 else {
        throw .fault(ScenarioFault("`times` is no number: \(times.text)"))
      }
      return try ByteText.repeated(part, count, index, variables)
    }
  }

  private static func repeated(
    _ part: ByteText, _ count: Int, _ index: String?, _ variables: Variables
  ) throws(Interruption) -> [UInt8] {
    guard let index else {
      let bytes = try part.bytes(variables)
      return Array(repeatElement(bytes, count: count).joined())
    }
    var variables = variables
    var bytes: [UInt8] = []
    for number in 0..<count {
      variables[index] = Value(number)
      bytes += try part.bytes(variables)
    }
    return bytes
  }

  private static func decode(_ digits: String) throws(Interruption) -> [UInt8] {
    var bytes: [UInt8] = []
    for pair in digits.split(separator: " ") {
      guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else {
        throw .fault(ScenarioFault("these are no hexadecimal bytes: \(digits)"))
      }
      bytes.append(byte)
    }
    return bytes
  }
}
