import HostProtocol

/// How much of a list the host takes and keeps.
struct ListCapacity {
  let sections: Int
  let rows: Int
  let bytes: Int
  let cachedRows: Int
  let pageRows: Int

  init(_ limits: Limits) {
    sections = limits.listSections
    rows = limits.listRows
    bytes = limits.listBytes
    cachedRows = limits.listCachedRows
    pageRows = limits.listPageRows
  }
}
