// Placeholders of the interface; the matcher replaces this file.
public struct Query: Sendable {}
public struct Snapshot: Sendable {}
public struct SearchResult: Sendable {}
