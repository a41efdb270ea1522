import { type Command, type Invocation, type Io, UsageError } from '../command.ts'
import { ledgerOption, ledgerUrl } from '../ledger-option.ts'
import { addressOptions, readAddress } from '../serving/address.ts'
import { type Serving, serveRunning } from '../serving/serve-running.ts'
import { logOption, readVoice } from '../serving/voice.ts'

const command: Command = {
  name: 'dev',
  says: 'Serve the tools of TypeScript sources while you work on them: each save reloads them.',
  usage: ['dev FILE|FOLDER… [--ledger URL] [--log json]', 'dev FILE|FOLDER… --http [--port PORT] [--host HOST]'],
  options: { ...addressOptions, ledger: ledgerOption, log: logOption },
  examples: ['dev orders.ts', 'dev orders.ts --http --port 3000'],
  async run(invocation, io) {
    if (invocation.words.length === 0) throw new UsageError(`Which file? For example: verbnoun ${command.examples[0]}`)
    const address = readAddress(invocation, 'dev')
    const voice = readVoice(invocation, io)
    const { claimStdout } = await import('../../serve/index.ts')
    claimStdout()
    return await serveWhileWatching(invocation, { address, voice })
  },
}

async function serveWhileWatching(invocation: Invocation, serving: Serving): Promise<number> {
  const { words } = invocation
  const { watchEntries } = await import('../../compile/index.ts')
  const { createReloading } = await import('../serving/reload.ts')
  const { io } = serving.voice
  const over = new AbortController()
  const signal = AbortSignal.any([io.signal, over.signal])
  const reloading = createReloading({ ...serving.voice, words, ledger: ledgerUrl(invocation) })
  let ended: Promise<void> | undefined
  for await (const state of watchEntries(async () => await entriesOf(words, io), { cwd: io.cwd, signal })) {
    await reloading.take(state)
    const running = reloading.running()
    if (running === undefined || ended !== undefined) continue
    ended = serveRunning(running, serving).finally(() => over.abort())
    // What it throws is for whoever waits for it below.
    ended.catch(ignore)
  }
  await ended
  await reloading.stop()
  return 0
}

async function entriesOf(words: readonly string[], { cwd }: Io): Promise<string[]> {
  const { findEntries } = await import('../../compile/index.ts')
  const found = await Promise.all(words.map(async (word) => await findEntries(word, cwd)))
  return [...new Set(found.flat())]
}

function ignore(): void {}

export default command
