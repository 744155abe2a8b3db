import HostProtocol
import JSON
import JSONRPC
import JackfieldClient

/// A session at a host, in the words of a command: what goes wrong is a `Failure`.
struct Conversation {
  /// The session.
  let connection: ClientConnection
  /// When the command gives up.
  let deadline: Deadline
  /// Whether folders of plugins were named that the host, which was running already, does not know.
  var overlooksPlugins = false

  /// Calls a method and waits for its result's JSON text.
  func call(_ method: String, params: [UInt8]? = nil) throws(Failure) -> [UInt8] {
    do {
      return try connection.call(method, params: params, until: deadline)
    } catch {
      throw failure(error)
    }
  }

  /// Calls one of the protocol's methods and waits for its result's JSON text.
  func text<Request: RequestMessage>(of request: Request) throws(Failure) -> [UInt8] {
    try call(Request.method.rawValue, params: request.jsonBytes())
  }

  /// Why an answer did not come, and what to do.
  func failure(_ error: ClientError) -> Failure {
    let failure = Failure(error)
    guard overlooksPlugins, case .response(let answer) = error,
      [.methodNotFound, .unknownObject].contains(answer.code)
    else { return failure }
    return Failure(
      failure.code,
      "\(failure.message); --plugins is for a new host, and this one was running already: "
        + "'jackfield stop' ends it")
  }

  /// Whether nobody would miss the host: a command started it, and this is its only session.
  ///
  /// The members are read one by one: a host of another build may have others than `HostStatus`.
  func hostIsIdleAndOnDemand() throws(Failure) -> Bool {
    let status = try Self.value(of: text(of: GetHostStatus()))
    return status["onDemand"]?.boolean == true && status["sessions"]?.integer == 1
  }

  /// Asks the host to end, and waits until it has closed the connection.
  func stopHost() throws(Failure) {
    do {
      _ = try connection.call(Method.hostStop.rawValue, until: deadline)
      while true { try connection.receive(until: deadline) }
    } catch .hostClosed {
      return
    } catch {
      throw Failure(error)
    }
  }

  /// The tree of a result.
  static func value(of text: [UInt8]) throws(Failure) -> JSONValue {
    do {
      return try JSONValue.parse(text)
    } catch {
      throw Failure(.unreachable, "the host's answer can't be read: \(error)")
    }
  }

  /// The typed form of a result's JSON text.
  static func decoded<Result: JSONDecodable>(
    _ text: [UInt8], of method: Method
  ) throws(Failure) -> Result {
    let value = try value(of: text)
    do {
      return try Result(json: value)
    } catch {
      throw Failure(.unexpectedResult(method: method.rawValue, error))
    }
  }
}
