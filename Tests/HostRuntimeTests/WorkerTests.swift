import HostCore
import Matching
import SystemIO
import Testing

@testable import HostRuntime

@Suite struct WorkerTests {
  private func snapshot() -> Snapshot {
    var snapshot = Snapshot()
    for block in 0..<20 {
      var builder = SegmentBuilder()
      for item in 0..<2000 { builder.append("item number \(block * 2000 + item)") }
      snapshot.append(builder.finish())
    }
    return snapshot
  }

  /// Waits until `count` results have come.
  private func results(of workers: MatchWorkers, _ count: Int) throws -> [MatchWorkers.Result] {
    let epoll = try Epoll(capacity: 1)
    try epoll.add(workers.number, for: .readable, token: 0)
    var results: [MatchWorkers.Result] = []
    while results.count < count, try epoll.wait(timeout: .seconds(20)) == 1 {
      results += workers.takeResults()
    }
    return results
  }

  @Test func threadsFindWhatOneFinds() throws {
    let snapshot = snapshot()
    let queries = ["item", "777", "number 12", "none of them", ""]
    let workers = try MatchWorkers()
    for (number, query) in queries.enumerated() {
      try workers.begin(
        MatchJob(
          id: MatchJob.ID(UInt64(number)), snapshot: snapshot, query: Query(query), limit: 20))
    }
    let found = try results(of: workers, queries.count)
    #expect(found.count == queries.count)
    for result in found {
      let query = Query(queries[Int(result.id.number)])
      let expected = Matcher.search(snapshot, for: query, limit: 20)
      #expect(result.found?.matches == expected?.matches)
      #expect(result.found?.total == expected?.total)
    }
  }

  @Test func aSearchThatIsCancelledEndsWithoutAResult() throws {
    let workers = try MatchWorkers()
    let snapshot = snapshot()
    let jobs = (0..<50).map {
      MatchJob(id: MatchJob.ID($0), snapshot: snapshot, query: Query("number"), limit: 20)
    }
    for job in jobs { try workers.begin(job) }
    workers.cancel(jobs[49].id)
    workers.cancel(MatchJob.ID(1000))
    let found = try results(of: workers, jobs.count)
    #expect(found.count == jobs.count)
    #expect(found.first { $0.id == jobs[49].id }?.found == nil)
    #expect(found.filter { $0.found == nil }.count == 1)
  }
}
