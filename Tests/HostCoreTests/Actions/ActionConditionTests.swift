import JSON
import Testing

@testable import HostCore

/// `when` and contexts (protocol, section 3).
@Suite struct ActionConditionTests {
  @Test(
    arguments: [
      // Absent, empty and null members ask for nothing.
      (nil, "{}", true), ("{}", #"{"a":1}"#, true), ("[]", "{}", true),
      (#"{"a":null}"#, "{}", true),
      // Every member must be matched.
      (#"{"a":1,"b":2}"#, #"{"a":1,"b":2,"c":3}"#, true), (#"{"a":1,"b":2}"#, #"{"a":1}"#, false),
      (#"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#, false), (#"{"a":1}"#, #"{"a":null}"#, false),
      (#"{"a":1}"#, #"{"A":1}"#, false),
      // Types matter.
      (#"{"a":1}"#, #"{"a":1}"#, true), (#"{"a":1}"#, #"{"a":1.0}"#, true),
      (#"{"a":1}"#, #"{"a":"1"}"#, false), (#"{"a":"1"}"#, #"{"a":1}"#, false),
      (#"{"a":1}"#, #"{"a":true}"#, false), (#"{"a":true}"#, #"{"a":true}"#, true),
      (#"{"a":true}"#, #"{"a":false}"#, false), (#"{"a":true}"#, #"{"a":"true"}"#, false),
      (#"{"a":1}"#, #"{"a":[1]}"#, false), (#"{"a":0.5}"#, #"{"a":0.5}"#, true),
      (#"{"a":"*"}"#, #"{"a":1}"#, false), (#"{"a":"*"}"#, "{}", false),
      // Strings are globs too.
      (#"{"a":"x"}"#, #"{"a":"x"}"#, true), (#"{"a":"x"}"#, #"{"a":"X"}"#, false),
      (#"{"a":"*.c"}"#, #"{"a":"main.c"}"#, true), (#"{"a":"*.c"}"#, #"{"a":"*.c"}"#, true),
      (#"{"a":"?"}"#, #"{"a":"xy"}"#, false), (#"{"a":""}"#, #"{"a":""}"#, true),
      (#"{"a":"e\u0301"}"#, #"{"a":"\u00e9"}"#, true),
      // Arrays match by any value.
      (#"{"a":[1,"x*"]}"#, #"{"a":"xyz"}"#, true), (#"{"a":[1,"x*"]}"#, #"{"a":1}"#, true),
      (#"{"a":[1,"x*"]}"#, #"{"a":2}"#, false), (#"{"a":[]}"#, #"{"a":1}"#, false),
      (#"{"a":[null]}"#, #"{"a":null}"#, false), (#"{"a":[[1]]}"#, #"{"a":[1]}"#, true),
      // Objects match their equals.
      (#"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#, true),
      (#"{"a":{"b":1}}"#, #"{"a":{"b":1,"c":2}}"#, false),
    ] as [(String?, String, Bool)])
  func aContextMatchesOrNot(when: String?, context: String, holds: Bool) throws {
    let when = try when.map { try JSONValue.parse($0) }
    #expect(ActionCondition(when).holds(in: try JSONValue.parse(context)) == holds)
  }
}
