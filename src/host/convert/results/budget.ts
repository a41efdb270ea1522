import { group } from '../../prompt/escape.ts'
import type { KeepFor } from '../keep.ts'
import type { ModelPart } from '../parts.ts'
import { note, serverText } from './notes.ts'
import type { Piece } from './piece.ts'

/** Below this a text is not worth showing a part of. In characters. */
const shortest = 200

/**
 * Pieces within a budget of characters, in their order. What matters most gets its part first; among equals the short
 * ones stay whole, and of the long ones the beginning and the end are shown.
 */
export function spend(all: readonly Piece[], budget: number, keep: KeepFor | undefined): readonly ModelPart[] {
  const pieces = withFewNotes(all, Math.max(budget, leastForNotes), keep)
  const ours = pieces.reduce((sum, piece) => sum + (piece.kind === 'note' ? piece.text.length : 0), 0)
  const shares = sharesOf(pieces, Math.max(0, budget - ours))
  return pieces.map((piece, at): ModelPart => {
    if (piece.kind === 'media') return piece.part
    if (piece.kind === 'note') return { kind: 'text', text: piece.text }
    return { kind: 'text', text: fit(piece, shares[at] ?? 0, keep) }
  })
}

/** In characters: notes say what there is, also where there is no room for texts. */
const leastForNotes = 10_000

/** Notes quote what a server wrote: those for which there is no room are kept together. */
function withFewNotes(pieces: readonly Piece[], most: number, keep: KeepFor | undefined): readonly Piece[] {
  let left = most
  const fits = pieces.map((piece) => piece.kind !== 'note' || (left -= piece.text.length) >= 0)
  const rest = pieces.flatMap((piece, at) => (piece.kind === 'note' && fits[at] === false ? [piece.text] : []))
  if (rest.length === 0) return pieces
  const description = `${group(rest.length)} more notes on files and links`
  const kept = keep?.({ kind: 'text', text: rest.join('\n'), description })
  const where =
    kept === undefined ? 'left out: ask for less to see them' : `kept as ${kept.handle}: ${kept.reader} reads them`
  return [...pieces.filter((_, at) => fits[at]), { kind: 'note', text: note(description, where) }]
}

function sharesOf(pieces: readonly Piece[], budget: number): readonly number[] {
  const shares = pieces.map(() => 0)
  const texts = pieces.flatMap((piece, at) =>
    piece.kind === 'text' ? [{ at, length: piece.text.length, priority: piece.priority }] : [],
  )
  let left = budget
  for (const priority of [...new Set(texts.map((each) => each.priority))].toSorted((one, other) => other - one)) {
    const equals = texts
      .filter((each) => each.priority === priority)
      .toSorted((one, other) => one.length - other.length)
    for (const [turn, { at, length }] of equals.entries()) {
      const share = Math.min(length, Math.floor(left / (equals.length - turn)))
      shares[at] = share
      left -= share
    }
  }
  return shares
}

function fit(
  { text, name }: Extract<Piece, { readonly kind: 'text' }>,
  share: number,
  keep: KeepFor | undefined,
): string {
  if (share >= text.length) return serverText(text)
  const kept = keep?.({ kind: 'text', text: text.toWellFormed(), description: name })
  const isShown = share >= shortest
  const head = isShown ? boundary(text, Math.floor((share * 3) / 4)) : 0
  const tail = isShown ? text.length - boundary(text, text.length - share + head) : 0
  const left = text.length - head - tail
  const said = note(
    `${group(left)} of ${group(text.length)} characters were left out here`,
    kept === undefined
      ? 'ask for less to see them'
      : `kept as ${kept.handle}: ${kept.reader} with handle ${kept.handle} and from ${head + 1} reads on`,
  )
  const parts = [serverText(text.slice(0, head)), said, tail === 0 ? '' : serverText(text.slice(-tail))]
  return parts.filter((part) => part !== '').join('\n')
}

/** A place that is not inside a character of two units. */
function boundary(text: string, at: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}
