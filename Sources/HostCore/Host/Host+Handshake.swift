import HostProtocol
import JSON
import JSONRPC

/// The handshake with a plugin, and its end.
extension Host {
  mutating func sendInitialize(to index: PluginIndex) {
    let plugin = plugins[index.value]
    guard let run = plugin.lifecycle.run else { return }
    let id = openLifecycleCall(.initialize, .initialize, to: index)
    let params = InitializePlugin(
      protocol: .supported, host: identity,
      plugin: PluginDirectories(
        name: plugin.name, directory: plugin.folder.directory,
        dataDirectory: plugin.folder.dataDirectory, cacheDirectory: plugin.folder.cacheDirectory),
      locale: configuration.locale, features: [], positionEncoding: .utf8)
    sendLifecycle(.initialize, id, params, to: run)
  }

  mutating func sendShutdown(to index: PluginIndex) {
    guard let run = plugins[index.value].lifecycle.run else { return }
    let id = openLifecycleCall(.shutdown, .shutdown, to: index)
    sendLifecycle(.shutdown, id, Empty(), to: run)
  }

  mutating func sendExit(to index: PluginIndex) {
    guard let run = plugins[index.value].lifecycle.run else { return }
    effects.send(to: .plugin(run)) { composer in
      composer.beginNotification(method: .exit)
      composer.writer.endObject()
    }
    effects.append(.closeInput(run))
  }

  mutating func initializeAnswered(_ answer: PluginAnswer, by index: PluginIndex) {
    if let failure = answer.errorSummary {
      let reason = "it refused the handshake: \(failure.message) (\(failure.code))"
      let isFinal = failure.code == ErrorCode.noCommonVersion.rawValue
      advance(index, isFinal ? .handshakeRefused(reason, .invalid) : .failed(reason))
      return
    }
    do {
      let result: InitializePlugin.Result = try decode(answer.value)
      try adopt(result, for: index)
    } catch {
      advance(index, .failed("its answer to initialize can't be used: \(error.message)"))
    }
  }

  private mutating func adopt(
    _ result: InitializePlugin.Result, for index: PluginIndex
  ) throws(ResponseError) {
    let ours = ProtocolRange.supported
    guard ours.contains(result.protocol) else {
      return advance(
        index,
        .handshakeRefused(
          "it chose protocol \(result.protocol), and this host speaks \(ours.min) to \(ours.max)",
          .invalid))
    }
    if let reason = result.disable {
      return advance(index, .handshakeRefused("it disabled itself: \(reason)", .disabled))
    }
    do { try plugins[index.value].adopt(result) } catch {
      throw ResponseError(code: .malformedAnswer, message: error.reason)
    }
    noteUnknownMethods(of: index)
    advance(index, .handshakeSucceeded)
  }

  /// A misspelt name in `implements` is allowed and does nothing; its author looks into the log.
  private mutating func noteUnknownMethods(of index: PluginIndex) {
    let unknown = plugins[index.value].implements.filter {
      Method(rawValue: $0)?.isOptional != true
    }
    for name in unknown.sorted().prefix(5) {
      note("its implements lists \(name), which is no delegate method of this host", in: index)
    }
  }

  /// Reads a result of a plugin into a typed value; a fault is the plugin's (-32008).
  func decode<Result: JSONDecodable>(_ value: FrameSlice) throws(ResponseError) -> Result {
    guard value.count <= configuration.limits.parsedBytes else {
      throw .tooLarge(
        "A result that the host reads is at most \(configuration.limits.parsedBytes) bytes.")
    }
    do {
      return try Result(json: JSONValue.parse(value.bytes))
    } catch let failure as DecodingFailure {
      throw ResponseError(
        code: .malformedAnswer,
        message: "\(failure.path) should be \(failure.expected) and is \(failure.found)")
    } catch {
      throw ResponseError(code: .malformedAnswer, message: "\(error)")
    }
  }

  /// Reads a result of a plugin into a typed value, for whoever waits for it.
  func decode<Result: JSONDecodable>(
    _ value: FrameSlice, from index: PluginIndex
  ) throws(ResponseError) -> Result {
    do { return try decode(value) } catch {
      guard error.code == .malformedAnswer else { throw error }
      throw .malformedAnswer(plugin: plugins[index.value].name, error.message)
    }
  }

  private mutating func openLifecycleCall(
    _ purpose: Call.Purpose, _ method: Method, to index: PluginIndex
  ) -> RequestID {
    let id = nextCallID(of: index, cause: nil)
    plugins[index.value].calls[id] = Call(
      purpose: purpose, method: method.rawValue, phase: .sent, sentAt: now)
    return id
  }

  private mutating func sendLifecycle(
    _ method: Method, _ id: RequestID, _ params: some JSONEncodable, to run: RunID
  ) {
    effects.send(to: .plugin(run)) { composer in
      composer.beginRequest(id, method: method)
      composer.writer.member("params", params)
      composer.writer.endObject()
    }
  }
}
