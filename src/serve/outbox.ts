/** Where texts are written: as much of a stream as that takes. */
export interface Output {
  /** False asks to wait for `drain`. */
  write(text: string): boolean
  once(event: 'drain' | 'close' | 'error', listener: () => void): unknown
}

/** Lines on their way out. */
export interface Outbox {
  readonly put: (line: string) => void
  /** Writes what is waiting, and resolves when more may come without piling up. */
  readonly flush: () => Promise<void> | undefined
}

/** So many lines leave in one write: the client reads them while the next are made. */
const together = 8

/** The lines of one tick leave together, as far as they are few. `defer` runs a function at the end of the tick. */
export function createOutbox(output: Output, defer: (run: () => void) => void): Outbox {
  let waiting: string[] = []
  let full: Promise<void> | undefined

  function flush(): Promise<void> | undefined {
    if (waiting.length === 0) return full
    const text = `${waiting.join('\n')}\n`
    waiting = []
    if (!output.write(text)) full ??= drained()
    return full
  }

  async function drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      output.once('drain', resolve)
      output.once('close', resolve)
    })
    full = undefined
  }

  return {
    put(line) {
      const size = waiting.push(line)
      if (size === together) void flush()
      else if (size === 1) defer(() => void flush())
    },
    flush,
  }
}
