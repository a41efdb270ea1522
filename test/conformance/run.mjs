// Runs the official conformance suite against the fixture: every server scenario that a revision requires.
import { spawn } from 'node:child_process'
import { listen } from 'verbnoun/serve'
import { installPeers, newerNode, peers } from '../peers/install.mjs'
import { createFixture } from './fixture/server.mjs'

const revisions = { '2026-07-28': 37, '2025-11-25': 30 }
const suite = `${peers}node_modules/@modelcontextprotocol/conformance/dist/index.js`

installPeers()
const log = (line) => console.error(line)
const { url, close } = await listen(createFixture({ log }), { log })
let failed = 0
for (const [revision, required] of Object.entries(revisions)) failed += await check(revision, required)
await close()
process.exitCode = failed === 0 ? 0 : 1

async function check(revision, required) {
  const output = await runSuite(['server', '--url', url, '--requirements', revision])
  const [, summary = ''] = output.text.split('=== SUMMARY ===')
  const [, unscored = ''] = summary.split('Not scored for')
  const scenarios = [...summary.matchAll(/^([✓✗]) (\S+): /gmu)].filter(([, , name]) => !unscored.includes(` ${name} `))
  const passed = scenarios.filter(([, mark]) => mark === '✓').length
  for (const [line] of scenarios.filter(([, mark]) => mark === '✗')) console.error(line)
  const good = output.code === 0 && passed === required && scenarios.length === required
  if (!good) console.error(output.text)
  console.log(`${revision}: ${passed} of ${required} required server scenarios pass`)
  return good ? 0 : 1
}

function runSuite(args) {
  const child = spawn(newerNode, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
}
