/** The longer side of a picture in pixels; undefined where its head does not say it. `data` is base64. */
export function longerSide(data: string, mimeType: string): number | undefined {
  const bytes = Buffer.from(data.slice(0, headLength), 'base64')
  try {
    return readers.get(mimeType)?.(bytes)
  } catch {
    // It ends before it says it.
    return undefined
  }
}

/** In characters of base64: pictures from cameras say their size behind a preview. */
const headLength = 400_000

type Read = (bytes: Buffer) => number | undefined

const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['image/png', (bytes) => Math.max(bytes.readUInt32BE(16), bytes.readUInt32BE(20))],
  ['image/gif', (bytes) => Math.max(bytes.readUInt16LE(6), bytes.readUInt16LE(8))],
  ['image/webp', readWebp],
  ['image/jpeg', readJpeg],
])

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebp(bytes: Buffer): number | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return Math.max(bytes.readUIntLE(24, 3), bytes.readUIntLE(27, 3)) + 1
  if (kind === 'VP8 ') return Math.max(bytes.readUInt16LE(26) % 0x4000, bytes.readUInt16LE(28) % 0x4000)
  if (kind !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return Math.max(bits % 0x4000, Math.floor(bits / 0x4000) % 0x4000) + 1
}

/** Segment by segment to the one that begins a frame. https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
function readJpeg(bytes: Buffer): number | undefined {
  for (let at = 2; bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return Math.max(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7))
  }
  return undefined
}
