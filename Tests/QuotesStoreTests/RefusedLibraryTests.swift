import QuotesStore
import SystemIO
import TestSupport
import Testing

@Suite("A library that can't be opened")
struct RefusedLibraryTests {
  private let directory: String
  private var path: String { "\(directory)/library.sqlite3" }

  init() throws {
    directory = try Scratch().path
  }

  /// Stores so many quotations that the file has several pages, and closes it.
  private func fill() throws {
    var library = try QuoteLibrary.open(directory: directory)
    for number in 0..<300 {
      try library.add(QuotationID(rawValue: "quotation-\(number)-of-a-length-that-fills-pages"))
    }
  }

  private func refusal() throws -> LibraryError {
    try #require(throws: LibraryError.self) {
      _ = try QuoteLibrary.open(directory: directory).path
    }
  }

  /// A way to spoil a file.
  enum Spoiling: String, CaseIterable {
    case text, short, zeros, cut, page, newer, foreign

    var kind: LibraryError.Kind {
      switch self {
      case .newer: .newer
      case .foreign: .foreign
      default: .damaged
      }
    }

    func apply(to bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      switch self {
      case .text: return Array(String(repeating: "no database\n", count: 1000).utf8)
      case .short: return Array("no".utf8)
      case .zeros: return Array(repeating: 0, count: 8192)
      case .cut: return Array(bytes.prefix(bytes.count / 2))
      case .page: for place in 4096..<bytes.count { bytes[place] = 0xA5 }
      case .newer: bytes[63] = 2  // the last byte of user_version
      case .foreign: bytes[68] = 1  // the first byte of application_id
      }
      return bytes
    }
  }

  @Test("It says why, and the file stays as it is", arguments: Spoiling.allCases)
  func spoilt(spoiling: Spoiling) throws {
    try fill()
    let bytes = spoiling.apply(to: try File.read(path, limit: 1 << 20))
    try File.replace(path, with: bytes)
    let error = try refusal()
    #expect(error.kind == spoiling.kind, "\(error)")
    #expect(error.path == path)
    #expect(try File.read(path, limit: 1 << 20) == bytes)
  }

  @Test("A log whose database is gone is damage, and stays")
  func logOnly() throws {
    var library = try QuoteLibrary.open(directory: directory)
    try library.add("a")
    try File.remove(path)
    let error = try refusal()
    #expect(error.kind == .damaged)
    #expect(try FileStatus(of: path + "-wal").size > 0)
    _ = consume library
  }

  @Test("A folder in the file's place is an error that names it")
  func folder() throws {
    try Directory.make(path)
    let error = try refusal()
    #expect(error.kind == .inaccessible)
    #expect(error.path == path)
  }

  @Test("A file in the folder's place is an error that names it")
  func noFolder() throws {
    try File.replace(path, with: [])
    let error = try #require(throws: LibraryError.self) {
      _ = try QuoteLibrary.open(directory: "\(path)/data").all()
    }
    #expect(error.kind == .inaccessible)
  }

  @Test("An empty file is a new library: a process may have been killed after making it")
  func empty() throws {
    try File.replace(path, with: [])
    let all = try QuoteLibrary.open(directory: directory).all()
    #expect(all.isEmpty)
  }

  @Test("Moved aside on wish, it is kept, and a new one is made")
  func movedAside() throws {
    let bytes = Array("no database, but somebody's".utf8)
    try File.replace(path, with: bytes)
    let other = try QuoteLibrary.moveAside(directory: directory)
    #expect(try File.read(other, limit: 1 << 20) == bytes)
    var library = try QuoteLibrary.open(directory: directory)
    let isNew = try library.add("a")
    #expect(isNew)
  }
}
