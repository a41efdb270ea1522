import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'

const command: Command = {
  name: 'gate',
  says: 'Stand before servers for any host: a person is asked before a side effect, more loudly the worse it could be.',
  usage: ['gate [--config FILE] [--wall SECONDS]', 'gate review [--config FILE]'],
  options: {
    config: {
      type: 'string',
      value: 'FILE',
      says: 'The servers, as other hosts have them: {"mcpServers": {…}}. Default: servers.json in your state folder.',
    },
    wall: {
      type: 'string',
      value: 'SECONDS',
      says: 'How long the host waits for a person before it is told to come again. Default: 45.',
    },
  },
  examples: ['gate --config servers.json', 'gate review --config servers.json'],
  async run(invocation, io) {
    const [verb, ...rest] = invocation.words
    if (rest.length > 0 || (verb !== undefined && verb !== 'review'))
      throw new UsageError(`What is "${rest[0] ?? verb}"? For example: verbnoun ${command.examples[0]}`)
    if (verb === 'review') {
      const { reviewServers } = await import('../gate/review-servers.ts')
      return await reviewServers(invocation, io)
    }
    const { serveGate } = await import('../gate/serve-gate.ts')
    return await serveGate(invocation, io)
  },
}

export default command
