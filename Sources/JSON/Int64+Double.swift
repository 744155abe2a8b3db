extension Int64 {
  /// The integer that `double` is; nil where it has a fraction, is too large, or is not a number.
  ///
  /// Like `init(exactly:)`, whose debug build needs the C library's mathematics, which nothing here links.
  init?(whole double: Double) {
    guard double >= -0x1p63, double < 0x1p63 else { return nil }
    self.init(double)
    guard Double(self) == double else { return nil }
  }
}
