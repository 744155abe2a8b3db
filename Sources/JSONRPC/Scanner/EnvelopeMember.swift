/// The members of messages that the scanner looks for, each a bit so that those seen make a set.
struct EnvelopeMember: OptionSet {
  let rawValue: UInt16

  static let version = EnvelopeMember(rawValue: 1 << 0)
  static let id = EnvelopeMember(rawValue: 1 << 1)
  static let method = EnvelopeMember(rawValue: 1 << 2)
  static let params = EnvelopeMember(rawValue: 1 << 3)
  static let result = EnvelopeMember(rawValue: 1 << 4)
  static let error = EnvelopeMember(rawValue: 1 << 5)
  /// Of `params`.
  static let partialResultToken = EnvelopeMember(rawValue: 1 << 6)
  /// Of `params`.
  static let workDoneToken = EnvelopeMember(rawValue: 1 << 7)
  /// Of `params`.
  static let token = EnvelopeMember(rawValue: 1 << 8)
  /// Of `params`.
  static let meta = EnvelopeMember(rawValue: 1 << 11)
  /// Of `error`.
  static let code = EnvelopeMember(rawValue: 1 << 9)
  /// Of `error`.
  static let message = EnvelopeMember(rawValue: 1 << 10)
  /// Any that is not looked for.
  static let other: EnvelopeMember = []

  /// The member called `name`, decoded, in the object `parent` (`other`: in the message itself).
  static func named(_ name: UnsafeRawBufferPointer, in parent: EnvelopeMember) -> EnvelopeMember {
    switch parent {
    case .params: memberOfParams(name)
    case .error: memberOfError(name)
    default: memberOfMessage(name)
    }
  }

  private static func memberOfMessage(_ name: UnsafeRawBufferPointer) -> EnvelopeMember {
    switch name.count {
    case 2 where name.spells("id"): .id
    case 5 where name.spells("error"): .error
    case 6 where name.spells("method"): .method
    case 6 where name.spells("params"): .params
    case 6 where name.spells("result"): .result
    case 7 where name.spells("jsonrpc"): .version
    default: .other
    }
  }

  private static func memberOfParams(_ name: UnsafeRawBufferPointer) -> EnvelopeMember {
    switch name.count {
    case 5 where name.spells("token"): .token
    case 5 where name.spells("_meta"): .meta
    case 13 where name.spells("workDoneToken"): .workDoneToken
    case 18 where name.spells("partialResultToken"): .partialResultToken
    default: .other
    }
  }

  private static func memberOfError(_ name: UnsafeRawBufferPointer) -> EnvelopeMember {
    switch name.count {
    case 4 where name.spells("code"): .code
    case 7 where name.spells("message"): .message
    default: .other
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are those of `text`.
  func spells(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { other in
      guard count == other.count else { return false }
      for index in 0..<count where self[index] != other[index] { return false }
      return true
    }
  }
}
