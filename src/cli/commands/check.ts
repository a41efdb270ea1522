import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'

const command: Command = {
  name: 'check',
  says: 'Judge tools as models and hosts will meet them. Exit 1 when something is found at --fail-on.',
  usage: [
    'check FILE|FOLDER… [options]',
    'check URL | TOOLS.json | SERVERS.json [options]',
    'check [options] -- COMMAND',
  ],
  options: {
    pedantic: { type: 'boolean', says: 'Also the rules that are right less often.' },
    target: {
      type: 'string',
      value: 'NAME,…',
      says: 'Also what these refuse: anthropic, openai, gemini, claude-directory, openai-directory.',
    },
    probe: { type: 'boolean', says: 'Call harmless tools with mistakes and judge what a model would read.' },
    'probe-all': { type: 'boolean', says: 'The same for tools that destroy or say nothing of themselves.' },
    requests: { type: 'string', value: 'FILE', says: 'YAML with requests that tools should win: TOOL: [request, …].' },
    confusion: { type: 'boolean', says: 'Show which requests are lost to which tools, and which tools are alike.' },
    lock: { type: 'boolean', says: 'Accept the tools as they are: write verbnoun.lock.' },
    locked: { type: 'boolean', says: 'Compare with verbnoun.lock; what breaks callers is an error.' },
    baseline: { type: 'string', value: 'FILE', says: 'Do not count findings that this file names.' },
    'update-baseline': { type: 'boolean', says: 'Write the findings of now to --baseline.' },
    'fail-on': { type: 'string', value: 'LEVEL', says: 'error, warning, info or never. Default: error.' },
    format: { type: 'string', value: 'FORMAT', says: 'text, json, sarif or github. Default: text.' },
    json: { type: 'boolean', says: 'Short for --format json.' },
    output: { type: 'string', short: 'o', value: 'FILE', says: 'Write the report there instead of to stdout.' },
    config: { type: 'string', value: 'FILE', says: 'Settings. Default: verbnoun.yaml, where there is one.' },
  },
  examples: ['check orders.ts', 'check --probe -- node server.mjs', 'check tools.json --format sarif -o check.sarif'],
  async run(invocation, io) {
    if (invocation.words.length + invocation.command.length === 0) {
      throw new UsageError(`Check what? For example: verbnoun ${command.examples[0]}`)
    }
    const { runCheck } = await import('../checking/run-check.ts')
    return await runCheck(invocation, io)
  },
}

export default command
