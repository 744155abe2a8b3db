/// A plugin: a type of which the library makes one value, once the host has said where its folders are.
///
/// ```swift
/// import JackfieldPlugin
///
/// @main struct Greetings: Plugin {
///   init(_ host: Host) {}
///
///   func register(in handlers: inout Handlers) {
///     handlers.on(provideDatasource)
///     handlers.on("greet", greet)
///   }
///
///   func provideDatasource(_ request: AutocompleteProvideDatasource) -> Datasource {
///     Datasource(items: [Item(id: "en", text: "Hello"), Item(id: "vi", text: "Xin chào")])
///   }
///
///   func greet(_ params: JSONValue) throws -> String {
///     "Hello, \(try params.required("name") as String)!"
///   }
/// }
/// ```
///
/// With `@main` the type is the program: it speaks over standard input and output, or over the
/// descriptor that `JACKFIELD_FD` names. The handshake, `ping`, `shutdown`, `exit` and the end of input,
/// unknown methods, ill-formed params, cancelling, batches and both framings are the library's work.
/// What the program prints goes to standard error, which is the plugin's log.
///
/// Handlers run on the ``PluginActor``, in one thread. They begin in the order in which their requests
/// came; where one waits (`await`), the next begins. Every task that the library starts ends with the
/// plugin.
@PluginActor
public protocol Plugin: SendableMetatype {
  /// The plugin's version, for people; nil leaves it to the manifest.
  static var version: String? { get }

  /// Makes the plugin; the handshake waits for it, at most the host's `startMs`.
  ///
  /// Nothing can be asked of the host yet. Throw ``PluginUnusable`` where the plugin can't work on this
  /// machine; any other error counts as a crash, and the host tries again.
  init(_ host: Host) async throws

  /// Registers what answers the host's requests; called once, after `init`.
  ///
  /// What the host may ask of a plugin (`implements`) follows from it.
  func register(in handlers: inout Handlers)

  /// What the plugin provides, where that is not what its manifest says; nil where it is.
  var provides: Provides? { get }

  /// Does what is to be done before the plugin leaves, within half a second; called once.
  func stop() async
}

extension Plugin {
  /// The manifest's.
  public static var version: String? { nil }

  /// The manifest's.
  public var provides: Provides? { nil }

  /// Does nothing.
  public func stop() async {}
}
