/// Writes a text as a constant of a Swift program, so that it needs no file at run time.
struct DocumentWriter {
  /// The source file of the OpenRPC document, whose text must be ASCII-safe JSON on one line.
  func file(for document: String) -> String {
    var text = SourceText(imports: [])
    text.doc("The OpenRPC document that `rpc.discover` answers, as in `protocol/openrpc.json`.")
    text.block("public enum OpenRPCDocument") { text in
      text.doc("The document as compact JSON.")
      text.line("public static let text: StaticString = #\"\"\"")
      text.indented { text in
        for piece in pieces(of: document) { text.line(piece) }
        text.line("\"\"\"#")
      }
    }
    return text.text
  }

  /// The text in pieces of one line each, every one but the last ended by a line continuation.
  ///
  /// A piece neither begins nor ends with a blank, where a continuation would not keep it.
  private func pieces(of document: String) -> [String] {
    var pieces: [String] = []
    var current = ""
    for character in document {
      if current.count >= 90, character != " ", current.last != " " {
        pieces.append(current + "\\#")
        current = ""
      }
      current.append(character)
    }
    return pieces + [current]
  }
}
