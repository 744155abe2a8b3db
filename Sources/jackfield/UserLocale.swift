/// The user's locale as the protocol names it.
enum UserLocale {
  /// The BCP 47 tag of the locale for messages, as in `de-AT`; nil where none is set, or the C locale.
  ///
  /// `variable` looks up a variable; nil for one that is unset or empty.
  static func tag(variable: (String) -> String?) -> String? {
    // The first that is set decides, as in setlocale.
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    guard let locale = names.lazy.compactMap(variable).first else { return nil }
    // language_TERRITORY.encoding@modifier
    let name = locale.prefix { $0 != "." && $0 != "@" }
    guard !["", "C", "POSIX"].contains(name) else { return nil }
    return name.split(separator: "_").joined(separator: "-")
  }
}
