/** A line as it came, or what is wrong with it. */
export type Line = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-long' | 'not-utf8' }

/** The longest line that is read, in bytes. */
export const lineLimit: number = 4 * 1024 * 1024

const newline = 0x0a
const strict = new TextDecoder('utf-8', { fatal: true })

/**
 * Cuts a stream of bytes into lines, wherever its chunks end. White space around a line is dropped, and so are blank
 * lines. Of a line over the limit no more than the limit and one chunk is ever held.
 */
export function lineSplitter(limit: number = lineLimit): (chunk: Buffer) => Line[] {
  let held: Buffer[] = []
  let size = 0

  return (chunk) => {
    const first = chunk.indexOf(newline)
    if (first === -1) {
      hold(chunk)
      return []
    }
    const last = chunk.lastIndexOf(newline)
    const lines = size + first > limit ? overlong(chunk.subarray(first + 1, last)) : linesOf(whole(chunk, last), limit)
    held = []
    size = 0
    if (last + 1 < chunk.length) hold(chunk.subarray(last + 1))
    return lines
  }

  function hold(bytes: Buffer): void {
    if (size <= limit) held.push(bytes)
    size += bytes.length
  }

  function whole(chunk: Buffer, end: number): Buffer {
    const block = chunk.subarray(0, end)
    return held.length === 0 ? block : Buffer.concat([...held, block])
  }

  function overlong(following: Buffer): Line[] {
    return [{ kind: 'too-long' }, ...linesOf(following, limit)]
  }
}

function linesOf(block: Buffer, limit: number): Line[] {
  const text = block.toString()
  if (block.length > limit || text.includes('\uFFFD')) return checkedLines(block, limit)
  return text.split('\n').map(plain).filter(isWorthReading)
}

/** A replacement character may stand for a broken byte, or for itself. */
function checkedLines(block: Buffer, limit: number): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= block.length;) {
    const found = block.indexOf(newline, start)
    const end = found === -1 ? block.length : found
    lines.push(end - start > limit ? { kind: 'too-long' } : checkedLine(block.subarray(start, end)))
    start = end + 1
  }
  return lines.filter(isWorthReading)
}

function checkedLine(bytes: Buffer): Line {
  try {
    return plain(strict.decode(bytes))
  } catch {
    return { kind: 'not-utf8' }
  }
}

/** `trim` takes a byte order mark and the carriage return of Windows too. */
function plain(line: string): Line {
  return { kind: 'text', text: line.trim() }
}

function isWorthReading(line: Line): boolean {
  return line.kind !== 'text' || line.text !== ''
}
