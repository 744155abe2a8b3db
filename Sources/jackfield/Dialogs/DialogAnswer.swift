import HostProtocol
import JSON

/// How a dialog ended, as `jackfield ask` prints it.
struct DialogAnswer {
  private let ended: PopupOpened
  private let kind: DialogRequest.Kind

  init(_ ended: PopupOpened, kind: DialogRequest.Kind) {
    self.ended = ended
    self.kind = kind
  }

  /// One line, or nothing where the person left without an action.
  func text(asJSON: Bool) -> String {
    let line = asJSON ? String(decoding: ended.jsonBytes(), as: UTF8.self) : plain
    return line.map { $0 + "\n" } ?? ""
  }

  private var plain: String? {
    guard !ended.isCancelled else { return ended.action }
    switch kind {
    case .confirm: return ended.action
    case .choice: return ended.object?["choice"]?.string ?? ended.action
    case .form: return ended.object?.serialized() ?? ended.action
    }
  }
}
