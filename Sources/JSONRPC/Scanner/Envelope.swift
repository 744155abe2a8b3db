/// Where the members of one JSON-RPC message stand in its frame; nothing is copied.
///
/// The scanner has validated the whole text (grammar, UTF-8, nesting) before an envelope exists.
public struct Envelope: Equatable, Sendable {
  /// What a message is by the members that it has.
  public enum Kind: Equatable, Sendable {
    /// `method` and `id`.
    case request
    /// `method` alone.
    case notification
    /// `result` or `error`, with the `id` of the request that it answers.
    case response
    /// A JSON value that is no JSON-RPC 2.0 message; answered with -32600.
    case invalid(InvalidEnvelope)
  }

  /// What the message is.
  public var kind: Kind
  /// The whole message in its frame; smaller than the frame only inside a batch.
  public var whole: Span
  /// The `id` as written, quotes included; absent where it is neither a string nor a number.
  public var id = Span.absent
  /// The method's name between its quotes, escapes as written; `isPresent` is false for `""`.
  public var method = Span.absent
  /// The value of `params`; absent where it is `null`.
  public var params = Span.absent
  /// The value of `result`, perhaps `null`; absent where it is `null` beside an `error` or a `method`.
  public var result = Span.absent
  /// The value of `error`; absent where it is `null`.
  public var error = Span.absent
  /// `params.partialResultToken`, a string or a number, which a relay exchanges.
  public var partialResultToken = Span.absent
  /// `params.workDoneToken`, a string or a number, which a relay exchanges.
  public var workDoneToken = Span.absent
  /// `params.token`, a string or a number, which `$/progress` and `$/credit` carry.
  public var token = Span.absent
  /// Whether there is a `jsonrpc`, right or wrong: its author meant to write a message.
  public var hasVersion = false
  /// `params._meta` where it is an object: deadline, trace and cause.
  public var meta = Span.absent
  /// Whether there are line feeds or carriage returns between tokens, which `lines` peers must not get.
  public var hasLineBreaks = false
  /// Whether the method's name is written with escapes and must be decoded before it is compared.
  public var methodHasEscapes = false

  /// Creates an envelope without members.
  public init(kind: Kind, whole: Span) {
    self.kind = kind
    self.whole = whole
  }
}
