import HostProtocol
import JSON
import JSONRPC

/// One message of a peer, where it stands, and the batch that it belongs to.
struct Inbound {
  let envelope: Envelope
  let frame: FrameSlice
  let party: Party
  let batch: BatchID?

  /// The method's name, decoded only where it was written with escapes.
  var methodName: String { envelope.methodName(in: frame) }

  /// The method's name with its quotes, as written.
  var methodJSON: UnsafeRawBufferPointer { envelope.methodJSON(in: frame) }

  /// The protocol's own method of that name.
  var method: Method? {
    guard envelope.methodHasEscapes else { return Method.named(frame[envelope.method].bytes) }
    return Method(rawValue: methodName)
  }

  /// The request's id.
  var id: RequestID { RequestID(verbatim: frame[envelope.id].bytes) }

  /// Where a request's answer goes.
  ///
  /// `serial` is never used twice.
  func address(serial: Int) -> ReplyAddress {
    var address = ReplyAddress(party: party, id: id, serial: serial, batch: batch)
    if let trace = meta("trace"), trace.first == UInt8(ascii: "\"") { address.trace = Array(trace) }
    return address
  }

  /// A member of `params._meta`, as written.
  func meta(_ name: StaticString) -> UnsafeRawBufferPointer? {
    envelope.meta.isPresent ? frame[envelope.meta].bytes.member(name) : nil
  }

  /// The request of the host that made the plugin send this one, as far as it says so.
  var cause: RequestID? {
    meta("cause").map { RequestID(verbatim: $0) }
  }

  /// The time that the request may take: `_meta.deadlineMs` lowers the limit and never raises it.
  func budget(within limit: Duration) -> Duration {
    min(limit, wantedWithin ?? limit)
  }

  /// The time within which the answer is wanted, where the request tells one.
  var wantedWithin: Duration? {
    guard let milliseconds = meta("deadlineMs").flatMap(ItemList.integer) else { return nil }
    return .milliseconds(max(milliseconds, 0))
  }

  /// Params that hold a list, as text: they may be longer than others.
  func listText(limits: Limits) throws(ResponseError) -> FrameSlice {
    let text = frame[envelope.params]
    let limit = limits.listBytes + limits.parsedBytes
    guard text.count <= limit else {
      throw .tooLarge(
        "Params that hold a list are at most \(limit) bytes; these are \(text.count).",
        limit: limit, got: text.count)
    }
    return text
  }

  /// The params as a typed value.
  func params<Params: JSONDecodable>(limits: Limits) throws(ResponseError) -> Params {
    let value = try parsedParams(limits: limits)
    do {
      return try Params(json: value)
    } catch {
      throw .invalidParams(error)
    }
  }

  /// The params parsed.
  ///
  /// Absent, `null`, `{}`, `[]` and `[null]` all mean none, since some clients can't say it otherwise.
  func parsedParams(limits: Limits) throws(ResponseError) -> JSONValue {
    let text = frame[envelope.params]
    guard text.count <= limits.parsedBytes else {
      throw .tooLarge(
        "Params that the host reads are at most \(limits.parsedBytes) bytes; these are \(text.count).",
        limit: limits.parsedBytes, got: text.count
      )
    }
    do {
      guard text.count > 0 else { return .emptyObject }
      let value = try JSONValue.parse(text.bytes)
      return value.meansNone ? .emptyObject : value
    } catch {
      throw .unreadableParams(error)
    }
  }

  /// A member of `params` that is an id, as written: libjansson would refuse the larger integers.
  func requestID(named name: StaticString) -> RequestID? {
    guard envelope.params.isPresent, frame[envelope.params].bytes.first == UInt8(ascii: "{") else {
      return nil
    }
    var found: RequestID?
    JSONCursor.members(of: frame[envelope.params].bytes) { member, value in
      let isWanted = name.withUTF8Buffer { $0.elementsEqual(member) }
      if isWanted, Self.isID(value) { found = RequestID(verbatim: value) }
    }
    return found
  }

  /// Whether a JSON value is a string or a number.
  private static func isID(_ value: UnsafeRawBufferPointer) -> Bool {
    guard let first = value.first else { return false }
    return first == UInt8(ascii: "\"") || first == UInt8(ascii: "-")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
  }
}

extension Envelope {
  /// The method's name, decoded only where it was written with escapes.
  func methodName(in frame: FrameSlice) -> String {
    let written = frame[method].bytes
    guard methodHasEscapes else { return String(decoding: written, as: UTF8.self) }
    var bytes: [UInt8] = []
    JSONCursor.appendUnescaped(written, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The method's name with its quotes, as written.
  func methodJSON(in frame: FrameSlice) -> UnsafeRawBufferPointer {
    frame[Span(offset: method.offset - 1, count: method.count + 2)].bytes
  }
}

extension JSONValue {
  /// `{}`.
  static let emptyObject: JSONValue = {
    do { return try JSONValue.parse("{}") } catch { fatalError("libjansson refuses {}: \(error)") }
  }()

  /// Whether the value, as params, says nothing.
  fileprivate var meansNone: Bool {
    switch kind {
    case .null: true
    case .array: count == 0 || (count == 1 && self[0]?.isNull == true)
    default: false
    }
  }
}
