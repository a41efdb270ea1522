import type { Change } from './store.ts'
import { StoreError } from './store.ts'

export interface RoomOptions {
  /** In bytes, about. */
  readonly limit: number
  /** How many bytes the place holds. */
  readonly measure: () => Promise<number>
  /** Deletes what has expired. */
  readonly sweep: () => Promise<void>
  /** How the place is called where it is full. */
  readonly name: string
}

/** Keeps a place from growing without end. */
export interface Room {
  /** Resolves where these changes may be made: when they begin nothing, or there is room. Else rejects. */
  readonly admit: (changes: readonly Change[]) => Promise<void>
  /** Measures again before the next that is new. */
  readonly doubt: () => void
}

export function createRoom({ limit, measure, sweep, name }: RoomOptions): Room {
  /** It is measured when so much was written since, at the latest. */
  const trust = Math.min(limit / 64, 16_000_000)
  let written = Infinity
  let measuring: Promise<boolean> | undefined

  async function isFull(): Promise<boolean> {
    if ((await measure()) <= limit) return false
    await sweep()
    return (await measure()) > limit
  }

  async function look(): Promise<void> {
    measuring ??= isFull()
    const full = await measuring.finally(() => {
      measuring = undefined
    })
    if (full) {
      throw new StoreError(
        `${name} is full: it holds more than ${limit} bytes. Nothing is begun until something expires or the limit is raised.`,
      )
    }
    written = 0
  }

  return {
    async admit(changes) {
      for (const change of changes) written += sizeOf(change)
      if (written > trust && changes.some(isNew)) await look()
    },
    doubt() {
      written = Infinity
    },
  }
}

function isNew(change: Change): boolean {
  return change.expect === undefined && !('remove' in change)
}

function sizeOf(change: Change): number {
  return 'remove' in change ? 0 : change.key.length + change.value.length + (change.bytes?.length ?? 0)
}
