/// Who opened a popup, and how they are called back.
///
/// The party is a session or a run, not a connection, so that a session which is resumed is called back
/// where it is then.
struct PopupOpener {
  /// How the end of the popup is told.
  enum Callback {
    /// By the answer to the request that opened it.
    case answer(ReplyAddress)
    /// By the answer to `message/show`, which tells the action alone.
    case action(ReplyAddress)
    /// By `popup/didCallBack`; until the popup has its content, a failure answers the request.
    case notice(ReplyAddress?)
    /// A notice, which nobody waits for.
    case none
  }

  let party: Party
  /// The plugin behind the party, if it is one.
  let plugin: PluginIndex?
  let callback: Callback

  /// The request that waits for the popup or for its content, if one does.
  var address: ReplyAddress? {
    switch callback {
    case .answer(let address), .action(let address): address
    case .notice(let address): address
    case .none: nil
    }
  }

  /// Whether its request is answered by the end of the popup.
  var waits: Bool {
    switch callback {
    case .answer, .action: true
    case .notice, .none: false
    }
  }
}
