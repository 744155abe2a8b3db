import HostProtocol
import JSON
import JSONRPC

/// The result of a front end's `initialize`; ids of open requests go out as they came.
struct InitializeAnswer: JSONEncodable {
  let `protocol`: Int
  let host: PeerInfo
  let session: SessionID
  let resumeToken: ResumeToken?
  let textUnit: TextUnit
  let limits: Limits
  let plugins: [PluginStatus]
  let resumed: ResumedSession?

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("protocol", `protocol`)
    writer.member("host", host)
    writer.member("session", session.description)
    writer.member("resumeToken", resumeToken?.text)
    writer.member("features", HostFeatures.names)
    writer.member("positionEncoding", PositionEncoding(rawValue: textUnit.rawValue))
    writer.member("limits", limits)
    writer.member("plugins", plugins)
    writer.name("resumed")
    if let resumed { writer.value(resumed) } else { writer.null() }
    writer.endObject()
  }
}

/// What a front end that resumes its session gets.
struct ResumedSession: JSONEncodable {
  var screens: [ScreenAnswer] = []
  var popups: [PresentedParams] = []
  var fields: [ResumedField] = []
  var openRequests: [RequestID] = []

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screens", screens)
    writer.member("popups", popups)
    writer.member("fields", fields)
    writer.name("openRequests")
    writer.beginArray()
    for id in openRequests { id.withBytes { writer.raw($0) } }
    writer.endArray()
    writer.endObject()
  }
}

/// Finer steps of the protocol that this host knows.
enum HostFeatures {
  /// The front end shows popups, and so may get one that names no session.
  static let popups = "popups"
  /// The front end says when a popup is off the screen.
  static let popupAck = "popupAck"

  /// Their names, told in `initialize`.
  static let names = [popups, popupAck]
}
