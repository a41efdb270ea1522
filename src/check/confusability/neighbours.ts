import { direction } from './meaning.ts'
import { nearness } from './vectors.ts'

/** How often the list is sorted, each time along other directions. */
const rounds = 12
/** How many that come next are taken for neighbours in each. */
const reach = 16
/** Signs that a sorting looks at. */
const signs = 20

/**
 * The pairs of vectors that are likely near, each once, the smaller place first. Vectors that point the same way lie on the
 * same side of most planes: sorted by their sides, near ones stand close. The time grows with n log n, whatever the vectors
 * are; of up to 16 all pairs are given.
 */
export function* neighbours(vectors: readonly Float32Array[]): Iterable<readonly [number, number]> {
  const count = vectors.length
  let before = -1
  for (const pair of adjacent(vectors)) {
    if (pair !== before) yield [Math.floor(pair / count), pair % count]
    before = pair
  }
}

/** What stands close in any of the sortings, in order; a pair as one number, since there are many. */
function adjacent(vectors: readonly Float32Array[]): Float64Array {
  const count = vectors.length
  const pairs: Float64Array = new Float64Array(rounds * reach * count)
  let end = 0
  for (let round = 0; round < rounds; round += 1) {
    const order = sorted(vectors, round)
    for (const [at, one] of order.entries()) {
      for (let next = at + 1; next <= at + reach && next < count; next += 1) {
        const other = order[next]!
        pairs[end] = Math.min(one, other) * count + Math.max(one, other)
        end += 1
      }
    }
  }
  return pairs.subarray(0, end).toSorted()
}

function sorted(vectors: readonly Float32Array[], round: number): number[] {
  const planes = planesOf(round)
  const sides = vectors.map((vector) => {
    let bits = 0
    for (const plane of planes) bits = 2 * bits + (nearness(vector, plane) > 0 ? 1 : 0)
    return bits
  })
  return Array.from(vectors.keys()).toSorted((one, other) => sides[one]! - sides[other]! || one - other)
}

const known = new Map<number, readonly Float32Array[]>()

function planesOf(round: number): readonly Float32Array[] {
  const before = known.get(round)
  if (before !== undefined) return before
  const planes = Array.from({ length: signs }, (_, at) => direction(7919 * (round * signs + at + 1)))
  known.set(round, planes)
  return planes
}
