// protocol-generator [--check] [ROOT]: writes what protocol/model.json stands for, or names what is stale.

import Glibc

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
  print("usage: protocol-generator [--check] [ROOT]")
  exit(2)
}
do {
  let generator = Generator(root: arguments.first ?? ".")
  let stale = isCheck ? try generator.check() : try generator.write()
  for path in stale { print(isCheck ? "stale: \(path)" : "wrote: \(path)") }
  exit(isCheck && !stale.isEmpty ? 1 : 0)
} catch {
  print("protocol-generator: \(error)")
  exit(2)
}
