extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of `name`, which has as many.
  func equals(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { elementsEqual($0) }
  }
}
