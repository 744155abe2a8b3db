public import JSONRPC
import JSON

extension CancelRequest {
  /// The id that the params name, from their text; nil where there is none that can be one.
  ///
  /// Ids of any size pass here, such as 2^64, which a `JSONValue` can't hold.
  public static func id(inParams text: UnsafeRawBufferPointer) -> RequestID? {
    var id: RequestID?
    JSONCursor.members(of: text) { (name, value) throws(Never) in
      guard isID(name), let first = value.first, isStringOrNumber(first) else { return }
      id = RequestID(verbatim: value)
    }
    return id
  }

  private static func isID(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.contains(UInt8(ascii: "\\")) else { return name.elementsEqual("id".utf8) }
    var unescaped: [UInt8] = []
    JSONCursor.appendUnescaped(name, to: &unescaped)
    return unescaped.elementsEqual("id".utf8)
  }

  private static func isStringOrNumber(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
