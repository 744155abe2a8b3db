import JSONRPC

/// The open requests of one peer: every one is answered once, and none twice.
struct Inbox {
  /// Who works on a request, so that a cancel finds it.
  enum Serving {
    /// The host itself, within this turn.
    case host
    /// A plugin, under the id that the host gave to the call.
    case plugin(PluginIndex, RequestID)
    /// A search among completions.
    case search(SearchID)
    /// A Return that waits for the search of its field.
    case pendingReturn(FieldName)
    /// A popup, whose end is the answer.
    case popup(PopupID)

    /// Whether the answer waits for a person, and so outlives a connection.
    var isPopup: Bool {
      if case .popup = self { true } else { false }
    }
  }

  private(set) var open: [RequestID: OpenRequest] = [:]
  /// Tokens of open requests, under which credit for them comes.
  private(set) var tokens: [RequestID: CreditRoute] = [:]
  private var batches: [BatchID: BatchReply] = [:]
  private var nextBatch: UInt64 = 0

  /// A request that is not answered.
  struct OpenRequest {
    /// What tells it from an older one with the same id.
    let serial: Int
    var serving: Serving
  }

  /// Where `$/credit` for a token of this peer goes.
  struct CreditRoute {
    let plugin: PluginIndex
    let call: RequestID
    let kind: TokenKind
  }

  /// Notes a request; one with the id of an open one is refused, as is one too many.
  mutating func admit(_ address: ReplyAddress, limit: Int) throws(ResponseError) {
    guard open[address.id] == nil else {
      throw .invalidRequest(
        "The id \(address.id) belongs to a request that is still open; use another one.")
    }
    guard open.count < limit else {
      throw .overloaded(
        "More than \(limit) requests of this connection are open; wait for answers first.",
        limit: limit)
    }
    open[address.id] = OpenRequest(serial: address.serial, serving: .host)
  }

  /// Notes who works on an open request.
  mutating func assign(_ id: RequestID, to serving: Serving) {
    open[id]?.serving = serving
  }

  /// Notes a token whose credit belongs to a call.
  mutating func register(token: RequestID, _ route: CreditRoute) {
    tokens[token] = route
  }

  /// Forgets a token when its call has ended.
  mutating func forget(token: RequestID) {
    tokens[token] = nil
  }

  /// Removes a request that is about to be answered; false when it is not open (any more).
  mutating func settle(_ address: ReplyAddress) -> Bool {
    guard open[address.id]?.serial == address.serial else { return false }
    open[address.id] = nil
    return true
  }

  /// Whether nothing is owed any more.
  var isSettled: Bool { open.isEmpty && batches.isEmpty }

  /// Whether nothing is owed but the ends of popups.
  var owesOnlyPopups: Bool { batches.isEmpty && open.values.allSatisfy(\.serving.isPopup) }

  /// The ids of open requests, in an order that does not change from run to run.
  var openInOrder: [RequestID] {
    open.keys.sorted { $0.description < $1.description }
  }

  /// Whether answers of this batch are still gathered.
  func gathers(_ batch: BatchID) -> Bool { batches[batch] != nil }

  /// Forgets everything but the requests that opened popups; returns who worked on the rest.
  mutating func keepPopupsOnly() -> [Serving] {
    let rest = open.values.map(\.serving).filter { !$0.isPopup }
    open = open.filter(\.value.serving.isPopup)
    tokens = [:]
    batches = [:]
    return rest
  }

  /// Opens a batch whose answers will leave together.
  mutating func openBatch() -> BatchID {
    nextBatch += 1
    let id = BatchID(number: nextBatch)
    batches[id] = BatchReply()
    return id
  }

  /// Notes that the batch holds another request.
  mutating func expectAnswer(in batch: BatchID) {
    batches[batch]?.pending += 1
  }

  /// Adds an answer to its batch; returns the whole text once the last one is there.
  mutating func addAnswer(_ text: [UInt8], to batch: BatchID) -> [UInt8]? {
    batches[batch]?.add(text)
    return takeIfComplete(batch)
  }

  /// Notes that all members of the batch have been handed on.
  mutating func closeBatch(_ batch: BatchID) -> [UInt8]? {
    batches[batch]?.isRead = true
    return takeIfComplete(batch)
  }

  private mutating func takeIfComplete(_ batch: BatchID) -> [UInt8]? {
    guard let reply = batches[batch], reply.isComplete else { return nil }
    batches[batch] = nil
    return reply.text
  }
}

/// The answers of one batch as they come in.
private struct BatchReply {
  var pending = 0
  var isRead = false
  private var bytes: [UInt8] = []

  var isComplete: Bool { isRead && pending == 0 }

  /// The array, or nothing where the batch held notifications only.
  var text: [UInt8] { bytes.isEmpty ? [] : bytes + [UInt8(ascii: "]")] }

  mutating func add(_ answer: [UInt8]) {
    bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
    bytes.append(contentsOf: answer)
    pending -= 1
  }
}
