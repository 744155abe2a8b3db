import HostProtocol
import SystemIO

/// Which build of Jackfield a host is.
struct BuildIdentity: CustomStringConvertible {
  private let peer: PeerInfo

  /// The build of the host that told this about itself.
  init(of peer: PeerInfo) { self.peer = peer }

  /// Whether it is certainly not the build of this command.
  var isOther: Bool {
    guard let build = peer.build, BuildID.current != BuildID.unknown else { return false }
    return build != BuildID.current
  }

  /// The version and the first letters of the build, as in `Jackfield 1.2.0 (build 99f0213b571c)`.
  var description: String {
    let version = peer.version.map { " \($0)" } ?? ""
    let build = peer.build.map { " (build \($0.prefix(Self.shortLength)))" } ?? ""
    return "\(peer.name)\(version)\(build)"
  }

  /// Digits of a build that people are shown: two builds of one user never share them.
  private static let shortLength = 12
}

extension PeerInfo {
  /// This program, as it introduces itself.
  static let thisProgram = PeerInfo(
    name: "jackfield", version: ProductVersion.number, build: BuildID.current)
}
