import { direction } from './meaning.ts'
import { nearness } from './vectors.ts'

/** How often the list is sorted, each time along other directions. */
const rounds = 12
/** How many that come next are taken for neighbours in each. */
const reach = 16
/** Signs that a sorting looks at. */
const signs = 20

/**
 * The pairs of vectors that are likely near, the smaller place first, most of them more than once. Vectors that point the
 * same way lie on the same side of most planes: sorted by their sides, near ones stand close. The time grows with
 * n log n, whatever the vectors are; of up to 16 all pairs are given.
 */
export function* neighbours(vectors: readonly Float32Array[]): Iterable<readonly [number, number]> {
  for (let round = 0; round < rounds; round += 1) yield* adjacent(sorted(vectors, round))
}

function* adjacent(order: readonly number[]): Iterable<readonly [number, number]> {
  for (const [at, one] of order.entries()) {
    for (const other of order.slice(at + 1, at + 1 + reach)) yield one < other ? [one, other] : [other, one]
  }
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
