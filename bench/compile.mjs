// Measures the compiler: cold, after an edit, and a warm start, each beside a bare Node process of the same minute.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const compile = pathToFileURL(resolve('dist/compile/index.js')).href
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-bench-')))
mkdirSync(join(folder, 'node_modules'))
symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'))
writeFileSync(join(folder, 'package.json'), '{"name":"bench","type":"module"}')

const open = `
const file = process.argv[1]
const { openTarget, watchEntries } = await import(${JSON.stringify(compile)})
const report = (inside) => console.log(JSON.stringify({ inside, peak: process.resourceUsage().maxRSS }))`

const steps = {
  cold: `${open}\nconst target = await openTarget([file], { cwd: '/' })\nreport(0)`,
  warm: `${open}\nconst target = await openTarget([file], { cwd: '/' })\nawait target.load()\nreport(0)`,
  edit: `${open}
const { appendFileSync } = await import('node:fs')
const end = new AbortController()
const states = watchEntries(async () => [file], { cwd: '/', signal: end.signal })
await states.next()
const times = []
for (let n = 0; n < 7; n += 1) {
  const next = states.next()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const started = performance.now()
  appendFileSync(file, '/** Edit ' + n + '. */ export function edit_thing_' + n + '(thing: string): void {}\\n')
  await next
  times.push(performance.now() - started)
}
report(Math.min(...times))
end.abort()`,
}

try {
  const bare = best(9, () => elapsed(['-e', '']))
  console.log(`bare Node: ${bare.toFixed(0)} ms`)
  for (const count of [10, 100, 1000]) {
    const file = source(count)
    const cold = best(3, () => child('cold', file))
    const warm = best(9, () => child('warm', file))
    const edit = child('edit', file)
    const row = [
      `${count} tools:`,
      `cold ${ms(cold.wall)} (${ratio(cold.wall, bare)}), peak ${(cold.peak / 1024).toFixed(0)} MB;`,
      `warm start ${ms(warm.wall)} (${ratio(warm.wall, bare)}), peak ${(warm.peak / 1024).toFixed(0)} MB;`,
      `after an edit ${ms(edit.inside)}`,
    ]
    console.log(row.join(' '))
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** A module of tools as people write them: an interface, a choice, a default, constraints, a result with a list. */
function source(count) {
  const tools = Array.from(
    { length: count },
    (_, n) => `
export interface Order${n} {
  /** Order id. */
  id: string
  /** In cents. @integer @minimum 0 */
  total: number
  state: 'open' | 'paid' | 'shipped'
  lines: { sku: string; /** @integer @minimum 1 */ quantity: number }[]
}
/**
 * Find the orders of customer ${n}.
 * @readonly
 * @param customer_id - Whose orders.
 * @param limit - At most so many. {@integer} {@minimum 1} {@maximum 100}
 * @param since - Only newer ones.
 */
export async function find_orders_${n}(customer_id: string, limit: number = 20, since?: Date): Promise<Order${n}[]> {
  return [{ id: customer_id, total: limit, state: 'open', lines: [] }]
}
`,
  )
  const file = join(folder, `tools-${count}.ts`)
  writeFileSync(file, tools.join(''))
  return file
}

/** Runs one measured step in a process of its own. */
function child(step, file) {
  if (step === 'cold') rmSync(join(folder, '.verbnoun'), { recursive: true, force: true })
  const started = performance.now()
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', steps[step], file], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return { wall: performance.now() - started, ...JSON.parse(stdout) }
}

function elapsed(args) {
  const started = performance.now()
  spawnSync(process.execPath, args)
  return performance.now() - started
}

/** The least of several: everything else a machine does only adds. */
function best(times, measure) {
  const results = Array.from({ length: times }, measure)
  return results.toSorted((a, b) => (a.wall ?? a) - (b.wall ?? b))[0]
}

function ms(value) {
  return `${value.toFixed(0)} ms`
}

function ratio(value, bare) {
  return `${(value / bare).toFixed(1)} × bare`
}
