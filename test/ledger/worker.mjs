// A process beside others on one ledger. It opens it when told to begin, does what its name says, and prints the outcome
// as one line of JSON.
import { openStore } from '../../dist/ledger/index.js'

const [url, name, task, ...rest] = process.argv.slice(2)
const options = { cwd: '.', now: () => new Date().getTime() }
let made = 0

const tasks = {
  /** Claims a key that everybody wants, and one of its own. */
  async claim(store) {
    const [{ kind }] = await Promise.all([store.write([entry('everybody')]), store.write([entry(name)])])
    return kind
  },
  /** Adds one to a number, and a line to a log, many times. */
  async count(store, times) {
    for (let done = 0; done < Number(times); done += 1) {
      await add(store)
      await appendLine(store)
    }
  },
  /** Waits until an entry changes. */
  async wait(store, key, version) {
    const waiting = store.changed(key, version, new AbortController().signal)
    process.stdout.write('waiting\n')
    await waiting
    return performance.timeOrigin + performance.now()
  },
}

process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
process.stdin.destroy()
const opened = await openStore(url, options)
const outcome = await tasks[task](opened, ...rest)
await opened.close()
process.stdout.write(`${JSON.stringify(outcome ?? null)}\n`)

async function add(store) {
  for (;;) {
    const [seen] = (await store.read(['number'])).entries
    const change = { ...entry('number', String(Number(seen?.value ?? 0) + 1)), expect: seen?.version }
    if ((await store.write([change], { relaxed: true })).kind === 'written') return
  }
}

async function appendLine(store) {
  for (;;) {
    const last = await store.lastLine('audit')
    if (await store.append('audit', last?.number ?? 0, name)) return
  }
}

function entry(key, value = name) {
  made += 1
  return { key, expect: undefined, version: `${name}-${made}`, value }
}
