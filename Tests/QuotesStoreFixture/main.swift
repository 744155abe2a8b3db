// A program for the tests that need a second process with the library open: it stores what its
// arguments say, and tells each id once it is stored.

import QuotesStore
import SystemIO

/// Writes a line to the descriptor 1 at once; whoever listens may kill this process after it.
func tell(_ line: String) throws {
  try Descriptor.duplicate(of: 1).writeAll(Array("\(line)\n".utf8))
}

// quotes-store-fixture DIRECTORY PREFIX COUNT
let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else {
  CurrentProcess.leave(code: 64)
}
do {
  var library = try QuoteLibrary.open(directory: arguments[1])
  for number in 0..<count {
    let id = QuotationID(rawValue: "\(arguments[2])-\(number)")
    try library.add(id)
    try tell(id.rawValue)
  }
} catch {
  StandardError.write("\(error)\n")
  CurrentProcess.leave(code: 1)
}
