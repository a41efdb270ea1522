// Measures the check: many tools and how time grows with them, a server of usual size, and what reading effects from
// source adds to it. Times are of the processor, which what else the machine does leaves alone.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const room = (name) => JSON.stringify(pathToFileURL(resolve(`dist/${name}/index.js`)).href)

/** Tools as people describe them: a verb, an object, a place, some parameters. No two say the same. */
const makeTools = `
const verbs = ['list', 'get', 'create', 'update', 'delete', 'search', 'send', 'export', 'archive', 'count']
const objects = ['order', 'invoice', 'customer', 'parcel', 'refund', 'ticket', 'message', 'report', 'branch', 'dataset', 'queue', 'alert']
const places = ['warehouse', 'account', 'calendar', 'cluster', 'workspace', 'region', 'ledger', 'mailbox', 'catalog', 'pipeline']
const qualities = ['open', 'overdue', 'archived', 'shared', 'failed', 'recent', 'large', 'unpaid', 'public', 'pending']
const facts = ['carrier', 'status', 'amount', 'owner', 'deadline', 'priority', 'address', 'currency', 'version', 'checksum']
let seed = 7
const pick = (list) => list[(seed = (seed * 1103515245 + 12345) % 2147483648) % list.length]
function makeTools(count) {
  return Array.from({ length: count }, (_, n) => {
    const [verb, object, place, quality] = [pick(verbs), pick(objects), pick(places), pick(qualities)]
    return {
      name: verb + '_' + quality + '_' + object + '_' + n,
      description: verb[0].toUpperCase() + verb.slice(1) + ' the ' + quality + ' ' + object + 's of a ' + place + ' by their ' + pick(facts) + '. Returns ' + pick(facts) + ' and ' + pick(facts) + '. Unit ' + n + ' only.',
      inputSchema: { type: 'object', properties: { [place + '_id']: { type: 'string', description: 'Which.' }, limit: { type: 'integer', minimum: 1 } }, required: [place + '_id'] },
      annotations: { readOnlyHint: verb === 'list' || verb === 'get' },
    }
  })
}`

const checking = `
const { check, readTools, rules } = await import(${room('check')})
${makeTools}
const [count, pedantic] = process.argv.slice(1).map(Number)
const { tools } = readTools(makeTools(count))
const started = process.cpuUsage()
check([{ name: 'bench', tools }], { rules, pedantic: pedantic === 1 })
const { user, system } = process.cpuUsage(started)
console.log(JSON.stringify({ first: (user + system) / 1000, peak: process.resourceUsage().maxRSS / 1024 }))`

const effects = `
const { openTarget } = await import(${room('compile')})
const target = await openTarget([process.argv[1]], { cwd: '/' })
const started = process.cpuUsage()
await target.effects()
const { user, system } = process.cpuUsage(started)
console.log(JSON.stringify({ first: (user + system) / 1000, peak: 0 }))`

const small = child(checking, 30, 0)
console.log(`30 tools: ${ms(small.first)} after the list arrived, in a fresh process (goal 300 ms)`)
const rows = [1250, 2500, 5000, 10_000].map((count) => ({ count, ...child(checking, count, 1) }))
for (const [at, { count, first, peak }] of rows.entries()) {
  const before = rows[at - 1]
  const growth = before === undefined ? '' : `, n^${Math.log2(first / before.first).toFixed(2)}`
  console.log(`${count} tools, every rule: ${ms(first)}, peak ${peak.toFixed(0)} MB${growth}`)
}
const usual = child(checking, 10_000, 0)
console.log(`10000 tools, the default rules: ${ms(usual.first)}, peak ${usual.peak.toFixed(0)} MB`)
const overall = Math.log(rows.at(-1).first / rows[0].first) / Math.log(rows.at(-1).count / rows[0].count)
console.log(`growth over all: n^${overall.toFixed(2)} (goal below 1.2); goal for 10,000: 10 s and 1,000 MB`)

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-bench-')))
try {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'))
  writeFileSync(join(folder, 'package.json'), '{"name":"bench","type":"module"}')
  const file = join(folder, 'tools.ts')
  writeFileSync(file, source(40))
  const [cold, ...warm] = [1, 2, 3].map(() => child(effects, file).first)
  const both = `${ms(cold)} beside a compilation, ${ms(Math.min(...warm))} where that is cached and the compiler not loaded`
  console.log(`effects from source, 40 tools: ${both} (goal 1,000 ms)`)
} finally {
  rmSync(folder, { recursive: true })
}

/** Tools that read and write through a store of their own. */
function source(count) {
  const tools = Array.from(
    { length: count },
    (_, n) => `
/** Keep note ${n}. @destructive false
 * @param text - What to keep. */
export async function keep_note_${n}(text: string): Promise<string> { await store.put('${n}', text); return 'kept' }
`,
  )
  return `import { readFile, writeFile } from 'node:fs/promises'
class Store {
  async put(key: string, text: string): Promise<void> { await this.write(key, (await this.read(key)) + text) }
  private async read(key: string): Promise<string> { return await readFile(key, 'utf8') }
  private async write(key: string, text: string): Promise<void> { await writeFile(key, text) }
}
const store = new Store()
${tools.join('')}`
}

/** Runs one measured step in a process of its own. */
function child(code, ...args) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', code, ...args.map(String)],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}
