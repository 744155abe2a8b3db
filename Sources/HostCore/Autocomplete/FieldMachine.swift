/// The editing state of one autocomplete field (contracts, section 4), apart from what is found for it.
///
/// One entry point takes what the user did and returns what follows from it. Matches, sources and plugins
/// are not its business: it knows a best match only as an opaque item.
struct FieldMachine<Item: Equatable> {
  /// What the user did.
  enum Input {
    /// Editing begins, with the text that the field holds, if the front end tells it.
    case beginEditing(text: String?)
    case change(text: String)
    /// Return, perhaps on an item of the list.
    case returnKey(chosen: Item?)
    /// The suggestion is not wanted; the text stays as typed.
    case decline
    case endEditing
    /// The search for the present text found this best match, or none.
    case found(best: Item?)
    /// The datasource was replaced: what was found before no longer counts.
    case forgetFound
  }

  /// What follows.
  enum Action: Equatable {
    /// Search for the present text.
    case search
    /// The text went from something to nothing: `textFieldCleared`, and `didSelect` with null.
    case cleared
    /// `returned` and `didSelect`, with the text of the selection where no item was chosen.
    case returned(Selection)
  }

  /// What Return selected.
  enum Selection: Equatable {
    case item(Item)
    /// The text itself; no item has it.
    case text(String)
  }

  /// The text as typed, or the selection's text once `adopt` was called.
  private(set) var text = ""
  private(set) var isEditing = false
  /// The best match for the present text.
  private(set) var best: Item?
  private var isDeclined = false
  private var keepsText = false

  /// Takes what the user did and returns what follows.
  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .beginEditing(let text): return beginEditing(text)
    case .change(let text): return change(to: text) + [.search]
    case .returnKey(let chosen): return returnKey(chosen)
    case .decline:
      isDeclined = true
      best = nil
      return []
    case .endEditing: return endEditing()
    case .found(let item):
      best = isDeclined ? nil : item
      return []
    case .forgetFound:
      best = nil
      return []
    }
  }

  /// Puts the selection's text into the field, as Return does.
  mutating func adopt(_ selectionText: String) {
    text = selectionText
  }

  private mutating func beginEditing(_ newText: String?) -> [Action] {
    isEditing = true
    isDeclined = false
    if newText != nil { keepsText = false }
    let cleared = newText.map { replaceText(with: $0) } ?? []
    return cleared + [.search]
  }

  private mutating func change(to newText: String) -> [Action] {
    isEditing = true
    isDeclined = false
    if newText != text { keepsText = false }
    best = nil
    return replaceText(with: newText)
  }

  private mutating func returnKey(_ chosen: Item?) -> [Action] {
    guard !text.isEmpty || chosen != nil else { return [] }
    keepsText = true
    if let item = chosen ?? best { return [.returned(.item(item))] }
    return [.returned(.text(text))]
  }

  private mutating func endEditing() -> [Action] {
    isEditing = false
    isDeclined = false
    best = nil
    return keepsText ? [] : replaceText(with: "")
  }

  private mutating func replaceText(with newText: String) -> [Action] {
    let isClear = newText.isEmpty && !text.isEmpty
    text = newText
    return isClear ? [.cleared] : []
  }
}
