import HostProtocol
import Testing

@testable import JackfieldPlugin

@Suite struct StreamTokensTests {
  @Test(
    "what a request says about being answered in parts",
    arguments: [
      ("", nil, nil, nil),
      ("{}", nil, nil, nil),
      (#"{"partialResultToken":"t","credit":5}"#, .string("t"), nil, 5),
      (#"{"partialResultToken":7,"workDoneToken":"\u0061"}"#, .integer(7), .string("a"), nil),
      (#"{"partialResultToken":7.0,"credit":0}"#, .integer(7), nil, 0),
      (#"{"partialResultToken":"t","credit":-3}"#, .string("t"), nil, 0),
      (#"{"partialResultToken":null,"credit":"many"}"#, nil, nil, nil),
      (#"{"partialResultToken":{},"workDoneToken":1.5,"credit":1e99}"#, nil, nil, nil),
      (#"{"a":{"partialResultToken":"t"}}"#, nil, nil, nil),
      (#"[{"partialResultToken":"t"}]"#, nil, nil, nil),
    ] as [(String, ProgressToken?, ProgressToken?, Int?)])
  func tokens(
    params: String, partialResult: ProgressToken?, workDone: ProgressToken?, credit: Int?
  ) {
    let tokens = StreamTokens(params: Array(params.utf8))
    #expect(tokens.partialResult == partialResult)
    #expect(tokens.workDone == workDone)
    #expect(tokens.credit == credit)
  }
}
