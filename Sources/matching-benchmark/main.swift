// Measures the matcher on the lines of standard input, for Benchmarks/matching/run.py.
//
//     matching-benchmark THREADS QUERY... < LIST
//
// Prints, tab-separated: `build` with candidates, bytes of text, bytes of index and nanoseconds; `change` with
// the nanoseconds to add and to remove one candidate; for each query `query` with its text, the matches,
// and the median and least nanoseconds of a search from nothing; `typing` with the same for each letter of
// the longest query, typed on from the last one's survivors, and the median from nothing; and `cancel` with
// the median and most nanoseconds that a cancelled search goes on.

import Matching

let limit = 100
let rounds = 11
let arguments = CommandLine.arguments.dropFirst()
guard let threads = arguments.first.flatMap({ Int($0) }), threads > 0 else {
  fatalError("usage: matching-benchmark THREADS QUERY... < LIST")
}
let queries = Array(arguments.dropFirst())

let lines = Lines.fromStandardInput()
let (snapshot, buildTime) = await lines.build(threads: threads)
print("build", snapshot.count, lines.textBytes, snapshot.memory, buildTime, separator: "\t")
printChanges()

for text in queries {
  let query = Query(text)
  let times = await repeated { await search(query).time }
  print(
    "query", text, await search(query).result.total, median(times), times.min() ?? 0,
    separator: "\t")
}

let longest = queries.max { $0.count < $1.count } ?? ""
var survivors: Survivors?
for length in 1...max(1, longest.count) {
  let query = Query(String(longest.prefix(length)))
  let last = survivors
  let times = await repeated { await search(query, narrowing: last, keepsSurvivors: true).time }
  let result = await search(query, narrowing: last, keepsSurvivors: true).result
  let fresh = await repeated { await search(query).time }
  print(
    "typing", query.text, result.total, median(times), times.min() ?? 0, median(fresh),
    separator: "\t")
  survivors = result.survivors
}

await printCancellation()

/// Searches on all threads.
func search(
  _ query: Query, narrowing: Survivors? = nil, keepsSurvivors: Bool = false
) async -> (result: SearchResult, time: Int64) {
  let snapshot = snapshot
  let start = ContinuousClock.now
  let search = Search(
    snapshot, for: query, limit: limit, narrowing: narrowing, keepsSurvivors: keepsSurvivors)
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<threads { group.addTask { search.run() } }
  }
  let result = search.result() ?? SearchResult(matches: [], total: 0)
  return (result, nanoseconds(since: start))
}

/// The times of some rounds.
func repeated(_ body: () async -> Int64) async -> [Int64] {
  var times: [Int64] = []
  for _ in 0..<rounds { times.append(await body()) }
  return times
}

/// Measures adding a segment of one candidate to the list, and removing one.
func printChanges() {
  var times: (add: [Int64], remove: [Int64]) = ([], [])
  for round in 0..<rounds {
    let start = ContinuousClock.now
    var builder = SegmentBuilder()
    builder.append("/usr/share/doc/added")
    let added = snapshot.appending(builder.finish())
    times.add.append(nanoseconds(since: start))
    let middle = ContinuousClock.now
    let removed = added.removing(CandidateID(segment: 0, row: UInt32(round)))
    times.remove.append(nanoseconds(since: middle))
    precondition(removed.count == snapshot.count)
  }
  print("change", median(times.add), median(times.remove), separator: "\t")
}

/// Measures how long a search goes on that is cancelled while it runs: median and longest.
func printCancellation() async {
  var times: [Int64] = []
  for round in 0..<100 {
    let cancellation = Cancellation()
    let search = Search(snapshot, for: Query(longest), limit: limit, cancellation: cancellation)
    let begun = ContinuousClock.now
    async let cancelled = Task.detached {
      while nanoseconds(since: begun) < Int64(round) * 20_000 {}
      cancellation.cancel()
      return ContinuousClock.now
    }.value
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, threads - 1) { group.addTask { search.run() } }
    }
    let ended = ContinuousClock.now
    let start = await cancelled
    if search.result() == nil { times.append(nanoseconds(from: start, to: ended)) }
  }
  print("cancel", times.isEmpty ? 0 : median(times), times.max() ?? 0, separator: "\t")
}

func nanoseconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Int64 {
  (end - start).components.attoseconds / 1_000_000_000
    + (end - start).components.seconds * 1_000_000_000
}

func nanoseconds(since start: ContinuousClock.Instant) -> Int64 {
  nanoseconds(from: start, to: .now)
}

func median(_ times: [Int64]) -> Int64 { times.sorted()[times.count / 2] }
