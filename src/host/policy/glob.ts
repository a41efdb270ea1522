/** A pattern in which `*` stands for any run of characters, also for none. There is nothing else to it. */
export function globTest(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return (text) => text === pattern
  const tail = rest.pop() ?? ''
  const shortest = head.length + tail.length
  if (rest.length === 0) return (text) => text.length >= shortest && text.startsWith(head) && text.endsWith(tail)
  return (text) => {
    if (text.length < shortest || !text.startsWith(head) || !text.endsWith(tail)) return false
    let from = head.length
    for (const part of rest) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return from <= text.length - tail.length
  }
}

/** Whether whatever fits the other pattern fits this one. */
export function covers(pattern: string, other: string): boolean {
  // A star of the other stands for anything; only a star can stand for a character that occurs in no pattern.
  return globTest(pattern)(other.replaceAll('*', '\u0000'))
}
