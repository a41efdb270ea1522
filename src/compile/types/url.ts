import { isNamed } from './kind.ts'
import type { Kind } from './kind.ts'

const kind: Kind = {
  name: 'url',
  emit: (type, walk) =>
    isNamed(type, walk, ['URL']) ? { type: 'string', format: 'uri', 'x-codec': 'url' } : undefined,
}
export default kind
