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
  let screens: [ScreenAnswer]
  let fields: [ResumedField]
  let openRequests: [RequestID]

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("screens", screens)
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
  /// Their names, told in `initialize`.
  static let names: [String] = []
}
