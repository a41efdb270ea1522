import type { Codec } from '../../tool/index.ts'
import { isNamed } from './kind.ts'
import type { Kind } from './kind.ts'

const codecs: Readonly<Record<string, Codec>> = { Uint8Array: 'bytes', Buffer: 'buffer', ArrayBuffer: 'arraybuffer' }

/** Bytes travel as base64. */
const kind: Kind = {
  name: 'bytes',
  emit(type, walk) {
    if (!isNamed(type, walk, Object.keys(codecs))) return undefined
    const codec = codecs[type.symbol.name]
    return { type: 'string', contentEncoding: 'base64', ...(codec === undefined ? {} : { 'x-codec': codec }) }
  },
}
export default kind
