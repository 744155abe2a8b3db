/// What the host has counted since its start, for `host/status`.
struct Counters {
  var requests = 0
  var notifications = 0
  var relayed = 0
  var errors = 0
  /// Answers that came after a cancel, a deadline or a crash, and answers to nothing.
  var lateAnswers = 0
  var malformed = 0
  /// Notifications that nobody could take.
  var dropped = 0

  /// The counts on the wire, by name.
  var published: [String: Int] {
    [
      "requests": requests, "notifications": notifications, "relayed": relayed, "errors": errors,
      "lateAnswers": lateAnswers, "malformed": malformed, "dropped": dropped,
    ]
  }
}
