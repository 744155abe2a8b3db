/// The number of a popup, written `popup-9`.
struct PopupID: NumberedID {
  static let prefix = "popup-"

  let number: UInt64
}
