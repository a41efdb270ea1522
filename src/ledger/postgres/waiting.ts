import type { Store } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import type { Client } from './client.ts'
import { createListening } from './listening.ts'
import { alive } from './rows.ts'

/** Waiting for entries to change, in whatever process that happens. */
export interface Waiting extends Pick<Store, 'changed'> {
  /** All who wait look again. */
  readonly doubt: () => void
  readonly end: () => Promise<void>
}

/** What is heard may be lost with a connection, so everybody who waits looks this often anyway, in milliseconds. */
const doubtMs = 1000

export function createWaiting(client: Client, schema: string): Waiting {
  const watchers = createWatchers()
  const { wait, end } = createListening(client, {
    channel: schema,
    hear: watchers.wake,
    doubt: watchers.wakeAll,
    doubtMs,
  })
  const query = `SELECT version FROM ${schema}.entries e WHERE key = $1 AND ${alive(schema)}`
  return {
    async changed(key, version, signal) {
      const stop = wait()
      const looking = createLooking(
        async () => (await client.surely(() => client.run(query, [key])))[0]?.['version'] !== version,
        () => watchers.wake(key),
      )
      await watchers.watch(key, signal, looking.isOver)
      stop()
      looking.end()
    },
    doubt: watchers.wakeAll,
    end,
  }
}

/** A question that is answered later: whoever asks sees the last answer, and is told when it becomes yes. */
function createLooking(look: () => Promise<boolean>, tell: () => void): { isOver: () => boolean; end: () => void } {
  let isOver = false
  let failure: unknown
  let looking: Promise<void> | undefined
  let isStale = false

  async function lookAgain(): Promise<void> {
    do {
      isStale = false
      isOver = await look()
    } while (isStale && !isOver)
  }

  return {
    isOver() {
      if (isOver) return true
      isStale = true
      looking ??= lookAgain()
        .catch((error: unknown) => {
          failure = error
          isOver = true
        })
        .finally(() => {
          looking = undefined
          if (isOver) tell()
        })
      return false
    },
    end() {
      if (failure !== undefined) throw failure
    },
  }
}
