import CJansson

/// Owns one parsed libjansson tree and frees it when its last value is gone (`json_decref`).
///
/// The tree is never changed after parsing and no other reference to it is ever taken, so that
/// threads may read it at the same time; Swift's own counting decides which of them frees it.
final class JSONRoot {
  /// The tree's top.
  let node: UnsafeMutablePointer<json_t>

  /// Takes over the only reference to `node`.
  init(owning node: UnsafeMutablePointer<json_t>) {
    self.node = node
  }

  deinit {
    json_decref(node)
  }
}
