// What the gate adds to a call that a rule allows: the same calls of the same server, straight and through the gate.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))
const notes = { command: process.execPath, args: [path('note.mjs')], trust: 'trusted' }
const rounds = 1000

/** Milliseconds of a call at the median, for what reads and for what writes. */
export async function addedByGate() {
  const home = mkdtempSync(join(tmpdir(), 'verbnoun-bench-'))
  chmodSync(home, 0o700)
  const keep = (name, text) => writeFileSync(join(home, name), text, { mode: 0o600 })
  keep('servers.json', JSON.stringify({ mcpServers: { notes } }))
  const policy = 'version: 1\nrules:\n- { id: a, allow: notes/find_note }\n- { id: b, allow: notes/save_note }\n'
  keep('policy.yaml', policy)
  keep('policy.accepted.yaml', policy)
  const straight = await connect(notes)
  const relayed = await connect({ command: process.execPath, args: [path('relay.mjs'), path('note.mjs')] })
  const gated = await connect({ command: process.execPath, args: [path('../../dist/cli/main.js'), 'gate'] }, home)
  const ways = { straight, relayed, gated }
  try {
    await medians(ways, 'find_note')
    return { read: await medians(ways, 'find_note'), write: await medians(ways, 'save_note') }
  } finally {
    await Promise.all([straight.close(), relayed.close(), gated.close()])
    rmSync(home, { recursive: true, force: true })
  }
}

async function connect({ command, args }, home) {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  const env = { PATH: process.env.PATH, ...(home && { VERBNOUN_HOME: home }) }
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }))
  return client
}

/** Milliseconds. One after the other, so that what else this machine does is in all. */
async function medians(ways, tool) {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, client] of Object.entries(ways)) {
      const start = performance.now()
      const name = way === 'gated' ? `notes__${tool}` : tool
      const { content } = await client.callTool({ name, arguments: { id: String(round) } })
      if (content[0].text !== String(round)) throw new Error(content[0].text)
      times[way].push(performance.now() - start)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([way, each]) => [way, middle(each)]))
}

function middle(numbers) {
  return numbers.toSorted((one, other) => one - other)[rounds / 2]
}
