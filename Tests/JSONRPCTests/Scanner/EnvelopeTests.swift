import JSONRPC
import Testing

@Suite("Envelopes")
struct EnvelopeTests {
  /// Scans one message and checks its kind; the oracle checks all the rest.
  private func check(
    _ text: String, _ kind: Envelope.Kind, id: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(text.utf8)
    let content = scan(bytes)
    #expect(content == Oracle.content(of: bytes), sourceLocation: location)
    #expect(content.message?.kind == kind, "\(text)", sourceLocation: location)
    let found = content.message.flatMap {
      $0.id.isPresent ? JSONRPCTests.text($0.id, of: bytes) : nil
    }
    #expect(found == id, "\(text)", sourceLocation: location)
  }

  @Test("requests, notifications and responses are told apart by their members")
  func kinds() {
    check(#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, .request, id: "1")
    check(#"{"jsonrpc":"2.0","method":"m"}"#, .notification)
    check(#"{"jsonrpc":"2.0","id":1,"result":{}}"#, .response, id: "1")
    check(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#, .response, id: "1")
    check(#"{"id":"a","method":""}"#, .request, id: #""a""#)
    check(" \n{ } ", .invalid(.noMethodOrResult))
  }

  @Test("the members' places are those of their values")
  func places() throws {
    let bytes = Array(
      (#" { "jsonrpc" : "2.0" , "id" : "x" , "method" : "a\/b" , "params" : {"token":7,"#
        + #""partialResultToken": "p","workDoneToken":1.5 ,"x":{"token":8}} } "#).utf8)
    let envelope = try #require(scan(bytes).message)
    #expect(
      text(envelope.whole, of: bytes).first == "{" && text(envelope.whole, of: bytes).last == "}")
    #expect(text(envelope.id, of: bytes) == #""x""#)
    #expect(text(envelope.method, of: bytes) == #"a\/b"# && envelope.methodHasEscapes)
    #expect(text(envelope.params, of: bytes).hasPrefix(#"{"token":7,"#))
    #expect(text(envelope.token, of: bytes) == "7")
    #expect(text(envelope.partialResultToken, of: bytes) == #""p""#)
    #expect(text(envelope.workDoneToken, of: bytes) == "1.5")
    #expect(!envelope.result.isPresent && !envelope.error.isPresent && !envelope.hasLineBreaks)
  }

  @Test("tokens count only at the top of params, and only where they are strings or numbers")
  func tokens() throws {
    for params in [
      #"[{"token":1}]"#, #"{"a":{"token":1}}"#, #"{"token":{"token":1}}"#, #"{"token":null}"#,
      #"{"Token":1}"#, #"{"token":true}"#,
    ] {
      let envelope = try #require(scan(#"{"method":"m","params":\#(params),"token":2}"#).message)
      #expect(!envelope.token.isPresent, "\(params)")
    }
  }

  @Test("_meta counts at the top of params where it is an object, and only once")
  func meta() throws {
    let bytes = Array(
      #"{"method":"m","params":{"_\u006deta":{"deadlineMs":5},"x":{"_meta":{}}}}"#.utf8)
    #expect(text(try #require(scan(bytes).message).meta, of: bytes) == #"{"deadlineMs":5}"#)
    for params in [
      #"{"_meta":null}"#, #"{"_meta":[]}"#, #"{"a":{"_meta":{}}}"#, #"[{"_meta":{}}]"#,
    ] {
      let envelope = try #require(scan(#"{"method":"m","params":\#(params)}"#).message)
      #expect(!envelope.meta.isPresent, "\(params)")
    }
    let twice = scan(#"{"method":"m","params":{"_meta":{},"_meta":{}}}"#)
    #expect(twice.failure?.reason == .duplicateMember)
  }

  @Test("names may be written with escapes")
  func escapedNames() {
    check(#"{"\u006a\u0073onrpc":"\u0032.0","\u0069d":1,"metho\u0064":"m"}"#, .request, id: "1")
    check(#"{"\u0069\u0064":1,"\u0072esult":2}"#, .response, id: "1")
    check(#"{"id":1,"result":2,"\ud83c\udf89":3,"\u0000":4,"meth\u00f6d":5}"#, .response, id: "1")
  }

  @Test("line breaks between tokens are noted, escaped ones in strings are not")
  func lineBreaks() throws {
    let cases = [
      ("{\"method\":\n\"m\"}", true), ("{\"method\":\"m\"\r}", true),
      ("\n{\"method\":\"m\"}\r\n", false),
      (#"{"method":"\n\r"}"#, false), ("{\"params\":{\"a\":[\n]}}", true),
    ]
    for (text, expected) in cases {
      #expect(try #require(scan(text).message).hasLineBreaks == expected, "\(text)")
    }
    let batch = try #require(scan("[\n{\"method\":\"a\"},\n{\"method\":\n\"b\"},{}]").batch)
    #expect(batch.map(\.hasLineBreaks) == [false, true, false])
  }

  @Test(
    "FC-022: a wrong version is an invalid message whose id can be answered; a missing one is none")
  func versions() {
    check(#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, .invalid(.wrongVersion), id: "1")
    check(#"{"jsonrpc":2.0,"id":1,"method":"x"}"#, .invalid(.wrongVersion), id: "1")
    check(#"{"jsonrpc":null,"id":1,"result":1}"#, .invalid(.wrongVersion), id: "1")
    check(#"{"jsonrpc":"2.0 ","id":1,"result":1}"#, .invalid(.wrongVersion), id: "1")
    check(#"{"jsonrpc":"","id":1,"result":1}"#, .invalid(.wrongVersion), id: "1")
    check(#"{"id":1,"method":"x","jsonrpc":"2\u002e0"}"#, .request, id: "1")
    check(#"{"id":1,"method":"x"}"#, .request, id: "1")
  }

  @Test(
    "FC-025: null, false, 0 and empty strings are results",
    arguments: ["null", "false", "0", "\"\""])
  func results(result: String) throws {
    let bytes = Array(#"{"jsonrpc":"2.0","id":4,"result":\#(result)}"#.utf8)
    let envelope = try #require(scan(bytes).message)
    #expect(envelope.kind == .response)
    #expect(text(envelope.result, of: bytes) == result)
  }

  @Test("FC-027: names are compared case by case")
  func caseOfNames() {
    check(#"{"jsonRpc":"2.0","Id":1,"Result":{}}"#, .invalid(.noMethodOrResult))
    check(#"{"jsonrpc":"2.0","id":1,"result":{"items":null}}"#, .response, id: "1")
  }

  @Test("FC-030: what is no message is told apart, with its id where it has a usable one")
  func invalid() {
    check(#"{"foo":"bar"}"#, .invalid(.noMethodOrResult))
    check(#"{"jsonrpc":"2.0","id":4}"#, .invalid(.noMethodOrResult), id: "4")
    check(#"{"jsonrpc":"2.0","id":[1],"method":"x"}"#, .invalid(.wrongIDType))
    check(#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, .invalid(.wrongIDType))
    check(#"{"jsonrpc":"2.0","id":true,"method":"x"}"#, .invalid(.wrongIDType))
    check(#"{"jsonrpc":"2.0","id":1,"method":5}"#, .invalid(.methodNotAString), id: "1")
    check(#"{"id":1,"method":"x","result":1}"#, .invalid(.ambiguous), id: "1")
    check(#"{"id":1,"result":1,"error":{"code":1,"message":""}}"#, .invalid(.ambiguous), id: "1")
    check("5", .invalid(.notAnObject))
    check("\"text\"", .invalid(.notAnObject))
    check("null", .invalid(.notAnObject))
  }

  @Test("responses need an id, and errors a code and a message")
  func responses() {
    check(#"{"result":1}"#, .invalid(.responseWithoutID))
    check(#"{"id":null,"error":{"code":-32700,"message":"x"}}"#, .invalid(.responseWithoutID))
    check(#"{"id":{},"result":1}"#, .invalid(.responseWithoutID))
    check(#"{"id":1,"error":"failed"}"#, .invalid(.malformedError), id: "1")
    check(#"{"id":1,"error":{"message":"x"}}"#, .invalid(.malformedError), id: "1")
    check(#"{"id":1,"error":{"code":1.5,"message":"x"}}"#, .invalid(.malformedError), id: "1")
    check(#"{"id":1,"error":{"code":1,"message":null}}"#, .invalid(.malformedError), id: "1")
    check(
      #"{"id":1,"error":{"data":{"code":1,"message":"x"}}}"#, .invalid(.malformedError), id: "1")
    check(#"{"id":1,"error":{"message":"x","data":[],"c\u006fde":-1}}"#, .response, id: "1")
  }

  @Test("null means the same as absence, since some peers write every member that they know of")
  func nulls() throws {
    check(#"{"id":1,"result":2,"error":null}"#, .response, id: "1")
    check(#"{"id":1,"result":null,"error":{"code":1,"message":""}}"#, .response, id: "1")
    check(#"{"id":1,"result":null,"error":null}"#, .response, id: "1")
    check(#"{"id":1,"method":null,"result":2}"#, .response, id: "1")
    check(#"{"id":1,"method":"m","result":null,"error":null,"params":null}"#, .request, id: "1")
    check(#"{"id":1,"error":null}"#, .invalid(.noMethodOrResult), id: "1")
    check(#"{"id":1,"method":null}"#, .invalid(.noMethodOrResult), id: "1")
    let envelope = try #require(
      scan(#"{"id":1,"result":null,"error":{"code":1,"message":""}}"#).message)
    #expect(!envelope.result.isPresent && envelope.error.isPresent)
  }

  @Test("FC-031: what Python writes for numbers that JSON does not know is a fault with the id")
  func notNumbers() {
    let texts = [
      #"{"jsonrpc":"2.0","id":1,"result":{"items":[{"label":"a","score":NaN}]}}"#: 64,
      #"{"jsonrpc":"2.0","id":1,"result":[Infinity]}"#: 34, #"{"id":1,"result":-Infinity}"#: 18,
    ]
    for (text, offset) in texts {
      #expect(scan(text).failure == ScanFailure(reason: .invalidNumber, offset: offset), "\(text)")
      #expect(scan(text).malformedID.map { JSONRPCTests.text($0, of: Array(text.utf8)) } == "1")
    }
    check(#"{"id":1,"result":[1e999,-0]}"#, .response, id: "1")
  }

  @Test("FC-033: params are an array, an object, null or absent")
  func params() throws {
    for params in [
      "", #","params":[]"#, #","params":{}"#, #","params":null"#, #","params":[null]"#,
    ] {
      check(#"{"jsonrpc":"2.0","method":"list","id":1\#(params)}"#, .request, id: "1")
    }
    for params in ["\"x\"", "5", "true", "false", "0.5"] {
      check(
        #"{"method":"list","id":1,"params":\#(params)}"#, .invalid(.paramsNotStructured), id: "1")
    }
    #expect(try #require(scan(#"{"method":"m","params":null}"#).message).params == .absent)
  }

  @Test("FC-034: a member of the envelope that stands twice is a fault, also when it is escaped")
  func duplicates() {
    let texts = [
      (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"shutdown"}"#, 24, ""),
      (#"{"id":1,"method":"ping","method":"shutdown"}"#, 24, "1"),
      (#"{"id":1,"\u0069d":2,"result":1}"#, 8, ""),
      (#"{"id":1,"params":{},"params":{}}"#, 20, "1"),
      (#"{"params":{"token":1,"toke\u006e":2},"id":1}"#, 21, "1"),
      (#"{"id":1,"error":{"code":1,"code":2}}"#, 26, "1"),
      (#"{"jsonrpc":"2.0","jsonrpc":"2.0"}"#, 17, ""),
    ]
    for (text, offset, id) in texts {
      let content = scan(text)
      #expect(content.failure == ScanFailure(reason: .duplicateMember, offset: offset), "\(text)")
      let found = content.malformedID.map { JSONRPCTests.text($0, of: Array(text.utf8)) }
      #expect(found == id, "\(text)")
    }
    // Others are the business of whoever reads them.
    check(#"{"method":"m","x":1,"x":2,"params":{"a":1,"a":2}}"#, .notification)
    check(#"{"id":1,"result":{"id":1,"id":2,"token":3,"token":4}}"#, .response, id: "1")
  }

  @Test("a fault does not hide the id that stands behind it")
  func idBehindFault() {
    let texts = [
      (#"{"jsonrpc":"2.0","result":NaN,"id":7}"#, "7"),
      (#"{"result":{"a":[tru],"id":1,"b":"}"}, "id" : "x\"y" }"#, #""x\"y""#),
      ("{\"result\":\"a\u{1}\\\"id\\\":1\",\"id\":7}", "7"),
      (#"{"result":"\ud800","ID":1,"id":-1.5e3}"#, "-1.5e3"),
      (#"{"result":01,"di":"id","ids":1,"i\d":1,"id":true,"id":8}"#, "8"),
      (#"{"result":{]},"id":7}"#, ""),
      (#"{"a":NaN,"id":7"#, ""),
      (#"{"a":NaN,"id":"7"#, ""),
      (#"[{"result":NaN,"id":7}]"#, ""),
      (#"nonsense {"id":7}"#, ""),
    ]
    for (text, id) in texts {
      let content = scan(text)
      let found = content.malformedID.map { JSONRPCTests.text($0, of: Array(text.utf8)) }
      #expect(found == id, "\(text)")
    }
  }

  @Test("FC-036, FC-046: ids keep their type and every character")
  func ids() {
    for id in [
      #""1""#, "-1", "4294967296", "18446744073709551615", "1e3", "1.0", "1.5", "0", "-0",
      #""foo""#,
      #""\u0000""#, #""""#, #""\ud83c\udf89é""#,
      "\"" + String(repeating: "x", count: 1 << 16) + "\"",
    ] {
      check(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#, .request, id: id)
    }
  }
}
