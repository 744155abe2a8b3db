import Testing

@testable import HostCore

/// Which part of a field's text is completed (contracts, section 4, rule 10).
@Suite struct EditedTokenTests {
  struct Row: CustomTestStringConvertible {
    let text: String
    var cursor: Int?
    let delimiter: String?
    let before: String
    let typed: String
    var rest = ""
    var after = ""

    var testDescription: String { "\(text) | \(delimiter ?? "none") | \(cursor ?? -1)" }
  }

  @Test(arguments: [
    Row(text: "jon", delimiter: nil, before: "", typed: "jon"),
    Row(text: "jon, san", delimiter: "", before: "", typed: "jon, san"),
    Row(text: "jon", delimiter: ",", before: "", typed: "jon"),
    Row(text: "jon,san", delimiter: ",", before: "jon,", typed: "san"),
    Row(text: "jon,  san", delimiter: ",", before: "jon,  ", typed: "san"),
    Row(text: "jon, san", delimiter: ", ", before: "jon, ", typed: "san"),
    Row(text: "jon,", delimiter: ",", before: "jon,", typed: ""),
    Row(text: "", delimiter: ",", before: "", typed: ""),
    Row(text: ",,", delimiter: ",", before: ",,", typed: ""),
    Row(text: "a::b::c", delimiter: "::", before: "a::b::", typed: "c"),
    Row(text: "a:::b", delimiter: "::", before: "a::", typed: ":b"),
    Row(
      text: "jon,san,x", cursor: 6, delimiter: ",", before: "jon,", typed: "sa", rest: "n",
      after: ",x"),
    Row(
      text: "jon,san,x", cursor: 4, delimiter: ",", before: "jon,", typed: "", rest: "san",
      after: ",x"),
    Row(
      text: "jon,san", cursor: 0, delimiter: ",", before: "", typed: "", rest: "jon", after: ",san"),
    Row(text: "jon,san", cursor: 99, delimiter: ",", before: "jon,", typed: "san"),
    Row(
      text: "jon,san", cursor: -1, delimiter: ",", before: "", typed: "", rest: "jon", after: ",san"
    ),
    // Inside the two bytes of a letter: the cursor stands before it.
    Row(text: "a,é", cursor: 3, delimiter: ",", before: "a,", typed: "", rest: "é"),
    Row(text: "α·β", delimiter: "·", before: "α·", typed: "β"),
  ])
  func cuts(row: Row) {
    let token = EditedToken(row.text, cursor: row.cursor, delimiter: row.delimiter)
    #expect(token.before == row.before)
    #expect(token.typed == row.typed)
    #expect(token.rest == row.rest)
    #expect(token.after == row.after)
    #expect(token.whole == row.text)
    #expect(token.replaced(by: "X") == row.before + "X" + row.after)
  }
}
