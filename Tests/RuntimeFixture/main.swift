// A program for the runtime's tests that need processes of their own: the guard, and a host around
// a stand-in for the core.

import HostRuntime
import SystemIO

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "guard":
  CurrentProcess.leave(code: Guard.run(arguments: Array(arguments.dropFirst())))
case "serve":
  var configuration = ServeConfiguration()
  var options = arguments.dropFirst()
  while let option = options.popFirst() {
    switch option {
    case "--stdio": configuration.usesStandardStreams = true
    case "--socket": configuration.socketPath = options.popFirst()
    default: CurrentProcess.leave(code: 64)
    }
  }
  CurrentProcess.leave(code: HostRuntime.serve(configuration) { _ in Puppet() })
default:
  CurrentProcess.leave(code: 64)
}
