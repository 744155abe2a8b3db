import HostProtocol
import JSON
import JSONRPC
import Testing

@Suite("Constants of the protocol")
struct ConstantsTests {
  @Test("the codes of errors are those that the protocol names")
  func codes() {
    let codes: [(ErrorCode, Int)] = [
      (.requestCancelled, -32800), (.superseded, -32801), (.pluginUnavailable, -32001),
      (.notInitialized, -32002), (.deadlineExceeded, -32003), (.unknownObject, -32004),
      (.pluginFailed, -32005), (.noCommonVersion, -32006), (.alreadyInitialized, -32007),
      (.malformedAnswer, -32008), (.callCycle, -32009), (.overloaded, -32010),
      (.messageTooLarge, -32011), (.notPermitted, -32012), (.pluginQuarantined, -32013),
    ]
    for (code, number) in codes { #expect(code.rawValue == number) }
  }

  @Test("the limits that initialize tells are the constants unless configured otherwise")
  func limits() {
    let limits = Limits()
    #expect(limits.messageBytes == ProtocolLimits.messageBytes)
    #expect(limits.pluginMessageBytes == ProtocolLimits.pluginMessageBytes)
    #expect(limits.startMs == ProtocolLimits.startMs)
    #expect(ProtocolLimits.messageBytes == 4 << 20)
    #expect(ProtocolLimits.pluginMessageBytes == 64 << 20)
    #expect(ProtocolLimits.unfinishedInputBytes == 256 << 20)
    #expect(ProtocolLimits.queueBytes > ProtocolLimits.pluginMessageBytes)
  }

  @Test("the defaults of a field are those of the contract")
  func fieldDefaults() {
    let options = FieldOptions()
    #expect(FieldOptions.Default.maxResults == 50)
    #expect(FieldOptions.Default.minChars == 0)
    #expect(FieldOptions.Default.debounceMs == 0)
    #expect(FieldOptions.Default.match == .fuzzy)
    #expect(!options.startVisible)
    #expect(options.firstPaintMs == 50 && options.deadlineMs == 5000)
  }

  @Test("an enumeration that is open keeps what it does not know")
  func openEnumeration() throws {
    let state = try PluginState(json: .parse(#""sleeping""#))
    #expect(state.rawValue == "sleeping" && state != .ready)
    #expect(state.jsonBytes() == Array(#""sleeping""#.utf8))
    #expect(PositionEncoding.utf16.rawValue == "utf-16")
  }

  @Test("the OpenRPC document in the program is the one in the repository")
  func openRPC() throws {
    let text = OpenRPCDocument.text.withUTF8Buffer { Array($0) }
    let document = try JSONValue.parse(text)
    #expect(document == (try JSONValue.parse(Examples.text("protocol/openrpc.json"))))
    let names = Set(document["methods"]?.elements.compactMap { $0["name"]?.string } ?? [])
    let answered = Method.allCases.filter {
      !$0.directions.isDisjoint(with: [.frontEndToHost, .pluginToHost])
    }
    #expect(names == Set(answered.map(\.rawValue)))
  }
}
