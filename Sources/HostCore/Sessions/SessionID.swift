/// The number of a session, written `s3`.
struct SessionID: NumberedID {
  static let prefix = "s"

  let number: UInt32
}
