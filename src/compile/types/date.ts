import { isNamed } from './kind.ts'
import type { Kind } from './kind.ts'

const kind: Kind = {
  name: 'date',
  emit: (type, walk) =>
    isNamed(type, walk, ['Date']) ? { type: 'string', format: 'date-time', 'x-codec': 'date' } : undefined,
}
export default kind
