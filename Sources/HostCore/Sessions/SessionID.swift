/// The number of a session, written `s3`.
struct SessionID: Hashable, CustomStringConvertible {
  let number: UInt32

  var description: String { "s\(number)" }
}
