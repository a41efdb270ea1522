/** Looks for what other processes write, while somebody waits for it. */
export interface Polling {
  /** Begins to wait; the function that comes back ends it. */
  readonly wait: () => () => void
  /** Rings at the next look, whatever it sees. */
  readonly doubt: () => void
}

const shortestMs = 5
const longestMs = 200

/** `look` gives another number when another process has written, and throws where that cannot be told. */
export function createPolling(look: () => number, ring: () => void): Polling {
  let waiting = 0
  let seen: number | undefined
  let pause = shortestMs
  let timer: NodeJS.Timeout | undefined

  function check(): void {
    const found = lookOnce()
    const isNews = found === undefined || found !== seen
    pause = isNews ? shortestMs : Math.min(pause * 1.5, longestMs)
    seen = found
    timer = setTimeout(check, pause)
    if (isNews) ring()
  }

  function lookOnce(): number | undefined {
    try {
      return look()
    } catch {
      return undefined
    }
  }

  return {
    wait() {
      if (waiting === 0) seen = lookOnce()
      waiting += 1
      pause = shortestMs
      timer ??= setTimeout(check, pause)
      return () => {
        waiting -= 1
        if (waiting > 0) return
        clearTimeout(timer)
        timer = undefined
      }
    },
    doubt() {
      seen = undefined
    },
  }
}
