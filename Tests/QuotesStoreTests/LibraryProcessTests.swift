import QuotesStore
import SystemIO
import TestSupport
import Testing

@Suite("A library and several processes")
struct LibraryProcessTests {
  private let directory: String

  init() throws {
    directory = try Scratch().file("library")
  }

  private func stored() throws -> [QuotationID] {
    try QuoteLibrary.open(directory: directory).all()
  }

  @Test("Killed after an answer, a process has lost nothing", arguments: [1, 2, 7, 40])
  func killed(answers: Int) throws {
    // It would go on for long, so the signal comes while it is storing the next ones.
    let child = try StoringProcess(directory: directory, prefix: "q", count: 100_000)
    let told = try child.lines(atLeast: answers)
    ChildProcess.signal(child.process, .kill)
    #expect(ChildProcess.awaitExit(of: child.process)?.bySignal == true)

    let all = try stored().map(\.rawValue)
    #expect(told.count >= answers)
    #expect(all.starts(with: told))
    #expect(all == all.indices.map { "q-\($0)" })
  }

  @Test("Processes that make it and write at the same time lose nothing of each other's")
  func together() throws {
    let count = 40
    let children = try ["a", "b", "c", "d"].map {
      try StoringProcess(directory: directory, prefix: $0, count: count)
    }
    for child in children {
      #expect(try child.lines(atLeast: count).count == count)
      #expect(ChildProcess.awaitExit(of: child.process)?.status == 0)
    }
    let all = try stored().map(\.rawValue)
    #expect(all.count == 4 * count)
    for prefix in ["a", "b", "c", "d"] {
      #expect(all.filter { $0.hasPrefix(prefix) } == (0..<count).map { "\(prefix)-\($0)" })
    }
  }
}

/// The fixture, at work in a process of its own.
private final class StoringProcess {
  let process: Int32
  private let output: Descriptor

  init(directory: String, prefix: String, count: Int) throws {
    let tests = try File.realPath(of: CurrentProcess.executable)
    let path = "\(tests.parentPath ?? "")/quotes-store-fixture"
    let launch = ProcessLaunch(
      path: path, arguments: [path, directory, prefix, String(count)],
      environment: CurrentProcess.environment)
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    process = try launch.start(descriptors: [nil, writing.number, 2])
    writing.close()
    output = reading
  }

  /// What it has told, whole lines, once there are so many; fewer where it ends before.
  func lines(atLeast count: Int) throws -> [String] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let transfer = try chunk.withUnsafeMutableBytes {
        try Descriptor.read(output.number, into: $0)
      }
      guard case .bytes(let more) = transfer else { break }
      bytes.append(contentsOf: chunk[..<more])
    }
    let whole = bytes[..<((bytes.lastIndex(of: UInt8(ascii: "\n"))) ?? 0)]
    return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
