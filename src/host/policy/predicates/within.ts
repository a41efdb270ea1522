import { fileURLToPath } from 'node:url'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Predicate, Surroundings } from '../predicate.ts'

const predicate: Predicate = {
  name: 'within',
  says: 'The text is an absolute path in one of these folders, once its .. and symbolic links are followed.',
  schema: { anyOf: [folder(), { type: 'array', minItems: 1, items: folder() }] },
  test(operand, surroundings) {
    const folders = [operand].flat().map((each) => folderOf(String(each), surroundings))
    return (value) => {
      const path = typeof value === 'string' ? placeOf(value, surroundings) : undefined
      return path === undefined ? undefined : folders.some((each) => isWithin(path, each))
    }
  },
}

function folder(): { type: 'string'; pattern: string } {
  return { type: 'string', pattern: '^(~|/|[A-Za-z]:[\\\\/])' }
}

function folderOf(path: string, { home, realPath }: Surroundings): string {
  return realPath(resolve(path.replace(/^~(?=$|[\\/])/, () => home)))
}

/** Where a server takes a relative path from, and what it makes of `~`, nobody here knows. */
function placeOf(text: string, { realPath }: Surroundings): string | undefined {
  if (text.includes('\0')) return undefined
  try {
    const path = text.startsWith('file://') ? fileURLToPath(text) : text
    return isAbsolute(path) ? realPath(resolve(path)) : undefined
  } catch {
    return undefined
  }
}

function isWithin(path: string, container: string): boolean {
  const way = relative(container, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

export default predicate
