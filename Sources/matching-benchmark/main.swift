import Matching

let threads = 2
var builder = SegmentBuilder()
let clock = ContinuousClock()
while let line = readLine() { builder.append(line) }
let b0 = clock.now
let segment = builder.finish()
print("finish", clock.now - b0, "count", segment.count, "memory", segment.memory)
let snapshot = Snapshot([segment])

func run(_ text: String, threads: Int) async -> (SearchResult?, Duration) {
  let query = Query(text)
  let start = clock.now
  let search = Search(snapshot, for: query, limit: 100)
  if threads == 1 {
    search.run()
  } else {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads { group.addTask { search.run() } }
    }
  }
  let result = search.result()
  return (result, clock.now - start)
}

for text in CommandLine.arguments.dropFirst() {
  var line = "\(text)"
  for threads in [1, 2] {
    var times: [Duration] = []
    var total = 0
    for _ in 0..<9 {
      let (result, time) = await run(text, threads: threads)
      total = result?.total ?? -1
      times.append(time)
    }
    times.sort()
    line += "\t\(threads): \(times[4]) (min \(times[0])) total \(total)"
  }
  print(line)
}
