import SystemIO

CurrentProcess.leave(code: Program.start(CommandLine.arguments).value)
