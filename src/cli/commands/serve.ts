import { UsageError } from '../command.ts'
import { ledgerOption, ledgerUrl } from '../ledger-option.ts'
import type { Command, Invocation, Io } from '../command.ts'
import { hintWords } from '../hints.ts'
import type { Running } from '../source.ts'

const command: Command = {
  name: 'serve',
  says: 'Serve the tools of TypeScript sources to a client, over stdio or HTTP.',
  usage: ['serve FILE|FOLDER… [--ledger URL]', 'serve FILE|FOLDER… --http [--port PORT] [--host HOST]'],
  options: {
    http: { type: 'boolean', says: 'Over Streamable HTTP instead of stdio.' },
    port: { type: 'string', value: 'PORT', says: 'The port for HTTP; 0 takes any that is free. Default: 3000.' },
    host: { type: 'string', value: 'HOST', says: 'The address for HTTP. Default: 127.0.0.1, this machine only.' },
    ledger: ledgerOption,
  },
  examples: ['serve orders.ts', 'serve orders.ts --http --port 3000'],
  async run(invocation, io) {
    const { words } = invocation
    if (words.length === 0) throw new UsageError(`Which file? For example: verbnoun ${command.examples[0]}`)
    const address = readAddress(invocation)
    const { claimStdout } = await import('../../serve/index.ts')
    claimStdout()
    const { openTarget } = await import('../../compile/index.ts')
    const { requireTools, runSource, tellRefusals } = await import('../source.ts')
    const loaded = await openTarget(words, { cwd: io.cwd })
    if (tellRefusals(loaded, words, io)) {
      io.err('Nothing is served until this is mended.')
      return 1
    }
    requireTools(loaded, words)
    const running = await runSource(loaded, io, ledgerUrl(invocation))
    await (address === undefined ? serveOverStdio(running, io) : serveOverHttp(running, address, io))
    await running.stop()
    return 0
  },
}

interface Address {
  readonly port: number
  readonly host: string
}

function readAddress({ options }: Invocation): Address | undefined {
  const { http, port = '3000', host = '127.0.0.1' } = options
  if (http !== true && (options['port'] ?? options['host']) !== undefined) {
    throw new UsageError('--port and --host are for --http: verbnoun serve FILE --http --port 3000')
  }
  if (http !== true) return undefined
  const number = Number(port)
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new UsageError(`--port wants a number from 0 to 65535, not ${String(port)}.`)
  }
  return { port: number, host: String(host) }
}

function announce({ server, info }: Running, where: string, io: Io): void {
  io.err(`${info.name} ${info.version} serves on ${where}`)
  for (const { name, annotations } of server.tools.values()) io.err(`  ${name}  ${hintWords(annotations)}`)
}

async function serveOverStdio(running: Running, io: Io): Promise<void> {
  const { serveStdio } = await import('../../serve/index.ts')
  announce(running, 'stdio', io)
  await serveStdio(running.server)
}

/** Until the person interrupts; calls that are running end first. */
async function serveOverHttp(running: Running, address: Address, io: Io): Promise<void> {
  const { listen, surviveStrayErrors } = await import('../../serve/index.ts')
  surviveStrayErrors(io.err, running.server.secrets)
  const listening = await listen(running.server, { ...running.http, ...address, log: io.err }).catch(explain)
  announce(running, listening.url, io)
  if (!isLoopback(address.host)) io.err('warning: anyone who reaches this address can call these tools.')
  if (!io.signal.aborted) await new Promise((resolve) => io.signal.addEventListener('abort', resolve, { once: true }))
  await listening.close()
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function explain(error: unknown): never {
  const isTaken = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  throw isTaken ? new UsageError(`Cannot listen there: ${error.message}. --port 0 takes a port that is free.`) : error
}

export default command
