import type { UnknownObject } from '../../tool/index.ts'
import { group } from '../prompt/escape.ts'
import type { Keep, KeepFor } from './keep.ts'
import type { ModelResult } from './parts.ts'
import { noMedia } from './profile.ts'
import type { Profile } from './profile.ts'
import { spend } from './results/budget.ts'
import { chooseContent } from './results/choose.ts'
import type { AnyResult, Show } from './results/choose.ts'
import { note } from './results/notes.ts'
import type { Piece } from './results/piece.ts'
import { piecesOf } from './results/pieces.ts'

export interface ConvertResultOptions {
  readonly profile: Pick<Profile, 'results'>
  /** Keeps what the model does not get as it is. Without it, that is left out. */
  readonly keep?: Keep
  /** The name under which the model calls the tool that reads what is kept. Default: `read_handle`. */
  readonly reader?: string
  /** What of a result with both: its content, its structure, or both where they differ. Default: content. */
  readonly show?: Show
  /** The most characters of what the server wrote, all texts together. Default: 100,000. */
  readonly budget?: number
}

const defaultBudget = 100_000
const mostItems = 1000

/** A result as a model reads it: never empty, and nothing in it that the provider refuses or that is for the user alone. */
export function convertResult(result: AnyResult, options: ConvertResultOptions): ModelResult {
  const { profile, show = 'content', budget = defaultBudget } = options
  const keep = keepFor(options)
  const isError = result.isError === true
  const { images, documents, errorsHoldMedia } = profile.results
  const hasMedia = !isError || errorsHoldMedia
  const rules = hasMedia ? { images, documents } : { images: noMedia, documents: noMedia }
  const context = { rules, keep, counts: { images: 0, documents: 0, bytes: 0 } }
  const { items, structure, isWithheld } = chooseContent(result, show)
  const pieces = [
    ...items.slice(0, mostItems).flatMap((item) => piecesOf(item, context)),
    ...restPieces(items, keep),
    ...(structure === undefined
      ? []
      : [{ kind: 'text', text: structure, name: 'the structure', priority: 1 } as const]),
  ]
  const parts = spend(pieces.length > 0 ? pieces : [{ kind: 'note', text: nothing(isError, isWithheld) }], budget, keep)
  return { isError, parts }
}

function keepFor({ keep, reader = 'read_handle' }: ConvertResultOptions): KeepFor | undefined {
  if (keep === undefined) return undefined
  return (item) => {
    const handle = keep(item)
    return handle === undefined ? undefined : { handle, reader }
  }
}

/** A result of thousands of items is no answer: those after the first ones are kept as JSON. */
function restPieces(items: readonly UnknownObject[], keep: KeepFor | undefined): readonly Piece[] {
  const rest = items.slice(mostItems)
  if (rest.length === 0) return []
  const description = `${group(rest.length)} more items of a result, as JSON`
  const text = restText(rest)
  const kept = text === undefined ? undefined : keep?.({ kind: 'text', text, description })
  const where =
    kept === undefined ? 'left out: ask for less to see them' : `kept as ${kept.handle}: ${kept.reader} reads them`
  return [{ kind: 'note', text: note(`${group(rest.length)} of ${group(items.length)} items of the result`, where) }]
}

/** Without bytes, which nobody reads as text; undefined where it is nested too deep to be written. */
function restText(rest: readonly UnknownObject[]): string | undefined {
  try {
    return JSON.stringify(rest, (key, value: unknown) =>
      (key === 'data' || key === 'blob') && typeof value === 'string' ? '(bytes)' : value,
    )
  } catch {
    return undefined
  }
}

function nothing(isError: boolean, isWithheld: boolean): string {
  if (isWithheld) return note('the result is for the user, and is not shown to you')
  return isError ? 'The tool failed and did not say why.' : 'Done. The tool returned nothing.'
}
