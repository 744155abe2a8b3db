// protocol-generator [--check] [ROOT]: writes what protocol/model.json stands for, or names what is
// stale. It leaves with 0 where all is well, 1 where --check found something stale, 2 where it can't say.

import SystemIO

/// Writes lines to standard output and leaves.
func leave(_ lines: [String], code: Int32) throws -> Never {
  let output = try Descriptor.duplicate(of: 1)
  try output.writeAll(Array(lines.map { "\($0)\n" }.joined().utf8))
  CurrentProcess.leave(code: code)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
  try leave(["usage: protocol-generator [--check] [ROOT]"], code: 2)
}
do {
  let generator = Generator(root: arguments.first ?? ".")
  let paths = isCheck ? try generator.check() : try generator.write()
  try leave(
    paths.map { "\(isCheck ? "stale" : "wrote"): \($0)" }, code: isCheck && !paths.isEmpty ? 1 : 0)
} catch {
  try leave(["protocol-generator: \(error)"], code: 2)
}
