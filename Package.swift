// swift-tools-version: 6.1
// The plan of the house: every module, and what it may import. Sources/README.md tells why.

import PackageDescription

let package = Package(
  name: "usher",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "usher", targets: ["usher"]),
    .library(name: "usher-allocations", type: .dynamic, targets: ["CAllocations"]),
  ],
  dependencies: [],
  targets: [
    // The pure part: no operating system, no clock, no chance.
    .target(name: "CivilTime"),
    .target(name: "JSON"),
    .target(name: "LineProtocol", dependencies: ["JSON"]),
    .target(name: "Mobility", dependencies: ["CivilTime", "JSON"]),
    .target(name: "Accounts", dependencies: ["Mobility", "CivilTime", "JSON"]),
    .target(name: "PhoneNumbers", dependencies: ["CPhoneNumbers"]),
    .target(
      name: "Grammar", path: "grammar", exclude: ["README.md", "protocol.md"],
      plugins: ["GrammarPlugin"]),
    .target(name: "Language", dependencies: ["Grammar", "CivilTime", "PhoneNumbers"]),
    .target(name: "Bookings", dependencies: ["CivilTime"]),
    .target(name: "Passes", dependencies: ["Bookings", "CivilTime"]),
    .target(name: "Products", dependencies: ["Mobility", "CivilTime", "JSON"]),
    .target(
      name: "Discourse",
      dependencies: ["Bookings", "Products", "Accounts", "Mobility", "CivilTime"]),
    .target(
      name: "Understanding",
      dependencies: [
        "Language", "Discourse", "Bookings", "Products", "Accounts", "Mobility", "CivilTime",
        "PhoneNumbers",
      ]),
    .target(name: "Planning", dependencies: ["Discourse", "Bookings", "Products", "CivilTime"]),
    .target(
      name: "Dialogue",
      dependencies: [
        "Language", "Discourse", "Understanding", "Planning", "Bookings", "Passes", "Products",
        "Accounts", "Mobility", "CivilTime", "PhoneNumbers",
      ]),
    .target(
      name: "Wording",
      dependencies: [
        "Dialogue", "Discourse", "Bookings", "Passes", "Products", "Accounts", "Mobility",
        "CivilTime",
      ]),
    .target(
      name: "BookingAgent",
      dependencies: [
        "CivilTime", "JSON", "LineProtocol", "PhoneNumbers", "Language", "Bookings", "Passes",
        "Products", "Mobility", "Accounts", "Discourse", "Dialogue", "Wording",
      ]),

    // What turns the text of the grammar into constants, while building.
    .plugin(
      name: "GrammarPlugin", capability: .buildTool(), dependencies: ["embed-grammar"],
      path: "Sources/GrammarPlugin"),
    .executableTarget(name: "embed-grammar"),

    // The shell: the operating system and the libraries.
    .target(
      name: "Storage",
      dependencies: [
        "BookingAgent", "Bookings", "Passes", "Products", "Mobility", "Accounts", "CivilTime",
        "JSON", "CSQLite",
      ]),
    .target(
      name: "Gateways",
      dependencies: [
        "BookingAgent", "Bookings", "Passes", "Mobility", "CivilTime", "JSON", "CCurl",
      ]),
    .target(
      name: "Vault",
      dependencies: ["Accounts", "Mobility", "CivilTime", "JSON", "CSQLite", "CCrypto"]),
    .target(name: "LineEditing", dependencies: ["CEdit"]),
    .target(name: "QRCodes", dependencies: ["CQREncode"]),
    .target(
      name: "Transport",
      dependencies: [
        "BookingAgent", "Accounts", "Mobility", "JSON", "LineProtocol", "LineEditing", "QRCodes",
        "CUV",
      ]),
    .target(
      name: "House",
      dependencies: [
        "CivilTime", "JSON", "LineProtocol", "PhoneNumbers", "Grammar", "Language", "Bookings",
        "Passes", "Products", "Accounts", "Mobility", "Dialogue", "BookingAgent", "Storage",
        "Gateways", "Vault", "CCrypto",
      ]),
    .target(name: "Measuring", dependencies: ["CivilTime", "Storage", "House"]),
    .executableTarget(
      name: "usher",
      dependencies: [
        "CivilTime", "JSON", "LineProtocol", "PhoneNumbers", "Grammar", "Language", "Bookings",
        "Passes", "Dialogue", "Wording", "BookingAgent", "Storage", "Gateways", "LineEditing",
        "Transport", "Vault", "House", "Measuring",
      ]),

    // What `usher bench parse` loads before itself to count allocations.
    .target(name: "CAllocations"),

    // System libraries, and shims where a library speaks C++ or takes arguments of any kind.
    .target(
      name: "CPhoneNumbers",
      // It has no pkg-config file, and Homebrew on Apple silicon installs beside the usual places.
      cxxSettings: [.unsafeFlags(["-I/opt/homebrew/include"], .when(platforms: [.macOS]))],
      linkerSettings: [
        .unsafeFlags(["-L/opt/homebrew/lib"], .when(platforms: [.macOS])),
        .linkedLibrary("phonenumber"),
        .linkedLibrary("stdc++", .when(platforms: [.linux])),
        .linkedLibrary("c++", .when(platforms: [.macOS])),
      ]),
    .target(name: "CEdit", linkerSettings: [.linkedLibrary("edit")]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CUV", pkgConfig: "libuv",
      providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

    // The proof.
    .target(name: "SimulatedDisk", dependencies: ["CSQLite"], path: "Tests/SimulatedDisk"),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"]),
    .testTarget(
      name: "MobilityTests", dependencies: ["Mobility", "CivilTime", "JSON"],
      exclude: ["stand-in-mobility.py", "stand-in-identity.py", "stand-ins-check.py"]),
    .testTarget(
      name: "AccountsTests", dependencies: ["Accounts", "Mobility", "CivilTime", "JSON"]),
    .testTarget(
      name: "ProductsTests", dependencies: ["Products", "Mobility", "CivilTime", "JSON"]),
    .testTarget(name: "LineProtocolTests", dependencies: ["JSON", "LineProtocol"]),
    .testTarget(name: "PhoneNumbersTests", dependencies: ["PhoneNumbers"]),
    .testTarget(
      name: "LanguageTests",
      dependencies: ["Language", "Grammar", "CivilTime", "PhoneNumbers"]),
    .testTarget(name: "BookingsTests", dependencies: ["Bookings", "CivilTime"]),
    .testTarget(
      name: "UnderstandingTests",
      dependencies: ["Understanding", "Discourse", "Language", "Grammar", "Bookings", "CivilTime"]),
    .testTarget(
      name: "PlanningTests", dependencies: ["Planning", "Discourse", "Bookings", "CivilTime"]),
    .testTarget(name: "DiscourseTests", dependencies: ["Discourse", "Bookings", "CivilTime"]),
    .testTarget(
      name: "WordingTests",
      dependencies: [
        "Wording", "Dialogue", "Discourse", "Language", "Grammar", "Bookings", "Passes",
        "Products", "Accounts", "Mobility", "CivilTime",
      ]),
    .testTarget(name: "PassesTests", dependencies: ["Passes", "Bookings", "CivilTime"]),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "Storage", "BookingAgent", "Bookings", "Passes", "Products", "Mobility", "Accounts",
        "CivilTime", "JSON", "CSQLite", "SimulatedDisk",
      ],
      exclude: ["Stores"]),
    .testTarget(
      name: "GatewaysTests",
      dependencies: [
        "Gateways", "BookingAgent", "Bookings", "Passes", "Mobility", "CivilTime", "JSON",
      ],
      exclude: ["stand-in-gateway.py", "stand-in-errands.py"]),
    .testTarget(
      name: "VaultTests",
      dependencies: ["Vault", "Accounts", "Mobility", "CivilTime", "JSON", "CSQLite"]),
    .testTarget(name: "LineEditingTests", dependencies: ["LineEditing"]),
    .testTarget(name: "QRCodesTests", dependencies: ["QRCodes", "CQREncode"]),
    .testTarget(
      name: "TransportTests",
      dependencies: ["Transport", "BookingAgent", "LineProtocol", "JSON"]),
    .testTarget(
      name: "HouseTests",
      dependencies: [
        "House", "BookingAgent", "LineProtocol", "JSON", "Bookings", "Passes", "CivilTime",
        "Language", "Dialogue", "PhoneNumbers", "Grammar", "Gateways", "Storage", "CSQLite",
        "Products", "Mobility", "Accounts", "Vault", "SimulatedDisk",
      ],
      exclude: ["Transcripts"]),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"]),
    .testTarget(
      name: "AgentTests",
      dependencies: [
        "BookingAgent", "LineProtocol", "JSON", "Bookings", "Passes", "Products", "Mobility",
        "Accounts",
        "CivilTime", "Language", "Dialogue", "Discourse", "Understanding", "Grammar", "Wording",
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "House", "BookingAgent", "LineProtocol", "JSON", "Bookings", "Passes", "CivilTime",
        "Language", "Dialogue", "Wording", "Gateways", "Storage", "SimulatedDisk", "Mobility",
        "Products", "Accounts",
      ]),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "House", "BookingAgent", "LineProtocol", "JSON", "Bookings", "Passes", "CivilTime",
        "Language", "Dialogue", "Discourse", "PhoneNumbers", "Grammar", "Mobility", "Products",
        "Wording",
      ],
      exclude: ["Good"]),
    // Runs the built program, which is no dependency of a test: SwiftPM builds it along.
    .testTarget(name: "ProgramTests", dependencies: ["JSON", "CSQLite", "QRCodes"]),
    .testTarget(name: "HouseRulesTests"),
  ],
  cxxLanguageStandard: .cxx17
)

// Set where changes are checked, not where people build: a newer compiler may warn of more.
let warningsAreErrors = Context.environment["USHER_WARNINGS"] == "errors"

// One language mode and one set of checks for every Swift target.
for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // Tests are built and run once: to optimise them takes longer than it saves. What they run is as
  // it is installed.
  if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
  if warningsAreErrors { target.swiftSettings?.append(.unsafeFlags(["-warnings-as-errors"])) }
}
