import { decodeUtf8 } from './utf8.ts'

/** A line as it came, or what is wrong with it. */
export type Line = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-long' | 'not-utf8' }

/** The longest line that is read, in bytes. */
export const lineLimit: number = 4 * 1024 * 1024

const newline = 0x0a

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
  const text = block.length > limit ? undefined : decodeUtf8(block)
  return (text === undefined ? lineByLine(block, limit) : text.split('\n').map(plain)).filter(isWorthReading)
}

/** Where one line is wrong, those beside it may be right. */
function lineByLine(block: Buffer, limit: number): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= block.length;) {
    const found = block.indexOf(newline, start)
    const end = found === -1 ? block.length : found
    lines.push(end - start > limit ? { kind: 'too-long' } : oneLine(block.subarray(start, end)))
    start = end + 1
  }
  return lines
}

function oneLine(bytes: Buffer): Line {
  const text = decodeUtf8(bytes)
  return text === undefined ? { kind: 'not-utf8' } : plain(text)
}

/** `trim` takes a byte order mark and the carriage return of Windows too. */
function plain(line: string): Line {
  return { kind: 'text', text: line.trim() }
}

function isWorthReading(line: Line): boolean {
  return line.kind !== 'text' || line.text !== ''
}
