/// What tells one build of a program from all others: the note that the linker puts into it.
public enum BuildID {
  /// The id of this very program, in hexadecimal digits; `unknown` where the linker gave none.
  public static let current = of(CurrentProcess.executable) ?? unknown

  /// What stands for the id of a program that has none.
  public static let unknown = "unknown"

  /// The id of the program in the file at `path`; nil where there is none or it can't be read.
  public static func of(_ path: String) -> String? {
    do throws(SystemError) {
      return try File.readStart(of: path, count: headSize).withUnsafeBytes { find(in: $0) }
    } catch {
      return nil
    }
  }

  /// Bytes from a program's start within which linkers put the note: one page.
  private static let headSize = 4096

  /// Looks for the note in the first bytes of a program.
  ///
  /// The offsets are those of `elf.h`: `Elf64_Ehdr`, `Elf64_Phdr` and `Elf64_Nhdr`, little-endian.
  static func find(in head: UnsafeRawBufferPointer) -> String? {
    guard head.starts(with: [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2, 1])
    else { return nil }
    guard let table = integer(UInt64.self, in: head, at: 32),
      let entrySize = integer(UInt16.self, in: head, at: 54),
      let count = integer(UInt16.self, in: head, at: 56)
    else { return nil }
    for index in 0..<Int(count) {
      let entry = Int(clamping: table) &+ index &* Int(entrySize)
      guard integer(UInt32.self, in: head, at: entry) == noteSegment,
        let offset = integer(UInt64.self, in: head, at: entry + 8),
        let size = integer(UInt64.self, in: head, at: entry + 32)
      else { continue }
      if let id = id(in: head, from: Int(clamping: offset), size: Int(clamping: size)) { return id }
    }
    return nil
  }

  /// `PT_NOTE`.
  private static let noteSegment: UInt32 = 4
  /// `NT_GNU_BUILD_ID`.
  private static let buildIDNote: UInt32 = 3

  /// Looks for the note among those of one segment; each has a name and a description, both padded.
  private static func id(
    in head: UnsafeRawBufferPointer, from start: Int, size: Int
  ) -> String? {
    var note = start
    let end = start.addingReportingOverflow(size)
    guard !end.overflow else { return nil }
    while note < end.partialValue {
      guard let nameSize = integer(UInt32.self, in: head, at: note),
        let size = integer(UInt32.self, in: head, at: note + 4),
        let type = integer(UInt32.self, in: head, at: note + 8)
      else { return nil }
      let name = note + 12
      let description = name + padded(nameSize)
      let next = description + padded(size)
      guard next <= head.count else { return nil }
      if type == buildIDNote, head[name..<(name + Int(nameSize))].elementsEqual("GNU\0".utf8) {
        return hexadecimal(head[description..<(description + Int(size))])
      }
      note = next
    }
    return nil
  }

  private static func padded(_ size: UInt32) -> Int { (Int(size) + 3) / 4 * 4 }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, in bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> Integer? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Integer>.size else { return nil }
    return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }
}
