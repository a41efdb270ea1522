// What the gate adds to a call that a rule allows: the same calls of the same server, straight and through the gate.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const notes = { command: process.execPath, args: [path('note.mjs')], trust: 'trusted' }
const rounds = 2000

/** Milliseconds that the gate adds at the median, for what reads and for what writes. */
export async function addedByGate() {
  const home = mkdtempSync(join(tmpdir(), 'verbnoun-bench-'))
  chmodSync(home, 0o700)
  const keep = (name, text) => writeFileSync(join(home, name), text, { mode: 0o600 })
  keep('servers.json', JSON.stringify({ mcpServers: { notes } }))
  const policy = 'version: 1\nrules:\n- { id: a, allow: notes/find_note }\n- { id: b, allow: notes/save_note }\n'
  keep('policy.yaml', policy)
  keep('policy.accepted.yaml', policy)
  const straight = await connect(notes)
  const gated = await connect({ command: process.execPath, args: [path('../../dist/cli/main.js'), 'gate'] }, home)
  try {
    return {
      read: await added(straight, gated, 'find_note'),
      write: await added(straight, gated, 'save_note'),
    }
  } finally {
    await Promise.all([straight.close(), gated.close()])
    rmSync(home, { recursive: true, force: true })
  }
}

async function connect({ command, args }, home) {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  const env = { PATH: process.env.PATH, ...(home && { VERBNOUN_HOME: home }) }
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }))
  return client
}

/** One after the other, so that what else this machine does is in both. */
async function added(straight, gated, tool) {
  const times = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const ways = [
      () => straight.callTool({ name: tool, arguments: { id: String(round) } }),
      () => gated.callTool({ name: `notes__${tool}`, arguments: { id: String(round) } }),
    ]
    for (const [at, call] of ways.entries()) {
      const start = performance.now()
      const { content } = await call()
      if (content[0].text !== String(round)) throw new Error(content[0].text)
      times[at].push(performance.now() - start)
    }
  }
  const [before, through] = times.map((each) => each.toSorted((one, other) => one - other)[rounds / 2])
  return { before, through, added: through - before }
}
