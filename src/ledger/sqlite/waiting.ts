import type { Store } from '../store.ts'
import { createWatchers } from '../watchers.ts'
import { pragma } from './connection.ts'
import type { Database } from './driver.ts'
import type { Entries } from './entries.ts'
import { isBusy } from './failure.ts'
import { createPolling } from './polling.ts'
import type { Turns } from './turns.ts'

/** Waiting for entries to change, in this process and in others. */
export interface Waiting extends Pick<Store, 'changed'> {
  /** Somebody in this process has written an entry. */
  readonly wake: (key: string) => void
  /** Tells all who wait that nothing more comes. */
  readonly end: () => void
}

export function createWaiting(database: Database, turns: Turns, entries: Entries): Waiting {
  const watchers = createWatchers()
  const polling = createPolling(() => Number(pragma(database, 'data_version')), watchers.wakeAll)
  let isEnded = false
  return {
    wake: watchers.wake,
    async changed(key, version, signal) {
      const stop = polling.wait()
      let hasFailed = false
      const isOver = (): boolean => {
        try {
          return isEnded || entries.find(key)?.version !== version
        } catch (error) {
          hasFailed = !isBusy(error)
          if (!hasFailed) polling.doubt()
          return hasFailed
        }
      }
      await watchers.watch(key, signal, isOver)
      stop()
      if (hasFailed || isEnded) await turns.read(() => entries.find(key))
    },
    end() {
      isEnded = true
      watchers.wakeAll()
    },
  }
}
