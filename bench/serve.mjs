// Calls a second of a server against bare Node and the official SDK, in turns, as ratios to bare Node.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { firstList, loadHttp, loadPipes, shakeHands } from './serve/load.mjs'

const rounds = Number(process.argv[2] ?? 7)
const withSdk = existsSync(new URL('../test/peers/node_modules/@modelcontextprotocol/server', import.meta.url))
if (!withSdk) console.log('The official SDK is not installed in test/peers: it is left out.')

await compareStarts(10)
await compare('stdio, 32 in flight', pipes, { calls: 40_000, inFlight: 32 })
await compare('stdio, one at a time', pipes, { calls: 15_000, inFlight: 1 })
await compare('HTTP, 32 connections, 1 tool', http, { calls: 8000, inFlight: 32 })
await compare('HTTP, 32 connections, 500 tools', http, { calls: 8000, inFlight: 32, tools: 500 })

/** Rounds of each in turn, so that what disturbs one disturbs all. */
async function compare(title, open, { tools = 1, ...load }) {
  const names = ['bare', 'verbnoun', ...(withSdk ? ['sdk'] : [])]
  const servers = await Promise.all(names.map((name) => open(name, tools)))
  const rates = names.map(() => [])
  for (let round = -1; round < rounds; round += 1)
    for (const [at, { run }] of servers.entries()) {
      const scale = names[at] === 'sdk' ? 0.1 : 1
      const rate = await run({ ...load, calls: Math.ceil(load.calls * scale) })
      if (round >= 0) rates[at].push(rate)
    }
  for (const { child } of servers) child.kill()
  const [bare, ...others] = rates.map(median)
  const ratios = others.map((rate, at) => `${names[at + 1]} ${(rate / bare).toFixed(2)}`)
  console.log(`${title}: ${ratios.join(', ')} of bare (${Math.round(bare)} calls a second)`)
}

/** From the start of a process to its first answered list. */
async function compareStarts(tools) {
  const names = ['bare', 'verbnoun', ...(withSdk ? ['sdk'] : [])]
  const times = names.map(() => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, name] of names.entries()) {
      const start = performance.now()
      const child = startServer(`${name}-stdio`, tools)
      child.stdin.write(firstList)
      await once(child.stdout, 'data')
      times[at].push(performance.now() - start)
      child.kill()
      await once(child, 'exit')
    }
  const [bare, ...others] = times.map(median)
  const ratios = others.map((time, at) => `${names[at + 1]} ${(time / bare).toFixed(2)}`)
  console.log(`start to tools/list: ${ratios.join(', ')} times bare (${Math.round(bare)} ms)`)
}

async function pipes(name, tools) {
  const child = startServer(`${name}-stdio`, tools)
  await shakeHands(child)
  return { child, run: (load) => loadPipes(child, load) }
}

async function http(name, tools) {
  const child = startServer(`${name}-http`, tools)
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, run: (load) => loadHttp(url.trim(), load) }
}

function startServer(name, tools) {
  const file = fileURLToPath(new URL(`serve/${name}.mjs`, import.meta.url))
  return spawn(process.execPath, [file, String(tools)], { stdio: ['pipe', 'pipe', 'inherit'] })
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
