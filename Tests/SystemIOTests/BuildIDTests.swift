import Testing

@testable import SystemIO

@Suite struct BuildIDTests {
  /// The start of a 64-bit little-endian program with one note segment that holds `notes`.
  private func program(notes: [UInt8], noteCount: UInt64? = nil) -> [UInt8] {
    var bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 58)
    bytes.replaceSubrange(32..<40, with: little(UInt64(64)))
    bytes.replaceSubrange(54..<56, with: little(UInt16(56)))
    bytes.replaceSubrange(56..<58, with: little(UInt16(1)))
    bytes += little(UInt32(4)) + little(UInt32(0)) + little(UInt64(120))
    bytes += [UInt8](repeating: 0, count: 16)
    bytes += little(noteCount ?? UInt64(notes.count)) + [UInt8](repeating: 0, count: 16)
    return bytes + notes
  }

  private func note(name: String, type: UInt32, _ description: [UInt8]) -> [UInt8] {
    let name = Array(name.utf8)
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return little(UInt32(name.count)) + little(UInt32(description.count)) + little(type)
      + padded(name) + padded(description)
  }

  private func little<Integer: FixedWidthInteger>(_ integer: Integer) -> [UInt8] {
    withUnsafeBytes(of: integer.littleEndian) { Array($0) }
  }

  private func find(in bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { BuildID.find(in: $0) } }

  @Test("the linker's note is found among others") func linkerS() {
    let notes =
      note(name: "GNU\0", type: 1, [9, 9]) + note(name: "Go\0", type: 3, [8])
      + note(name: "GNU\0", type: 3, [0x0A, 0xBC, 0xFF])
    #expect(find(in: program(notes: notes)) == "0abcff")
  }

  @Test("a program without the note, and what is no program, has none") func programWithout() {
    #expect(find(in: program(notes: note(name: "GNU\0", type: 1, [9]))) == nil)
    #expect(find(in: Array("#!/bin/sh\n".utf8)) == nil)
    #expect(find(in: []) == nil)
  }

  @Test("sizes that lie are not followed") func sizesLie() {
    let good = note(name: "GNU\0", type: 3, [1, 2, 3, 4])
    for cut in 0..<good.count { #expect(find(in: program(notes: Array(good[..<cut]))) == nil) }
    let whole = program(notes: good)
    for cut in 0..<whole.count { #expect(find(in: Array(whole[..<cut])) == nil) }
    #expect(find(in: program(notes: [], noteCount: .max)) == nil)
    #expect(find(in: program(notes: [UInt8](repeating: 0xFF, count: 64), noteCount: .max)) == nil)
  }

  @Test("this program has one") func thisProgram() {
    #expect(BuildID.current != BuildID.unknown)
    #expect(BuildID.of(CurrentProcess.executable) == BuildID.current)
    #expect(BuildID.of("/nowhere") == nil)
  }
}
