import SystemIO

/// What kind of machine a program is for.
struct ELFHeader: Equatable, CustomStringConvertible {
  private let is64Bit: Bool
  private let isBigEndian: Bool
  private let machine: UInt16

  /// Reads the start of a program; nil where it is no ELF file.
  init?(_ start: [UInt8]) {
    guard start.count >= 20, start.starts(with: [0x7f] + Array("ELF".utf8)) else { return nil }
    is64Bit = start[4] == 2
    isBigEndian = start[5] == 2
    let (low, high) = isBigEndian ? (start[19], start[18]) : (start[18], start[19])
    machine = UInt16(high) << 8 | UInt16(low)
  }

  /// The header of this very program.
  static let own: ELFHeader? = {
    do {
      return ELFHeader(try File.readStart(of: CurrentProcess.executable, count: 20))
    } catch {
      return nil
    }
  }()

  var description: String {
    let names: [UInt16: String] = [
      3: "x86", 40: "ARM", 62: "x86-64", 183: "ARM64", 21: "PowerPC64", 22: "s390", 243: "RISC-V",
    ]
    let name = names[machine] ?? "machine type \(machine)"
    return "\(name), \(is64Bit ? 64 : 32) bits, \(isBigEndian ? "big" : "little") endian"
  }
}
