extension DelegateAnswer {
  /// An answer that has the host do something, in order, as in
  /// `.effects(NavigationBarUpdateTitle(screen: screen, title: "Found"), ScreenPop())`.
  ///
  /// The host fills in the session of the call where a request names none. It stops at the first that
  /// fails, and tells the front end. What their answers say nobody learns; a ``Call`` can ask for them.
  ///
  /// - Throws: `JSONParseError` for a request that the host could not read either.
  public static func effects<each Request: RequestMessage>(
    _ requests: repeat each Request
  ) throws -> DelegateAnswer {
    var effects: [DelegateEffect] = []
    for request in repeat each requests { effects.append(try DelegateEffect(request)) }
    return DelegateAnswer(effects: effects)
  }
}

extension DelegateEffect {
  /// The effect that sending `request` would have.
  ///
  /// - Throws: `JSONParseError` for a request that the host could not read either.
  public init(_ request: some RequestMessage) throws {
    self.init(
      method: type(of: request).method.rawValue, params: try JSONValue.parse(request.jsonBytes()))
  }
}
