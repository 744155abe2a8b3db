extension String {
  /// A peer's text for an error: in quotes and bounded, since the error may end on a screen.
  var quoted: String {
    let longest = 100
    return count > longest ? "\"\(prefix(longest))..\"" : "\"\(self)\""
  }
}
