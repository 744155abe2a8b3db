import HostProtocol
import Testing

@testable import jackfield

@Suite struct StatusReportTests {
  @Test("a host's figures are rows of a name and a value") func rows() {
    let status = HostStatus(
      version: "1.2.0", build: "99f0", protocol: ProtocolRange(min: 1, max: 2), pid: 7,
      uptimeMs: 192_000, sessions: 1,
      plugins: [
        PluginStatus(plugin: "a", state: .ready), PluginStatus(plugin: "b", state: .stopped),
        PluginStatus(plugin: "c", state: .ready),
      ],
      counters: ["b": 2, "a": 1],
      latencies: [Latency(plugin: "a", method: "a/x", count: 3, p50Us: 10, p99Us: 20)])
    #expect(
      StatusReport(status, socket: "/run/x.sock").table.separated() == """
        version\t1.2.0
        build\t99f0
        protocol\t1 to 2
        socket\t/run/x.sock
        process\t7
        uptime\t3 min 12 s
        sessions\t1
        plugins\t3: 2 ready, 1 stopped
        a\t1
        b\t2
        a: a/x\t3 calls, half within 10 µs, 99 % within 20 µs

        """)
  }

  @Test(
    "a duration is told in its two largest units",
    arguments: [
      (0, "0 s"), (59_999, "59 s"), (60_000, "1 min"), (3_600_000, "1 h"), (3_661_000, "1 h 1 min"),
      (187_200_000, "2 d 4 h"), (-5, "0 s"),
    ])
  func durations(milliseconds: Int, text: String) {
    #expect(StatusReport.text(of: .milliseconds(milliseconds)) == text)
  }
}
