import HostCore
import SystemIO

/// Turns a plugin's command into a launch, or into the sentence that says why it can't be started.
struct SpawnPreparation {
  /// What plugins get of the host's environment.
  let environment: ScrubbedEnvironment
  /// The user's home folder.
  let home: String?
  /// Who may have written what is started.
  let trust: PathTrust

  init(
    environment: ScrubbedEnvironment = ScrubbedEnvironment(), home: String? = CurrentProcess.home,
    trust: PathTrust = PathTrust()
  ) {
    self.environment = environment
    self.home = home
    self.trust = trust
  }

  /// The number of the message channel in a plugin with transport `fd`: the first behind the three
  /// streams.
  static let channelNumber = 3

  /// PATH where the host has none: what a login without any configuration gets.
  private static let defaultSearchPath = "/usr/local/bin:/usr/bin:/bin"

  /// Checks everything that can be known before the program is started.
  func launch(for request: SpawnRequest) throws(SpawnFailure) -> ProcessLaunch {
    let variables = environment(for: request)
    let searchPath = variables.variables["PATH"] ?? Self.defaultSearchPath
    let resolution = CommandResolution(
      directory: request.directory, searchPath: searchPath, home: home)
    let program = try resolution.program(of: request.command)
    if let objection = objection(to: program, of: request) {
      throw SpawnFailure(reason: "the program is not trusted: \(objection)")
    }
    try ExecutableDiagnosis(searchPath: searchPath).check(program)
    return ProcessLaunch(
      path: program, arguments: request.command, environment: variables.entries,
      directory: request.directory)
  }

  /// A program by relative path belongs to its plugin's folder; any other may be anywhere safe.
  private func objection(to program: String, of request: SpawnRequest) -> String? {
    let isOwn = request.command[0].contains("/") && program.hasPrefix("\(request.directory)/")
    return trust.objection(to: program, within: isOwn ? request.directory : "/")
  }

  private func environment(for request: SpawnRequest) -> ScrubbedEnvironment {
    var variables = environment
    variables.ensureUTF8()
    for (name, value) in request.environment where isSettable(name) && !value.utf8.contains(0) {
      variables.set(name, to: value)
    }
    variables.set("JACKFIELD_PLUGIN", to: request.plugin)
    if request.transport == .descriptor {
      variables.set("JACKFIELD_FD", to: String(Self.channelNumber))
    }
    return variables
  }

  /// The loader's variables would let a manifest put code into any program that the plugin starts.
  private func isSettable(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("LD_") && !name.contains("=") && !name.utf8.contains(0)
  }
}
