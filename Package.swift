// swift-tools-version: 6.2
// Jackfield: a plugin host over JSON-RPC 2.0. Targets stand in the order of their imports, lowest first;
// ARCHITECTURE.md has the table of allowed imports, and Tests/ArchitectureTests compares it with the sources.

import PackageDescription

/// What every Swift target is compiled with: Swift 6 mode, imports that say what they expose, no warnings.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "jackfield",
  products: [
    .executable(name: "jackfield", targets: ["jackfield"]),
    .executable(name: "protocol-generator", targets: ["protocol-generator"]),
    .executable(name: "quotes", targets: ["quotes"]),
    .library(name: "JackfieldClient", targets: ["JackfieldClient"]),
    .library(name: "JackfieldPlugin", targets: ["JackfieldPlugin", "JackfieldPluginTesting"]),
  ],
  targets: [
    // MARK: C
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .target(name: "CLinux"),
    .target(name: "CMatching"),

    // MARK: Bytes and text, without input or output
    .target(name: "JSON", dependencies: ["CJansson"], swiftSettings: settings),
    .target(name: "JSONRPC", dependencies: ["JSON"], swiftSettings: settings),
    .target(name: "HostProtocol", dependencies: ["JSON", "JSONRPC"], swiftSettings: settings),
    .target(name: "Matching", dependencies: ["CMatching"], swiftSettings: settings),

    // MARK: The host
    .target(
      name: "HostCore", dependencies: ["JSON", "JSONRPC", "HostProtocol", "Matching"],
      swiftSettings: settings),
    .target(name: "SystemIO", dependencies: ["CLinux"], swiftSettings: settings),
    .target(
      name: "HostRuntime",
      dependencies: ["JSON", "JSONRPC", "HostProtocol", "HostCore", "Matching", "SystemIO"],
      swiftSettings: settings),

    // MARK: Its users
    .target(
      name: "JackfieldClient", dependencies: ["JSON", "JSONRPC", "HostProtocol", "SystemIO"],
      swiftSettings: settings),
    .target(
      name: "JackfieldPlugin", dependencies: ["JSON", "JSONRPC", "HostProtocol", "SystemIO"],
      swiftSettings: settings),
    .target(
      name: "JackfieldPluginTesting", dependencies: ["SystemIO", "JackfieldPlugin"],
      swiftSettings: settings),
    .target(
      name: "Conformance", dependencies: ["JSON", "JSONRPC", "HostProtocol", "SystemIO"],
      swiftSettings: settings),

    // MARK: Bundled plugins
    .systemLibrary(
      name: "CSQLite", path: "Plugins/quotes/Sources/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "QuotesStore", dependencies: ["CSQLite", "JSON", "Matching", "SystemIO"],
      path: "Plugins/quotes/Sources/QuotesStore", swiftSettings: settings),
    .executableTarget(
      name: "quotes", dependencies: ["JackfieldPlugin", "QuotesStore"],
      path: "Plugins/quotes/Sources/quotes", swiftSettings: settings),

    // MARK: Commands
    .executableTarget(
      name: "jackfield",
      dependencies: [
        "JSON", "JSONRPC", "HostProtocol", "Matching", "HostCore", "HostRuntime", "SystemIO",
        "JackfieldClient", "Conformance",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "protocol-generator", dependencies: ["JSON", "SystemIO"], swiftSettings: settings),
    .executableTarget(
      name: "matching-benchmark", dependencies: ["Matching"], swiftSettings: settings),

    // MARK: Tests
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "HostProtocol", "JSON", "JackfieldClient", "Matching", "SystemIO", "jackfield", "quotes",
      ],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests", dependencies: ["Conformance", "JSONRPC", "SystemIO"],
      swiftSettings: settings),
    .testTarget(
      name: "HostCoreTests",
      dependencies: ["HostCore", "HostProtocol", "JSON", "JSONRPC", "Matching"],
      swiftSettings: settings),
    .testTarget(
      name: "HostProtocolTests",
      dependencies: ["JSON", "JSONRPC", "HostProtocol", "SystemIO", "protocol-generator"],
      swiftSettings: settings),
    .testTarget(
      name: "HostRuntimeTests",
      dependencies: [
        "JSON", "JSONRPC", "Matching", "HostCore", "HostRuntime", "SystemIO", "TestSupport",
        "runtime-fixture",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JackfieldClientTests",
      dependencies: ["HostProtocol", "JSON", "JSONRPC", "JackfieldClient", "SystemIO"],
      swiftSettings: settings),
    .testTarget(
      name: "JackfieldPluginTests",
      dependencies: [
        "HostProtocol", "JSON", "JSONRPC", "JackfieldPlugin", "JackfieldPluginTesting", "SystemIO",
        "plugin-fixture",
      ],
      swiftSettings: settings),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC"], swiftSettings: settings),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: settings),
    .testTarget(name: "MatchingTests", dependencies: ["Matching"], swiftSettings: settings),
    .testTarget(
      name: "QuotesTests",
      dependencies: [
        "HostProtocol", "JSON", "JSONRPC", "JackfieldPluginTesting", "SystemIO", "quotes",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "QuotesStoreTests",
      dependencies: ["QuotesStore", "SystemIO", "TestSupport", "quotes-store-fixture"],
      swiftSettings: settings),
    .testTarget(
      name: "SystemIOTests", dependencies: ["SystemIO", "TestSupport"], swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["SystemIO"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "plugin-fixture", dependencies: ["JackfieldPlugin"],
      path: "Tests/PluginFixture", swiftSettings: settings),
    .executableTarget(
      name: "quotes-store-fixture", dependencies: ["QuotesStore", "SystemIO"],
      path: "Tests/QuotesStoreFixture", swiftSettings: settings),
    .executableTarget(
      name: "runtime-fixture",
      dependencies: ["JSON", "JSONRPC", "HostCore", "HostRuntime", "SystemIO"],
      path: "Tests/RuntimeFixture", swiftSettings: settings),
  ]
)
