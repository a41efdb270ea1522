import { type Command, type Invocation, type Io, UsageError } from '../command.ts'
import { ledgerOption, ledgerUrl } from '../ledger-option.ts'
import { type Access, accessOptions, readAccess } from '../serving/access.ts'
import { type Address, addressOptions, readAddress } from '../serving/address.ts'
import { serveRunning } from '../serving/serve-running.ts'
import { logOption, readVoice, type Voice } from '../serving/voice.ts'
import { readWorkers, requireShared, requireSharedLedger, workersOption } from '../serving/workers.ts'
import type { Running } from '../source.ts'

const command: Command = {
  name: 'serve',
  says: 'Serve the tools of TypeScript sources to a client, over stdio or HTTP.',
  usage: [
    'serve FILE|FOLDER… [--ledger URL] [--log json]',
    'serve FILE|FOLDER… --http [--port PORT] [--host HOST] [--workers N]',
    'serve FILE|FOLDER… --http --auth-issuer URL --auth-audience NAME',
  ],
  options: { ...addressOptions, ...accessOptions, workers: workersOption, ledger: ledgerOption, log: logOption },
  examples: ['serve orders.ts', 'serve orders.ts --http --port 3000', 'serve orders.ts --http --workers 4 --log json'],
  async run(invocation, io) {
    const { words } = invocation
    if (words.length === 0) throw new UsageError(`Which file? For example: verbnoun ${command.examples[0]}`)
    const address = readAddress(invocation, 'serve')
    const workers = readWorkers(invocation, address)
    const access = readAccess(invocation, address)
    const { claimStdout } = await import('../../serve/index.ts')
    claimStdout()
    if (address !== undefined && workers !== undefined)
      return await serveInWorkers(invocation, io, { address, workers, access })
    const voice = readVoice(invocation, io)
    const running = await start(invocation, voice, access)
    if (running === undefined) return 1
    await serveRunning(running, { address, voice })
    await running.stop()
    return 0
  },
}

/** What was named, behind a server; undefined where it is refused, and that has been said. */
async function start(invocation: Invocation, voice: Voice, access: Access): Promise<Running | undefined> {
  const loaded = await load(invocation, voice.io)
  const { runSource } = await import('../source.ts')
  return loaded && (await runSource(loaded, voice.io, { ...voice, ...access, ledger: ledgerUrl(invocation) }))
}

async function load({ words }: Invocation, io: Io) {
  const { openTarget } = await import('../../compile/index.ts')
  const { requireTools, tellRefusals } = await import('../source.ts')
  const loaded = await openTarget(words, { cwd: io.cwd })
  if (tellRefusals(loaded, words, io)) {
    io.err('Nothing is served until this is mended.')
    return undefined
  }
  requireTools(loaded, words)
  return loaded
}

interface Crew {
  readonly address: Address
  readonly workers: number
  readonly access: Access
}

/** This process either watches, and has compiled what the others load, or it is one of the others. */
async function serveInWorkers(invocation: Invocation, io: Io, { address, workers, access }: Crew): Promise<number> {
  const { superviseWorkers, workerHere } = await import('../../serve/index.ts')
  const worker = await workerHere(io.env)
  const voice = readVoice(invocation, io, worker && { worker: worker.slot })
  if (worker === undefined) {
    requireShared(invocation, workers, io)
    if ((await load(invocation, voice.io)) === undefined) return 1
    const supervised = superviseWorkers({ count: workers, log: voice.io.err, signal: io.signal })
    await supervised.catch(explain)
    return 0
  }
  const { serveAsWorker } = await import('../serving/over-http.ts')
  try {
    const running = await start(invocation, voice, access)
    if (running === undefined) return 1
    requireSharedLedger(running, workers)
    await serveAsWorker(running, address, { worker, voice })
    await running.stop()
    return 0
  } catch (error) {
    worker.tellFailed(error instanceof Error ? error.message : String(error))
    return 2
  } finally {
    worker.leave()
  }
}

function explain(error: unknown): never {
  throw error instanceof Error && error.name === 'WorkersError' ? new UsageError(error.message) : error
}

export default command
