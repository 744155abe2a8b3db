import HostProtocol
import SystemIO

/// Which program this is.
enum ProductVersion {
  /// The version of the product; that of the protocol is another thing.
  static let number = "0.1.0"

  /// What `--version` prints.
  static var text: String {
    let range = ProtocolRange.supported
    let protocols = range.min == range.max ? "\(range.max)" : "\(range.min) to \(range.max)"
    return """
      jackfield \(number)
      build \(BuildID.current)
      protocol \(protocols)

      """
  }
}
