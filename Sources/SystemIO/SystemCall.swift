import Glibc

/// Repeats `body` while a signal interrupts it, and throws what errno says where it returns -1.
/// `call` is the C function's name and `subject` what it is about, evaluated only where there is an
/// error.
@inline(__always)
func retrying<Result: SignedInteger>(
  _ call: StaticString, of subject: @autoclosure () -> String = "", _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    guard result == -1 else { return result }
    guard errno == EINTR else { throw SystemError.last("\(call)", subject()) }
  }
}

/// Throws what errno says where `result` is -1; for calls that no signal interrupts.
@inline(__always)
@discardableResult
func checked<Result: SignedInteger>(
  _ call: StaticString, of subject: @autoclosure () -> String = "", _ result: Result
) throws(SystemError) -> Result {
  guard result == -1 else { return result }
  throw SystemError.last("\(call)", subject())
}
