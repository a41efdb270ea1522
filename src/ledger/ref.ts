const refLength = 8

/** What people name an entry by: how its key goes on behind what all of its kind begin with. */
export function refOf(key: string): string {
  const from = key.indexOf('/') + 1
  return key.slice(from, from + refLength)
}
