import SystemIO
import Testing

/// The command as another build of the same version: a copy with another build note.
enum OtherBuild {
  /// Puts the copy into the room, and returns its path.
  static func make(in room: Room) throws -> String {
    var program = try File.read(room.command, limit: 1 << 30)
    let note = Array("GNU\0".utf8) + (try bytes(of: try #require(BuildID.of(room.command))))
    let place = try #require(program.firstIndex(of: note))
    program[place + note.count - 1] ^= 0xFF
    let path = room.file("other-jackfield")
    try File.openForAppending(path + ".new").writeAll(program)
    // A file that this program had open for writing may still be so in a child that another test is
    // just starting, and can't be run then; what cp writes only cp has open.
    #expect(try room.shell("cp '\(path).new' '\(path)' && chmod +x '\(path)'").code == 0)
    return path
  }

  private static func bytes(of hexadecimal: String) throws -> [UInt8] {
    let digits = try hexadecimal.map { try #require($0.hexDigitValue) }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}

extension [UInt8] {
  /// Where `part` begins in the first page.
  fileprivate func firstIndex(of part: [UInt8]) -> Int? {
    (0..<Swift.min(4096, count - part.count)).first {
      self[$0..<($0 + part.count)].elementsEqual(part)
    }
  }
}
