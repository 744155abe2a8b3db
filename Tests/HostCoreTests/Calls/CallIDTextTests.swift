import JSONRPC
import Testing

@testable import HostCore

/// The ids of the host's calls (protocol, section 1).
@Suite struct CallIDTextTests {
  private func id(_ written: String) -> RequestID {
    Array(written.utf8).withUnsafeBytes { RequestID(verbatim: $0) }
  }

  private func text(cause: String, plugin: String = "people", number: UInt64 = 7) -> String {
    var text = CallIDText()
    text.append("s3:")
    text.append(cause: id(cause))
    text.append("/\(plugin)#")
    text.append(number)
    return text.requestID.string ?? ""
  }

  @Test(
    arguments: [
      ("42", "s3:42/people#7"), (#""a-b.c_9""#, "s3:a-b.c_9/people#7"), ("1.5", "s3:~/people#7"),
      ("-7", "s3:-7/people#7"), ("1e3", "s3:~/people#7"),
      (#""""#, "s3:~/people#7"), (#""a/b""#, "s3:~/people#7"), (#""\u0061""#, "s3:~/people#7"),
      (#""0123456789012345678901234567890123""#, "s3:~/people#7"),
    ])
  func causesAreEmbeddedWhereTheyAreShortAndPlain(cause: String, expected: String) {
    #expect(text(cause: cause) == expected)
  }

  @Test func theWholeStaysWithinItsBoundAndKeepsItsEnd() {
    let plugin = String(repeating: "p", count: 64)
    let whole = text(cause: #""01234567890123456789012345678901""#, plugin: plugin, number: .max)
    #expect(whole.utf8.count <= CallIDText.longest)
    #expect(whole.hasSuffix("#18446744073709551615"))
  }

  @Test func tokensAreTakenApartAgain() throws {
    for written in ["7", #""s3:42/people#7""#] {
      for kind in [TokenKind.partialResult, .workDone] {
        let token = CallToken.id(for: id(written), kind)
        let read = try #require(token.withBytes { CallToken.read($0) })
        #expect(read.call == id(written))
        #expect(read.kind == kind)
      }
    }
    for foreign in ["7", #""""#, #""p:""#, #""x:s1""#, #""p-s1""#, "true"] {
      #expect(Array(foreign.utf8).withUnsafeBytes { CallToken.read($0) } == nil)
    }
  }
}
