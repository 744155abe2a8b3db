import CLinux
import Glibc

/// A system call that failed: which one, on what, and why.
public struct SystemError: Error, Equatable, Sendable {
  /// An errno value; opaque but for the constants that callers decide by.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The errno value.
    public let rawValue: Int32

    /// Wraps an errno value.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// Why it failed.
  public let code: Code
  /// The C function's name.
  public let call: String
  /// The path or thing that the call was about; empty where the call says it all.
  public let subject: String

  /// Creates the failure of `call`.
  public init(_ code: Code, call: String, subject: String = "") {
    self.code = code
    self.call = call
    self.subject = subject
  }

  /// The failure of `call` that errno tells; to be made right after the call.
  static func last(_ call: String, _ subject: String = "") -> SystemError {
    SystemError(Code(rawValue: errno), call: call, subject: subject)
  }
}

extension SystemError.Code: CustomStringConvertible {
  /// ENOENT.
  public static let notFound = Self(rawValue: ENOENT)
  /// EEXIST.
  public static let exists = Self(rawValue: EEXIST)
  /// EACCES.
  public static let accessDenied = Self(rawValue: EACCES)
  /// EPERM.
  public static let notPermitted = Self(rawValue: EPERM)
  /// EAGAIN: a non-blocking call would wait.
  public static let wouldBlock = Self(rawValue: EAGAIN)
  /// EPIPE: nobody reads any more.
  public static let brokenPipe = Self(rawValue: EPIPE)
  /// ECONNRESET: the peer went with bytes unread.
  public static let connectionReset = Self(rawValue: ECONNRESET)
  /// ECONNREFUSED: a socket file that nobody listens on.
  public static let connectionRefused = Self(rawValue: ECONNREFUSED)
  /// EADDRINUSE.
  public static let addressInUse = Self(rawValue: EADDRINUSE)
  /// ENAMETOOLONG.
  public static let nameTooLong = Self(rawValue: ENAMETOOLONG)
  /// EMSGSIZE.
  public static let messageTooLong = Self(rawValue: EMSGSIZE)
  /// EMFILE: this process has no descriptor left.
  public static let noDescriptorLeft = Self(rawValue: EMFILE)
  /// ENFILE: the machine has no descriptor left.
  public static let noFileLeft = Self(rawValue: ENFILE)
  /// ENOBUFS.
  public static let noBufferLeft = Self(rawValue: ENOBUFS)
  /// ENOMEM.
  public static let noMemoryLeft = Self(rawValue: ENOMEM)
  /// ENOTDIR.
  public static let notADirectory = Self(rawValue: ENOTDIR)
  /// ELOOP: a symbolic link where none may be.
  public static let symbolicLink = Self(rawValue: ELOOP)
  /// ESRCH.
  public static let noSuchProcess = Self(rawValue: ESRCH)
  /// ECHILD.
  public static let noChild = Self(rawValue: ECHILD)
  /// ENOEXEC.
  public static let notExecutableFormat = Self(rawValue: ENOEXEC)
  /// E2BIG.
  public static let argumentsTooLong = Self(rawValue: E2BIG)
  /// EFBIG: over a limit on a file's size.
  public static let fileTooBig = Self(rawValue: EFBIG)

  /// The sentence and the name, as in `Permission denied (EACCES)`.
  public var description: String {
    let text = String(cString: clinux_error_text(rawValue))
    return "\(text) (\(String(cString: clinux_error_name(rawValue))))"
  }
}

extension SystemError: CustomStringConvertible {
  /// One sentence, as in `open '/etc/shadow': Permission denied (EACCES)`.
  public var description: String {
    subject.isEmpty ? "\(call): \(code)" : "\(call) '\(subject)': \(code)"
  }
}
