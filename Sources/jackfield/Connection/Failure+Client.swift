import HostProtocol
import JSON
import JSONRPC
import JackfieldClient
import SystemIO

extension Failure {
  /// Why there is no connection, and what to do.
  init(_ unavailable: HostUnavailable) {
    switch unavailable {
    case .unusablePath: self = .usage("\(unavailable)")
    case .notRunning:
      self.init(
        .unreachable,
        "\(unavailable); start one with 'jackfield serve', or leave out --no-spawn")
    case .foreign:
      self.init(.unreachable, "\(unavailable); choose another socket with --socket")
    case .unreachable: self.init(.unreachable, "\(unavailable)")
    case .notStarted:
      self.init(.unreachable, "\(unavailable); 'jackfield serve' shows what it does")
    }
  }

  /// Why an answer did not come, and what to do.
  init(_ error: ClientError) {
    switch error {
    case .unavailable(let why): self.init(why)
    case .response(let error): self.init(error)
    case .deadlineExceeded:
      self.init(.deadline, "\(error); --timeout SECONDS waits longer")
    case .interrupted: self.init(.interrupted, "")
    case .hostClosed:
      self.init(.unreachable, "\(error); 'jackfield status' tells whether one runs")
    case .protocolViolation, .unexpectedResult:
      self.init(.unreachable, "\(error); 'jackfield stop' ends this host")
    case .system: self.init(.unreachable, "the connection to the host broke: \(error)")
    }
  }

  /// What the answer says went wrong, and where to look if a plugin is at fault.
  init(_ error: ResponseError) {
    guard error.code != .noCommonVersion else {
      self.init(.unreachable, "\(Self.sentence(error)); 'jackfield stop' ends this host")
      return
    }
    let hint = Self.plugin(atFaultIn: error).map { "; 'jackfield log \($0)' tells more" } ?? ""
    self.init(.negative, Self.sentence(error) + hint)
  }

  private static func sentence(_ error: ResponseError) -> String {
    let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
    return "\(message) (error \(error.code))"
  }

  /// The plugin whose log may tell more: that of an error that comes from a plugin's state.
  private static func plugin(atFaultIn error: ResponseError) -> String? {
    let codes: [ErrorCode] = [
      .pluginUnavailable, .pluginFailed, .pluginQuarantined, .deadlineExceeded, .malformedAnswer,
    ]
    guard codes.contains(error.code), !error.data.isEmpty else { return nil }
    do {
      return try JSONValue.parse(error.data)["plugin"]?.string
    } catch {
      return nil
    }
  }
}
