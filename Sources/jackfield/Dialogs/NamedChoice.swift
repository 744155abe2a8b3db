/// Something that can be picked by its number, its id, or the beginning of its title.
struct NamedChoice: Equatable {
  let id: String
  let title: String

  /// What a person means by `text`; nil where it is nothing, or more than one.
  ///
  /// A number counts from 1, but an id that is a number comes first. Case does not matter.
  static func find(_ text: String, in choices: [NamedChoice]) -> NamedChoice? {
    guard !text.isEmpty else { return nil }
    if let choice = choices.first(where: { $0.id == text }) { return choice }
    if let number = Int(text), choices.indices.contains(number - 1) { return choices[number - 1] }
    let wanted = text.lowercased()
    let whole = choices.filter {
      $0.id.lowercased() == wanted || $0.title.lowercased() == wanted
    }
    if whole.count == 1 { return whole[0] }
    let begun = choices.filter {
      $0.id.lowercased().hasPrefix(wanted) || $0.title.lowercased().hasPrefix(wanted)
    }
    return begun.count == 1 ? begun[0] : nil
  }
}
