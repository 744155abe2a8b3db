/// Why a plugin's process can't be started, as one sentence for people.
struct SpawnFailure: Error, Equatable {
  let reason: String
}
