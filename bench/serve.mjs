// A server against bare Node, both official SDKs and npm fastmcp, in turns, in one run: a table of ratios to bare Node.
// `npm run bench -- serve`; with ROUNDS=25 for calmer figures. Rounds are short and many: where the system puts two
// processes that wait for each other changes between them, and is worth more than what is measured.
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { firstList, loadHttp, loadLists, loadPipes, shakeHands } from './serve/load.mjs'
import { growthOfCalls, growthOfSessions } from './serve/memory.mjs'
import { prepareSource } from './serve/verbnoun-source.mjs'
import { newerNode } from '../test/peers/install.mjs'

const rounds = Number(process.env.ROUNDS ?? 9)
/** Rounds that do not count: each server has compiled by then what it will. */
const warmUp = 6
const hasPeers = existsSync(new URL('../test/peers/node_modules/@modelcontextprotocol/server', import.meta.url))
if (!hasPeers) console.log('SDK v2 and fastmcp are not installed in test/peers: they are left out.')

/** Who is compared. What answers slowly is asked less, so that the bench ends. */
const contenders = [
  { name: 'bare Node', file: 'bare', share: 1 },
  { name: 'Verbnoun', file: 'verbnoun', share: 1 },
  ...(hasPeers ? [{ name: 'SDK v2', file: 'sdk', share: 0.05 }] : []),
  { name: 'SDK v1', file: 'sdk1', share: 0.05, isOlder: true },
  ...(hasPeers ? [{ name: 'fastmcp', file: 'fastmcp', share: 0.03, isOlder: true, node: newerNode }] : []),
]

const pageSize = 250

const began = performance.now()
console.log(`Node ${process.version}; load before: ${loadavg()[0].toFixed(1)} (quiet is below 0.5)\n`)
console.log(`| | ${contenders.map(({ name }) => name).join(' | ')} |\n|---|${'---:|'.repeat(contenders.length)}`)
await startsRow('start to `tools/list`, 10 tools, times', 10)
await ratesRow('stdio calls a second, 32 in flight', pipes, { calls: 15_000, inFlight: 32 })
await ratesRow('stdio latency, one at a time, times', pipes, { calls: 4000, inFlight: 1, isTime: true })
await ratesRow('HTTP calls a second, 1 tool', http, { calls: 4000, inFlight: 32 })
await ratesRow('HTTP calls a second, 500 tools', http, { calls: 4000, inFlight: 32, tools: 500 })
await ratesRow('`tools/list` of 1,000 tools, bytes a second', lists, { calls: 80, tools: 1000 })
console.log()
await sourceStarts(10)
console.log(`heap after a million calls: ${megabytes(await growthOfCalls())}`)
console.log(`heap after 10,000 abandoned sessions: ${megabytes(await growthOfSessions())}`)
console.log(`(${Math.round((performance.now() - began) / 1000)} s; fastmcp runs on the Node that it needs)`)

/** Rounds of each in turn, so that what disturbs one disturbs all. */
async function ratesRow(title, open, { tools = 1, isTime = false, ...load }) {
  const servers = await Promise.all(contenders.map((contender) => open(contender, tools)))
  const rates = contenders.map(() => [])
  for (let round = -warmUp; round < rounds; round += 1)
    for (const [at, { run }] of servers.entries()) {
      const rate = await run({ ...load, calls: Math.ceil(load.calls * contenders[at].share) })
      if (round >= 0) rates[at].push(rate)
    }
  for (const { child } of servers) child.kill()
  const [bare, ...others] = rates.map(median)
  const unit = bare > 1e6 ? `${Math.round(bare / 1e6)} MB` : Math.round(bare).toLocaleString('en')
  const cells = others.map((rate) => (isTime ? bare / rate : rate / bare).toFixed(2))
  console.log(`| ${title} | ${isTime ? `${(1000 / bare).toFixed(3)} ms` : unit} | ${cells.join(' | ')} |`)
}

/** From the start of a process to its first answered list. */
async function startsRow(title, tools) {
  const times = contenders.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, contender] of contenders.entries())
      times[at].push(await startTime(fileOf(contender, 'stdio'), { contender, tools }))
  const [bare, ...others] = times.map(median)
  console.log(`| ${title} | ${Math.round(bare)} ms | ${others.map((time) => (time / bare).toFixed(2)).join(' | ')} |`)
}

/** The same for a TypeScript source: served from the cache, and built. */
async function sourceStarts(tools) {
  const { folder, served, built } = prepareSource(tools)
  const [bareNode] = contenders
  await startTime(served[0], { contender: bareNode, args: served.slice(1) })
  const times = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    times[0].push(await startTime(fileOf(bareNode, 'stdio'), { contender: bareNode, tools }))
    times[1].push(await startTime(built[0], { contender: bareNode, args: [] }))
    times[2].push(await startTime(served[0], { contender: bareNode, args: served.slice(1) }))
  }
  const [bare, file, source] = times.map(median)
  rmSync(folder, { recursive: true })
  console.log(
    `start to tools/list: built ${(file / bare).toFixed(2)}, from .ts with a warm cache ${(source / bare).toFixed(2)} times bare`,
  )
}

async function startTime(file, { contender, tools, args = [String(tools)] }) {
  const start = performance.now()
  const child = startNode(contender, [file, ...args], 'ignore')
  child.stdin.write(firstList)
  await once(child.stdout, 'data')
  const time = performance.now() - start
  child.kill()
  await once(child, 'exit')
  return time
}

async function pipes(contender, tools) {
  const child = startNode(contender, [fileOf(contender, 'stdio'), String(tools)])
  await shakeHands(child)
  return { child, run: (load) => loadPipes(child, load) }
}

/** Verbnoun sends pages; bare Node sends as much at once. */
async function lists(contender, tools) {
  const { child } = await pipes(contender, contender.file === 'bare' ? Math.min(tools, pageSize) : tools)
  return { child, run: ({ calls }) => loadLists(child, { lists: calls }) }
}

async function http(contender, tools) {
  const child = startNode(contender, [fileOf(contender, 'http'), String(tools)])
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, run: (load) => loadHttp(url.trim(), { ...load, isOlder: contender.isOlder }) }
}

function startNode({ node = process.execPath }, args, stderr = 'inherit') {
  return spawn(node, args, { stdio: ['pipe', 'pipe', stderr] })
}

function fileOf({ file }, transport) {
  return fileURLToPath(new URL(`serve/${file}-${transport}.mjs`, import.meta.url))
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}

function megabytes(bytes) {
  return `${bytes < 0 ? '−' : '+'}${(Math.abs(bytes) / 1e6).toFixed(2)} MB`
}
