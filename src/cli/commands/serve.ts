import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'
import { hintWords } from '../hints.ts'

const command: Command = {
  name: 'serve',
  says: 'Serve the tools of TypeScript sources to a client over stdio.',
  usage: ['serve FILE [FILE…]', 'serve FOLDER'],
  options: {},
  examples: ['serve orders.ts'],
  async run({ words }, io) {
    if (words.length === 0) throw new UsageError(`Which file? For example: verbnoun ${command.examples[0]}`)
    const { serveStdio, claimStdout } = await import('../../serve/index.ts')
    claimStdout()
    const { openSource, requireTools, runSource } = await import('../source.ts')
    const { formatDiagnostic } = await import('../../compile/index.ts')
    const loaded = await openSource(words, io.cwd)
    for (const diagnostic of loaded.diagnostics) io.err(formatDiagnostic(diagnostic))
    if (loaded.diagnostics.some(isRefusal)) {
      io.err('Nothing is served until this is mended.')
      return 1
    }
    requireTools(loaded, words)
    const { server, info, missing, stop } = await runSource(loaded, io)
    for (const { name, description } of missing) io.err(`warning: ${name} is not set: ${description}`)
    io.err(`${info.name} ${info.version} serves on stdio:`)
    for (const { name, annotations } of server.tools.values()) io.err(`  ${name}  ${hintWords(annotations)}`)
    await serveStdio(server)
    await stop()
    return 0
  },
}

/** An export that nobody described is usually a helper, and serving it by accident gives it away. */
function isRefusal({ severity, code }: { readonly severity: string; readonly code: string }): boolean {
  return severity === 'error' || code === 'undocumented-export'
}

export default command
