import SystemIO
import Testing

@Suite struct TimeTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (951_868_799_999, "2000-02-29T23:59:59.999Z"),
      (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
      (1_764_499_452_345, "2025-11-30T10:44:12.345Z"),
      (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    ] as [(UInt64, String)])
  func aTimeStampReadsAsAPersonWouldWriteIt(milliseconds: UInt64, text: String) {
    var stamp = TimeStamp()
    for _ in 0..<2 {
      var bytes: [UInt8] = []
      stamp.append(milliseconds * 1_000_000, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == text)
      #expect(bytes.count == TimeStamp.count)
    }
  }

  @Test func theMonotonicClockNeverGoesBack() {
    let readings = (0..<100).map { _ in Clock.monotonic }
    #expect(readings == readings.sorted())
  }
}
