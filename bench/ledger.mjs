// What a call pays for its place in the ledger: a claim and the relaxed write that settles it, with nothing in the ledger
// and with a million records, in turns. Wall time needs a quiet machine; processor time does not.
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { openStore } from '../dist/ledger/index.js'

const records = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 20)
const url = 'postgres://postgres@127.0.0.1:5432/test'
const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
const now = () => new Date().getTime()
const result = JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(200) }] })
let made = 0

console.log(`a claim and its settling, µs; beside it with ${records.toLocaleString('en')} records, as a ratio`)
console.log(`${''.padEnd(40)} best wall     ratio       cpu     ratio`)
try {
  await compare('memory', async (many) => filled(await open('memory:?limit=9GB'), many ? records : 0))
  await compareFiles('SQLite, relaxed', '&synchronous=normal')
  await compareFiles('SQLite, claims on the disk', '')
  await compareFiles('SQLite, claims on the disk, 32 at once', '', 32)
  console.log(`(one write that reaches the disk: ${cell(syncTime())} µs)`)
  await comparePostgres()
} finally {
  rmSync(folder, { recursive: true })
}

async function compareFiles(title, options, width = 1) {
  const make = async (many) => {
    const path = join(folder, `${many ? 'many' : made}.db`)
    const isFilled = !many || existsSync(path)
    const store = await open(`sqlite:${path}?limit=9GB${options}`)
    return isFilled ? store : filled(store, records)
  }
  await compare(title, make, width)
}

async function comparePostgres() {
  const sql = postgres(url, { max: 1, connect_timeout: 2, fetch_types: false, onnotice: () => {} })
  const isThere = await sql`SELECT 1`.then(
    () => true,
    () => false,
  )
  if (!isThere) return console.log(`PostgreSQL does not answer at ${new URL(url).host}: it is left out.`)
  const schemas = []
  const make = async (many) => {
    const schema = `bench_${process.pid}_${schemas.length}`
    schemas.push(schema)
    const store = await open(`${url}?schema=${schema}&limit=90GB`)
    if (many) {
      await sql.unsafe(`INSERT INTO ${schema}.entries (key, version, value, expires)
        SELECT 'call/' || md5(i::text) || md5((i + 1)::text), 'v' || i, '${result}', ${now() + 1e9} + i
        FROM generate_series(1, ${records}) i`)
      await sql.unsafe(`VACUUM ANALYZE ${schema}.entries`)
    }
    return store
  }
  const wall = await compare('PostgreSQL', make)
  const trip = await fastest(() => sql`SELECT 1`, 300)
  console.log(
    `(one round trip with an empty query: ${cell(trip)} µs; a claim and its settling take ${cell(wall / trip)})`,
  )
  for (const schema of schemas) await sql.unsafe(`DROP SCHEMA ${schema} CASCADE`)
  await sql.end()
}

/** Gives the wall time with nothing in the ledger. The ratios are of whole sums, so that housekeeping counts. */
async function compare(title, make, width = 1) {
  const stores = [await make(false), await make(true)]
  const walls = [[], []]
  const loads = [[], []]
  for (let round = -2; round < rounds; round += 1)
    for (const [at, store] of stores.entries()) {
      const { wall, cpu } = await measure(store, width)
      if (round >= 0) {
        walls[at].push(wall)
        loads[at].push(cpu)
      }
    }
  for (const store of stores) await store.close()
  const few = Math.min(...walls[0])
  const [time, more] = walls.map(sum)
  const [load, greater] = loads.map(sum)
  console.log(title.padEnd(40) + cell(few) + cell(more / time) + cell(load / rounds) + cell(greater / load))
  return few
}

/** Microseconds a pair. */
async function measure(store, width, pairs = 320) {
  const before = process.cpuUsage()
  const start = performance.now()
  for (let done = 0; done < pairs; done += width) {
    await (width === 1 ? pair(store) : Promise.all(Array.from({ length: width }, () => pair(store))))
  }
  const wall = ((performance.now() - start) * 1000) / pairs
  const { user, system } = process.cpuUsage(before)
  return { wall, cpu: (user + system) / pairs }
}

async function pair(store) {
  const { key, version, value } = next()
  const claim = { key, expect: undefined, version, value, tag: 'running', leaseMs: 15_000 }
  const settle = { key, expect: version, version: `${version}!`, value, keepMs: 86_400_000 }
  const first = await store.write([claim])
  const second = await store.write([settle], { relaxed: true })
  if (first.kind !== 'written' || second.kind !== 'written') throw new Error(`The key ${key} was taken.`)
}

/** Keys are scattered, as digests are. */
function next() {
  made += 1
  const scattered = BigInt.asUintN(64, BigInt(made) * 0x9e3779b97f4a7c15n)
    .toString(16)
    .padStart(16, '0')
  return { key: `call/${scattered.repeat(4)}`, version: `v${made}`, value: result }
}

async function filled(store, count) {
  const batch = 1000
  for (let done = 0; done < count; done += batch) {
    const changes = Array.from({ length: batch }, () => ({ ...next(), expect: undefined, keepMs: 86_400_000 + done }))
    await store.write(changes, { relaxed: true })
  }
  return store
}

async function open(place) {
  return await openStore(place, { cwd: '.', now })
}

async function fastest(run, count) {
  let best = Infinity
  for (let done = 0; done < count; done += 1) {
    const start = performance.now()
    await run()
    best = Math.min(best, (performance.now() - start) * 1000)
  }
  return best
}

function syncTime() {
  const path = join(folder, 'sync')
  writeFileSync(path, Buffer.alloc(4096))
  const file = openSync(path, 'r+')
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now()
    writeSync(file, Buffer.alloc(4096), 0, 4096, 0)
    fdatasyncSync(file)
    return (performance.now() - start) * 1000
  })
  closeSync(file)
  return Math.min(...times)
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

function cell(value) {
  return value.toFixed(value < 10 ? 2 : 0).padStart(10)
}
