import SystemIO

/// The name of somebody who waits on the plugin's thread.
package struct WaitToken: Hashable, Sendable {
  let number: UInt64
}

/// Somebody who waits on the plugin's thread.
package struct ThreadWait: Sendable {
  /// What for.
  package struct Interest: Sendable {
    /// The descriptor to read from, if there is any to wait for.
    var input: Int32?
    /// The descriptor to write to, if there is any to wait for.
    var output: Int32?
    /// When to give up, in nanoseconds of the monotonic clock.
    var deadline: UInt64?

    package init(input: Int32? = nil, output: Int32? = nil, deadline: UInt64? = nil) {
      self.input = input
      self.output = output
      self.deadline = deadline
    }
  }

  let interest: Interest
  /// Gets what is ready; nothing after a nudge or the deadline.
  let continuation: CheckedContinuation<Poll.Readiness, Never>
}
