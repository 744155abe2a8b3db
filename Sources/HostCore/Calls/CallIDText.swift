import JSONRPC

/// The text of a call's id, which names its cause so that one log line shows the whole chain.
///
/// A front end's own id is embedded only where it is an integer or a short plain word, since ids may
/// be of any length and hold anything; the whole stays within 96 bytes.
struct CallIDText {
  /// The longest id that is embedded.
  static let longestEmbedded = 32
  /// The longest call id: two of them fit a line of a terminal.
  static let longest = 96

  /// Stands for an id that can't be embedded.
  private static let placeholder = UInt8(ascii: "~")

  private var bytes: [UInt8] = [UInt8(ascii: "\"")]

  init() {
    bytes.reserveCapacity(Self.longest + 2)
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ number: UInt64) {
    append(String(number))
  }

  /// Appends the id of the request that is the cause.
  mutating func append(cause id: RequestID) {
    id.withBytes { written in
      let isString = written.first == UInt8(ascii: "\"")
      let text = isString ? written.dropFirst().dropLast() : written[...]
      let isEmbeddable = isString ? text.allSatisfy(Self.isPlain) : id.isWholeNumber
      if isEmbeddable, text.count <= Self.longestEmbedded, !text.isEmpty {
        bytes.append(contentsOf: text)
      } else {
        bytes.append(Self.placeholder)
      }
    }
  }

  /// The id as JSON; where it grew too long the front is cut, since the end tells calls apart.
  var requestID: RequestID {
    var whole = bytes
    if whole.count - 1 > Self.longest {
      whole.replaceSubrange(1..<(whole.count - Self.longest + 1), with: [Self.placeholder])
    }
    whole.append(UInt8(ascii: "\""))
    return whole.withUnsafeBytes { RequestID(verbatim: $0) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension RequestID {
  /// Whether the id is a number written with a sign and digits only.
  fileprivate var isWholeNumber: Bool {
    withBytes { text in
      text.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }
  }
}
