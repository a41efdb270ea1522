import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { call as callOverHttp } from './auth-shop.ts'

const rogues = [...readFileSync('test/serve/fuzz-rogue.mjs', 'utf8').matchAll(/^ {2}([a-z]+_[a-z_]+)[:(]/gm)].map(
  ([, name]) => String(name),
)

type Call = (name: string, n: number) => Promise<string>

let child: ChildProcessWithoutNullStreams
afterEach(() => {
  child.kill('SIGKILL')
})

const places: Record<string, () => Promise<Call>> = {
  async 'over stdio'() {
    child = spawn(process.execPath, ['test/serve/fuzz-rogue.mjs'], { stdio: 'pipe' })
    const waiting = new Map<unknown, (line: string) => void>()
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as { id?: unknown }
      waiting.get(id)?.(line)
    })
    let last = 0
    return (name, n) => {
      const id = (last += 1)
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const params = { name, arguments: { n }, _meta: meta }
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`)
      return new Promise((resolve) => {
        waiting.set(id, resolve)
      })
    }
  },
  async 'over HTTP'() {
    child = spawn(process.execPath, ['test/serve/fuzz-rogue.mjs', 'http'], { stdio: 'pipe' })
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return async (name, n) => (await callOverHttp(url, name, {}, { arguments: { n } })).text()
  },
}

describe.each(Object.entries(places))('%s', (_, start) => {
  test('a tool that breaks every promise takes down no call but its own', async () => {
    const call = await start()
    let complaints = ''
    child.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
    expect(rogues.length).toBeGreaterThan(15)
    for (const rogue of rogues) {
      const [answer, ...right] = await Promise.all([
        Promise.race([call(rogue, 0), sleep(5000, 'no answer')]),
        ...[1, 2, 3].map((n) => call('do_right', n)),
      ])
      expect([rogue, answer]).toEqual([rogue, expect.stringContaining('"result":{')])
      for (const [at, text] of right.entries()) expect(text).toContain(`right ${at + 1}`)
    }
    await sleep(50)
    expect(await call('do_right', 4)).toContain('right 4')
    expect(child.exitCode).toBeNull()
    for (const noise of ['thrown later', 'rejected unseen', 'emitted']) expect(complaints).toContain(noise)
  })

  test('thousands of calls of them do not make the server grow', async () => {
    const call = await start()
    child.stderr.resume()
    const quick = rogues.filter((name) => !/never|late$|give_much|give_depth/.test(name))
    const round = async (calls: number): Promise<void> => {
      for (let at = 0; at < calls; at += 50)
        await Promise.all(Array.from({ length: 50 }, (__, n) => call(quick[(at + n) % quick.length] ?? '', n)))
    }
    await round(2000)
    const before = residentSize(child.pid)
    await round(4000)
    expect(residentSize(child.pid) - before).toBeLessThan(80_000_000)
  })
})

/** In bytes; nothing where the system does not say. */
function residentSize(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}
