import { crc32, deflateSync } from 'node:zlib'

const paper = [250, 247, 240]
const ink = [70, 95, 140]
const barWidth = 48
const gap = 24
const height = 200

/** A bar chart as PNG, one bar a value, the highest as high as the picture. */
export function barChart(values: readonly number[]): Uint8Array {
  const width = gap + values.length * (barWidth + gap)
  const highest = Math.max(1, ...values)
  const rows = Array.from({ length: height }, (_, y) => {
    const pixels = Array.from({ length: width }, (__, x) => (isInBar(x, y) ? ink : paper)).flat()
    return [0, ...pixels]
  })
  return encodePng(width, Uint8Array.from(rows.flat()))

  function isInBar(x: number, y: number): boolean {
    const bar = Math.floor((x - gap) / (barWidth + gap))
    const isBetween = x < gap || (x - gap) % (barWidth + gap) >= barWidth
    return !isBetween && height - y <= ((values[bar] ?? 0) / highest) * (height - gap)
  }
}

/** https://www.w3.org/TR/png-3/ */
function encodePng(width: number, rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
