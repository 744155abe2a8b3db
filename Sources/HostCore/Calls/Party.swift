/// Who asked for something, or is told something: a front end's session or a plugin's run.
///
/// A session outlives its connections; the peer behind it is looked up when something is sent.
enum Party: Hashable {
  /// A front end.
  case session(SessionID)
  /// A running plugin.
  case plugin(RunID)
}
