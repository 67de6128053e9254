// Turns the text of the grammar into Swift constants at every build that finds it changed.

import PackagePlugin

/// Runs `embed-grammar` over all files of its target that are not Swift. Applied to the target in
/// whose folder they lie, because only then does a new or a deleted file count as a change.
@main
struct GrammarPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let texts = module.sourceFiles.filter { $0.url.pathExtension != "swift" }.map(\.url)
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedGrammar.swift")
    return [
      .buildCommand(
        displayName: "Embedding the grammar",
        executable: try context.tool(named: "embed-grammar").url,
        arguments: [
          output.path(percentEncoded: false), target.directoryURL.path(percentEncoded: false),
        ]
          + texts.map { $0.path(percentEncoded: false) },
        inputFiles: texts, outputFiles: [output])
    ]
  }
}
