import CLinux
import Glibc

/// A program to start in a session of its own, with nothing inherited but what is named here.
public struct ProcessLaunch: Equatable, Sendable {
  /// The program's file; it is not looked up.
  public var path: String
  /// Its argument vector, the program's name first.
  public var arguments: [String]
  /// Its whole environment, as `NAME=value`.
  public var environment: [String]
  /// Its working directory; nil keeps the caller's.
  public var directory: String?

  /// Creates a launch of `path`.
  public init(path: String, arguments: [String], environment: [String], directory: String? = nil) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// Starts the program (`posix_spawn` with SETSID, default signals, `closefrom`). It gets
  /// `descriptors` as 0, 1, 2, .., with `/dev/null` for nil; they stay the caller's.
  ///
  /// The result is the process' id, which is its group's and its session's too. The caller waits
  /// for it.
  public func start(descriptors: [Int32?]) throws(SystemError) -> Int32 {
    let numbers = descriptors.map { $0 ?? -1 }
    var process: pid_t = 0
    let code = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        var request = clinux_spawn()
        request.arguments = arguments
        request.environment = environment
        request.descriptor_count = numbers.count
        return numbers.withUnsafeBufferPointer { numbers in
          request.descriptors = numbers.baseAddress
          return start(&request, &process)
        }
      }
    }
    guard code == 0 else {
      throw SystemError(SystemError.Code(rawValue: code), call: "posix_spawn", subject: path)
    }
    return process
  }

  /// Fills in the path and the directory and starts.
  private func start(_ request: inout clinux_spawn, _ process: inout pid_t) -> Int32 {
    path.withCString { path in
      request.path = path
      guard let directory else { return clinux_spawn(&request, &process) }
      return directory.withCString { directory in
        request.directory = directory
        return clinux_spawn(&request, &process)
      }
    }
  }
}

/// Calls `body` with a NULL-terminated array of C strings that lives as long as the call.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    // The array has at least its closing nil, so it has an address.
    guard let base = buffer.baseAddress else { preconditionFailure("an array without storage") }
    return body(UnsafePointer(base))
  }
}
