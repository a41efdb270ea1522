import { expect, test } from 'vitest'
import { direction } from './meaning.ts'
import { neighbours } from './neighbours.ts'
import { nearness, unit } from './vectors.ts'

/** As many crowds as asked, each of vectors that are near each other. */
function crowds(count: number, size: number): Float32Array[] {
  return Array.from({ length: count * size }, (_, at) => {
    const centre = unit(direction(1 + Math.floor(at / size)))
    const own = unit(direction(1_000_003 * (at + 1)))
    return unit(centre.map((value, place) => value + 0.35 * own[place]!))
  })
}

function keysOf(pairs: Iterable<readonly [number, number]>): Set<string> {
  return new Set(Array.from(pairs, ([a, b]) => `${a} ${b}`))
}

test('of a few vectors all pairs are neighbours', () => {
  expect(keysOf(neighbours(crowds(16, 1)))).toHaveLength(120)
})

test('of many vectors next to all that are near are neighbours, and few others', () => {
  const vectors = crowds(250, 4)
  const found = keysOf(neighbours(vectors))
  let near = 0
  let missed = 0
  for (const [a, one] of vectors.entries())
    for (const [b, other] of vectors.entries()) {
      if (a >= b || nearness(one, other) < 0.85) continue
      near += 1
      if (!found.has(`${a} ${b}`)) missed += 1
    }
  expect(near).toBeGreaterThan(1000)
  expect(missed / near).toBeLessThan(0.02)
  expect(found.size).toBeLessThan(vectors.length * 12 * 16 + 1)
})

test('the smaller place comes first, and none is its own neighbour', () => {
  for (const [a, b] of neighbours(crowds(5, 8))) expect(a).toBeLessThan(b)
})

test('of none there are none', () => {
  expect(Array.from(neighbours([]))).toEqual([])
})
