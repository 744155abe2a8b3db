// A program for the runtime's tests that need processes of their own: a guard, and a host around a
// stand-in for the core.

import HostRuntime
import SystemIO

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "guard": CurrentProcess.leave(code: Guard.run(arguments: Array(arguments.dropFirst())))
default: CurrentProcess.leave(code: 64)
}
