import HostProtocol

extension Host {
  /// What the host says of itself.
  var identity: PeerInfo {
    PeerInfo(name: "jackfield", version: configuration.version, build: configuration.build)
  }
}

extension ProtocolRange {
  /// Whether a version lies in the range.
  func contains(_ version: Int) -> Bool {
    min <= version && version <= max
  }

  /// The highest version that both ranges hold.
  func highestCommon(with other: ProtocolRange) -> Int? {
    let candidate = Swift.min(max, other.max)
    return candidate >= Swift.max(min, other.min) ? candidate : nil
  }
}
