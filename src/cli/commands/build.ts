import { statSync } from 'node:fs'
import { relative } from 'node:path'
import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'

const command: Command = {
  name: 'build',
  says: 'Write one file that serves the tools without their sources, their packages or a compiler.',
  usage: ['build FILE|FOLDER… -o OUTFILE [--external NAME,…]'],
  options: {
    output: { type: 'string', short: 'o', value: 'OUTFILE', says: 'The file to write, such as server.mjs.' },
    external: {
      type: 'string',
      value: 'NAME,…',
      says: 'Packages that are not built in but installed beside the file.',
    },
  },
  examples: ['build orders.ts -o server.mjs'],
  async run({ words, options: { output, external } }, io) {
    if (words.length === 0 || typeof output !== 'string') {
      throw new UsageError(`Build what into which file? For example: verbnoun ${command.examples[0]}`)
    }
    const { buildServer, formatDiagnostic } = await import('../../compile/index.ts')
    const packages = typeof external === 'string' ? external.split(',').map((name) => name.trim()) : []
    const built = await buildServer(words, {
      cwd: io.cwd,
      outfile: output,
      external: packages,
    })
    for (const diagnostic of built.diagnostics) io.err(formatDiagnostic(diagnostic))
    if (built.outfile === undefined) {
      io.err('Nothing is built until this is mended.')
      return 1
    }
    const { tools, runtime = [] } = built.manifest
    const kilobytes = (statSync(built.outfile).size / 1000).toFixed(0)
    const count = tools.length + runtime.length
    io.out(`${relative(io.cwd, built.outfile)}: ${count} ${count === 1 ? 'export' : 'exports'} served, ${kilobytes} kB`)
    return 0
  },
}

export default command
