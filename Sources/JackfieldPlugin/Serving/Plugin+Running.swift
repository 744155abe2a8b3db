import SystemIO

extension Plugin {
  /// The program: serves the plugin until the host is done with it.
  ///
  /// It speaks over the descriptor that the environment variable `JACKFIELD_FD` names, if it names one,
  /// else over standard input and output. What is printed goes to standard error from then on, and
  /// standard input is empty, so that nothing can get between two messages.
  public nonisolated static func main() {
    do {
      let channel = try PluginStreams.take()
      let finished = try EventCounter(nonBlocking: false, oneByOne: true)
      let serving = Task(executorPreference: PluginThread.shared) {
        await PluginServer<Self>.serve(over: channel)
        finished.raise()
      }
      _ = finished.take()
      serving.cancel()
    } catch {
      StandardError.write("the plugin can't speak to its host: \(error)\n")
      CurrentProcess.leave(code: 1)
    }
  }
}
