import type { Client } from './client.ts'

/** Hears what other processes change, while somebody waits for it. */
export interface Listening {
  /** Begins to wait; the function that comes back ends it. */
  readonly wait: () => () => void
  readonly end: () => Promise<void>
}

export interface ListeningOptions {
  readonly channel: string
  readonly hear: (key: string) => void
  /** Anything may have changed. */
  readonly doubt: () => void
  /** How often that is so even while everything is heard, in milliseconds. */
  readonly doubtMs: number
}

/** One connection for all who wait. It is opened for the first, kept, and opened again for whoever waits when it broke. */
export function createListening(client: Client, { channel, hear, doubt, doubtMs }: ListeningOptions): Listening {
  let waiting = 0
  let isEnded = false
  let timer: NodeJS.Timeout | undefined
  let ear: Promise<{ readonly end: () => Promise<void> } | undefined> | undefined

  function lost(): void {
    ear = undefined
    if (waiting > 0) open()
  }

  function open(): void {
    if (isEnded) return
    ear ??= client.listen(channel, { hear, lost }).catch(() => {
      ear = undefined
      return undefined
    })
    void ear.then(doubt)
  }

  return {
    wait() {
      waiting += 1
      if (ear === undefined) open()
      timer ??= setInterval(() => {
        if (ear === undefined) open()
        else doubt()
      }, doubtMs)
      return () => {
        waiting -= 1
        if (waiting > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    async end() {
      isEnded = true
      clearInterval(timer)
      await (await ear)?.end()
    },
  }
}
