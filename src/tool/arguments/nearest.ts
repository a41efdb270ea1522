/** The known names that a misspelt one most likely means, nearest first, three at most. */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = fold(name)
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  return [...known]
    .map((candidate) => ({ candidate, distance: distanceBetween(wanted, fold(candidate)) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** What people and models vary without meaning it: case, separators, and the length of a name that no one types. */
function fold(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** A name that contains the other counts as near. */
function distanceBetween(one: string, other: string): number {
  if (one === other) return 0
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 3 && long.includes(short) ? 1 : editsBetween(one, other)
}

/** Letters to add, drop, change, or swap with their neighbour, row by row: Damerau's distance. */
function editsBetween(one: string, other: string): number {
  let older: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swap = swapped ? (older[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + cost, swap))
    }
    older = previous
    previous = current
  }
  return previous[other.length]!
}
