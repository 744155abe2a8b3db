/// The number of a screen, written `screen-7`.
struct ScreenID: NumberedID {
  static let prefix = "screen-"

  let number: UInt64
}
