/// How the model's names are written in Python.
enum PythonName {
  /// A constant: `autocomplete/datasourceDidChange` becomes `AUTOCOMPLETE_DATASOURCE_DID_CHANGE`.
  static func constant(_ name: String) -> String {
    var constant = ""
    for character in name {
      guard character.isLetter || character.isNumber else {
        constant += constant.isEmpty || constant.hasSuffix("_") ? "" : "_"
        continue
      }
      if character.isUppercase, !constant.isEmpty, !constant.hasSuffix("_") { constant += "_" }
      constant += character.uppercased()
    }
    return constant
  }
}
