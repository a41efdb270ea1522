import type { ProbeAnswer, ProbeOptions } from '../../check/index.ts'
import { isObject } from '../../tool/index.ts'
import type { UnknownObject } from '../../tool/index.ts'

/** That live tools are to be called with mistakes, and which. */
export interface Probing {
  readonly options: ProbeOptions
  readonly env: Readonly<Record<string, string>>
}

/** In milliseconds: for one call, and for all of a server. */
const limits = { call: 10_000, server: 120_000 }

export interface ProbeClock {
  hasTime(this: void): boolean
  /** Runs a call; one that fails was refused, one that takes too long is late. */
  limit(this: void, call: (signal: AbortSignal) => Promise<ProbeAnswer>): Promise<ProbeAnswer>
}

export function clockFor(): ProbeClock {
  const end = performance.now() + limits.server
  return {
    hasTime: () => performance.now() < end,
    async limit(call) {
      const signal = AbortSignal.timeout(limits.call)
      const late = new Promise<ProbeAnswer>((resolve) => {
        const text = `No answer within ${limits.call / 1000} seconds.`
        signal.addEventListener('abort', () => resolve({ kind: 'late', text }), { once: true })
      })
      const answer = call(signal).catch((error: unknown): ProbeAnswer => {
        const text = error instanceof Error ? error.message : String(error)
        return signal.aborted ? { kind: 'late', text } : { kind: 'refused', text }
      })
      return await Promise.race([answer, late])
    },
  }
}

/** A result as a model would have read it. */
export function readAnswer(result: UnknownObject): ProbeAnswer {
  const { content, structuredContent, isError } = result
  const texts = Array.isArray(content)
    ? content.map((item: unknown) => (isObject(item) && typeof item['text'] === 'string' ? item['text'] : ''))
    : []
  return {
    kind: 'result',
    isError: isError === true,
    text: texts.join('\n'),
    ...(structuredContent !== undefined && { structured: structuredContent }),
  }
}
