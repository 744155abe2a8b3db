import Testing

@testable import HostCore

/// Contracts, section 4, as far as a field's own state goes.
@Suite struct FieldMachineTests {
  typealias Machine = FieldMachine<String>

  /// What the user does, the actions that follow, and the text that the field then holds.
  struct Step {
    let input: Machine.Input
    let actions: [Machine.Action]
    let text: String
  }

  private func check(
    _ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var machine = Machine()
    for (index, step) in steps.enumerated() {
      let actions = machine.handle(step.input)
      #expect(actions == step.actions, "step \(index)", sourceLocation: sourceLocation)
      #expect(machine.text == step.text, "step \(index)", sourceLocation: sourceLocation)
    }
  }

  @Test func returnSelectsTheBestMatch() {
    check([
      Step(input: .beginEditing(text: nil), actions: [.search], text: ""),
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .found(best: "Jon Snow"), actions: [], text: "J"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.item("Jon Snow"))], text: "J"),
    ])
  }

  @Test func returnWithoutAMatchGivesTheTextItself() {
    check([
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .found(best: "Jon Snow"), actions: [], text: "J"),
      Step(input: .change(text: "X"), actions: [.search], text: "X"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.text("X"))], text: "X"),
    ])
  }

  @Test func returnOnAnItemOfTheListWins() {
    check([
      Step(input: .change(text: "Sa"), actions: [.search], text: "Sa"),
      Step(input: .found(best: "Sandor Clegane"), actions: [], text: "Sa"),
      Step(
        input: .returnKey(chosen: "Sansa Stark"), actions: [.returned(.item("Sansa Stark"))],
        text: "Sa"),
    ])
  }

  @Test func returnOnAnEmptyFieldIsSuppressed() {
    check([
      Step(input: .beginEditing(text: nil), actions: [.search], text: ""),
      Step(input: .returnKey(chosen: nil), actions: [], text: ""),
    ])
  }

  @Test func declineKeepsTheTextAsTyped() {
    check([
      Step(input: .change(text: "Sam"), actions: [.search], text: "Sam"),
      Step(input: .found(best: "Samuel"), actions: [], text: "Sam"),
      Step(input: .decline, actions: [], text: "Sam"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.text("Sam"))], text: "Sam"),
    ])
  }

  @Test func aLateMatchDoesNotUndoADecline() {
    check([
      Step(input: .change(text: "Sam"), actions: [.search], text: "Sam"),
      Step(input: .decline, actions: [], text: "Sam"),
      Step(input: .found(best: "Samuel"), actions: [], text: "Sam"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.text("Sam"))], text: "Sam"),
    ])
  }

  @Test func typingOnEndsADecline() {
    check([
      Step(input: .change(text: "Sam"), actions: [.search], text: "Sam"),
      Step(input: .decline, actions: [], text: "Sam"),
      Step(input: .change(text: "Samu"), actions: [.search], text: "Samu"),
      Step(input: .found(best: "Samuel"), actions: [], text: "Samu"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.item("Samuel"))], text: "Samu"),
    ])
  }

  @Test func aFieldIsClearedOnceWhateverEmptiesIt() {
    check([
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .change(text: ""), actions: [.cleared, .search], text: ""),
      Step(input: .change(text: ""), actions: [.search], text: ""),
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .endEditing, actions: [.cleared], text: ""),
      Step(input: .endEditing, actions: [], text: ""),
    ])
  }

  @Test func endEditingAfterReturnKeepsTheText() {
    check([
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .found(best: "Jon Snow"), actions: [], text: "J"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.item("Jon Snow"))], text: "J"),
      Step(input: .endEditing, actions: [], text: "J"),
      Step(input: .beginEditing(text: nil), actions: [.search], text: "J"),
      Step(input: .endEditing, actions: [], text: "J"),
    ])
  }

  @Test func typingAfterReturnMakesEndEditingEmptyTheFieldAgain() {
    check([
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .returnKey(chosen: nil), actions: [.returned(.text("J"))], text: "J"),
      Step(input: .change(text: "Jo"), actions: [.search], text: "Jo"),
      Step(input: .endEditing, actions: [.cleared], text: ""),
    ])
  }

  @Test func beginningWithAnEmptyTextClearsWhatWasThere() {
    check([
      Step(input: .change(text: "J"), actions: [.search], text: "J"),
      Step(input: .beginEditing(text: ""), actions: [.cleared, .search], text: ""),
    ])
  }
}
