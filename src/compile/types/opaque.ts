import { isNamed, refuseUnsupported } from './kind.ts'
import type { Kind } from './kind.ts'

const names = [
  'RegExp',
  'Function',
  'CallableFunction',
  'NewableFunction',
  'Promise',
  'PromiseLike',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'Generator',
  'AsyncGenerator',
  'Iterable',
  'Iterator',
  'AsyncIterable',
  'AsyncIterator',
  'IterableIterator',
  'AsyncIterableIterator',
  'SharedArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Error',
  'AbortSignal',
  'AbortController',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'URLSearchParams',
  'Readable',
  'Writable',
  'Duplex',
  'Transform',
  'EventEmitter',
  'EventTarget',
  'ChildProcess',
  'Server',
  'Socket',
]

/** What the platform has and JSON has not. */
const kind: Kind = {
  name: 'opaque',
  emit(type, walk, place) {
    if ((type.flags & walk.compiler.TypeFlags.ESSymbolLike) !== 0) return refuseUnsupported('a symbol', place)
    if (!isNamed(type, walk, names)) return undefined
    return refuseUnsupported(type.symbol.name, place)
  },
}
export default kind
