// A program for the runtime's tests that need processes of their own: the guard, and a host around
// a stand-in for the core.

import Glibc
import HostCore
import HostRuntime
import SystemIO

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "guard":
  CurrentProcess.leave(code: Guard.run(arguments: Array(arguments.dropFirst())))
case "serve":
  var configuration = ServeConfiguration()
  var options = arguments.dropFirst()
  var isReal = false
  while let option = options.popFirst() {
    switch option {
    case "--stdio": configuration.usesStandardStreams = true
    case "--unfinished":
      configuration.unfinishedInput = Int(options.popFirst() ?? "") ?? 0
    case "--frame-ms":
      configuration.frameDeadline = .milliseconds(Int(options.popFirst() ?? "") ?? 0)
    case "--check-ms":
      configuration.socketCheck = .milliseconds(Int(options.popFirst() ?? "") ?? 0)
    case "--core": isReal = true
    case "--plugins": configuration.pluginDirectories.append(options.popFirst() ?? "")
    case "--socket": configuration.socketPath = options.popFirst()
    default: CurrentProcess.leave(code: 64)
    }
  }
  let core = HostConfiguration(version: "0", build: "test", processID: CurrentProcess.id)
  let code =
    isReal
    ? HostRuntime.serve(configuration, core: core)
    : HostRuntime.serve(configuration) { _ in Puppet() }
  CurrentProcess.leave(code: code)
case "connect":
  // What a command does: connect, starting a host where none listens.
  do {
    let launcher = try HostLauncher(path: arguments.count > 1 ? arguments[1] : nil)
    let connection = try launcher.connectOrStart()
    let host = try UnixSocket.peerCredentials(of: connection.number)
    print(host.process)
    exit(0)
  } catch {
    StandardError.write("\(error)\n")
    CurrentProcess.leave(code: 1)
  }
default:
  CurrentProcess.leave(code: 64)
}
