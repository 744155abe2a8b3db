/// A point in time as people read it in a log: `2025-11-30T10:44:12.345Z`.
public struct TimeStamp: Sendable {
  /// Bytes of a text.
  public static let count = 24

  private var second: UInt64 = .max
  private var prefix: [UInt8] = []

  /// Creates a writer; it keeps the last second's text, since log lines come close together.
  public init() {}

  /// Appends the text of `nanoseconds` since 1970 to `bytes`.
  public mutating func append(_ nanoseconds: UInt64, to bytes: inout [UInt8]) {
    let second = nanoseconds / 1_000_000_000
    if second != self.second {
      self.second = second
      prefix.removeAll(keepingCapacity: true)
      TimeStamp.appendSecond(second, to: &prefix)
    }
    bytes.append(contentsOf: prefix)
    bytes.append(UInt8(ascii: "."))
    TimeStamp.append(nanoseconds / 1_000_000 % 1000, digits: 3, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  private static func appendSecond(_ second: UInt64, to bytes: inout [UInt8]) {
    let (year, month, day) = date(ofDay: second / 86_400)
    append(year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(day, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    append(second / 3600 % 24, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second / 60 % 60, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second % 60, digits: 2, to: &bytes)
  }

  /// The Gregorian date of a day since 1970: first the 400-year cycles, each of 146,097 days,
  /// counted from 1 March of the year 0, so that a leap day is the last of its year.
  private static func date(ofDay day: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
    let shifted = day + 719_468
    let dayOfCycle = shifted % 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    // Months from March on have 31, 30, 31, 30, 31 days, twice: 153 days in five.
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = shifted / 146_097 * 400 + yearOfCycle + (month >= 10 ? 1 : 0)
    return (year, month < 10 ? month + 3 : month - 9, dayOfMonth)
  }

  private static func append(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
    var divisor: UInt64 = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}
