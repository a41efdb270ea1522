import { textOf } from '../scene.ts'
import type { KnownEffects } from './known.ts'

const runners: Readonly<Record<string, RegExp>> = {
  'node:child_process': /^(?:exec|execFile|spawn|fork)(?:Sync)?$/,
  execa: /^(?:execa|execaSync|execaCommand|execaCommandSync|execaNode|\$)$/,
  zx: /^\$$/,
  'cross-spawn': /^(?:default|sync|spawn)$/,
}

/** Commands that change things by themselves, whatever follows them. */
const changing =
  /^\s*(?:sudo\s+)?(?:rm|rmdir|mv|cp|mkdir|touch|chmod|chown|kill|pkill|dd|ln|truncate|git\s+(?:push|commit|reset|checkout|merge|rebase)|npm\s+(?:install|publish))\b/

const known: KnownEffects = {
  name: 'processes',
  find({ origin, names, args }, scene) {
    const name = names.at(-1) ?? ''
    if (origin === undefined || runners[origin]?.test(name) !== true) return undefined
    const command = textOf(args[0], scene)
    const shown = command === undefined ? name : `${name} of ${command.split(/\s/)[0]}`
    return {
      on: 'processes',
      access: command !== undefined && changing.test(command) ? 'write' : 'unknown',
      what: shown,
    }
  },
}
export default known
