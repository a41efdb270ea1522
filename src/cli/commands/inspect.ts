import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'
import { hintWords } from '../hints.ts'
import type { View } from '../view.ts'

const command: Command = {
  name: 'inspect',
  says: 'Show what a model would learn of each tool: name, description, schemas, hints.',
  usage: ['inspect FILE|FOLDER… [--json]', 'inspect [--json] -- COMMAND'],
  options: { json: { type: 'boolean', says: 'One JSON object: server, tools as tools/list sends them, diagnostics.' } },
  examples: ['inspect orders.ts', 'inspect -- node server.mjs'],
  async run({ words, options, command: foreign }, io) {
    if ((words.length === 0) === (foreign.length === 0)) {
      throw new UsageError(`Inspect what? Give either files or, behind --, a command. ${example()}`)
    }
    const { viewCommand, viewSource } = await import('../view.ts')
    const view = foreign.length > 0 ? await viewCommand(foreign, io) : await viewSource(words, io)
    if (options['json'] === true) io.out(JSON.stringify(view, undefined, 2))
    else {
      for (const line of describe(view)) io.out(line)
      const { formatDiagnostic } = await import('../../compile/index.ts')
      for (const diagnostic of view.diagnostics) io.err(formatDiagnostic(diagnostic))
    }
    return view.diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0
  },
}

function example(): string {
  return `For example: verbnoun ${command.examples.join(' or verbnoun ')}`
}

function describe({ tools }: View): string[] {
  return tools.flatMap(({ name, description, inputSchema, outputSchema, annotations }) => [
    `TOOL: ${String(name)}${typeof description === 'string' ? ` - ${description.replaceAll('\n', '\n    ')}` : ''}`,
    `  schema: ${JSON.stringify(inputSchema)}`,
    ...(outputSchema === undefined ? [] : [`  output: ${JSON.stringify(outputSchema)}`]),
    ...(typeof annotations === 'object' && annotations !== null ? [`  hints: ${hintWords(annotations)}`] : []),
  ])
}

export default command
