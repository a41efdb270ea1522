/** In bytes. */
const longestLine = 32 * 1024 * 1024
const newline = 10

/** Puts chunks together to lines, without their ends and without empty ones. Each byte is copied once. */
export interface Lines {
  /** The lines that a chunk completes. Throws a `RangeError` for one that is longer than 32 MiB. */
  readonly split: (chunk: Buffer) => readonly string[]
}

export function createLines(): Lines {
  let rest: Buffer[] = []
  let length = 0
  const take = (part: Buffer): string => {
    const line = Buffer.concat([...rest, part]).toString('utf8')
    rest = []
    length = 0
    return line.trim()
  }
  return {
    split(chunk) {
      const lines: string[] = []
      let from = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
        lines.push(take(chunk.subarray(from, end)))
        from = end + 1
      }
      const tail = chunk.subarray(from)
      if (tail.length > 0) rest.push(tail)
      length += tail.length
      if (length > longestLine) throw new RangeError(`A message is longer than ${longestLine} bytes.`)
      return lines.filter((line) => line !== '')
    },
  }
}
