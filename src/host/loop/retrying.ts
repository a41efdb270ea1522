import { isModelError } from './model.ts'
import type { Model, ModelError } from './model.ts'

export interface RetryOptions {
  /** How often it is asked again at most. Default: 3. */
  readonly times?: number
  /** Resolves after so many milliseconds, or rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  /** The first wait, in milliseconds; each further one is twice as long. Default: a second. */
  readonly firstMs?: number
  /** A provider that wants to be left alone for longer is not asked again. In milliseconds. Default: a minute. */
  readonly longestMs?: number
  /** It is about to wait. */
  readonly onWait?: (error: ModelError, ms: number) => void
}

/** The same model, asked again where it failed for a while before it said a word. Gives up with the last error. */
export function retrying(model: Model, options: RetryOptions): Model {
  const { times = 3, sleep, onWait } = options
  return {
    id: model.id,
    profile: model.profile,
    ...(model.isStrict !== undefined && { isStrict: model.isStrict }),
    async *stream(request) {
      for (let tries = 0; ; tries += 1) {
        let hasBegun = false
        try {
          for await (const event of model.stream(request)) {
            hasBegun = true
            yield event
          }
          return
        } catch (error) {
          const wait = hasBegun || tries >= times || !isModelError(error) ? undefined : waitFor(error, tries, options)
          if (wait === undefined || request.signal.aborted) throw error
          if (isModelError(error)) onWait?.(error, wait)
          await sleep(wait, request.signal)
        }
      }
    },
  }
}

/** Between half and all of a time that doubles, and no less than the provider wants; undefined: it is of no use. */
function waitFor({ isPassing, waitMs = 0 }: ModelError, tries: number, options: RetryOptions): number | undefined {
  const { firstMs = 1000, longestMs = 60_000, random } = options
  if (!isPassing || waitMs > longestMs) return undefined
  return Math.max(waitMs, Math.min(firstMs * 2 ** tries, longestMs) * (0.5 + random() / 2))
}
