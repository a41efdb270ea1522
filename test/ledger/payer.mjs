// A process that pays once, prints the answer, and dies where it is told to.
// node payer.mjs '{ "ledger": URL, "bank": URL, "order": ID, "dies": POINT, "steps": true, "at": TIME, "leaseMs": … }'
import { writeSync } from 'node:fs'
import { openStore } from '../../dist/ledger/index.js'
import { createPayer } from './paying.mjs'

const { ledger: url, order, at, ...wish } = JSON.parse(process.argv[2])
const { dies } = wish

const ledger = dying(await openStore(url, { cwd: process.cwd(), now: () => Date.now() }))
const pay = createPayer({ ...wish, ledger, onPaid: () => dies === 'after-effect' && die() })
if (at !== undefined) await new Promise((resolve) => setTimeout(resolve, at - Date.now()))
writeSync(1, `${await pay(order)}\n`)
await ledger.close()

/** The first write is the claim; the next records. */
function dying(store) {
  let writes = 0
  return {
    ...store,
    async write(changes, options) {
      writes += 1
      if (writes === 1 && dies === 'before-claim') die()
      if (writes === 2 && dies === 'during-record') setTimeout(die, Math.random() * 2)
      const written = await store.write(changes, options)
      if (writes === 1 && dies === 'after-claim') die()
      return written
    },
  }
}

function die() {
  process.kill(process.pid, 'SIGKILL')
}
