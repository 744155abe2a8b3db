import Glibc

/// Terminals, by the number of a descriptor.
public enum Terminal {
  /// Whether the descriptor is a terminal (`isatty`).
  public static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }
}
