import type { Effect } from '../effect.ts'
import { textOf } from '../scene.ts'
import type { Scene } from '../scene.ts'
import type { KnownCall, KnownEffects } from './known.ts'

const writes =
  /^(?:writeFile|appendFile|unlink|rm|rmdir|mkdir|mkdtemp|rename|copyFile|cp|l?chmod|l?chown|fchmod|fchown|f?truncate|symlink|link|l?utimes|futimes|createWriteStream|writev?|outputFile|outputJson|writeJson|writeJSON|move|copy|remove|emptyDir|ensureDir|ensureFile)(?:Sync)?$/
const reads =
  /^(?:readFile|readdir|opendir|l?stat|fstat|access|exists|readlink|realpath|createReadStream|read|readv|watch|watchFile|glob|readJson)(?:Sync)?$/

const modules = new Set(['node:fs', 'node:fs/promises', 'fs-extra', 'graceful-fs'])
const handleWrites = /^(?:write|writev|writeFile|appendFile|truncate|chmod|chown|utimes)$/

const known: KnownEffects = {
  name: 'files',
  find(call, scene) {
    const { origin, names, owner } = call
    const name = names.at(-1) ?? ''
    if (origin === undefined) return undefined
    if (owner === 'FileHandle' && handleWrites.test(name)) {
      return { on: 'files', access: 'write', what: `${name} of a file handle` }
    }
    if (!modules.has(origin)) return undefined
    const what = `${name} of ${origin}`
    if (writes.test(name)) return { on: 'files', access: 'write', what }
    if (reads.test(name)) return { on: 'files', access: 'read', what }
    return /^open(?:Sync)?$/.test(name) ? { on: 'files', access: accessOf(call, scene), what } : undefined
  },
}
export default known

/** What the flags of `open` ask for. https://nodejs.org/api/fs.html#file-system-flags */
function accessOf({ args }: KnownCall, scene: Scene): Effect['access'] {
  const flags = args[1] === undefined ? 'r' : textOf(args[1], scene)
  if (flags === undefined) return 'unknown'
  return /[wa+]/.test(flags) ? 'write' : 'read'
}
