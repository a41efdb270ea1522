// Runs the AI SDK, OpenAI Agents and Verbnoun against one server in every case, and a local endpoint that keeps what each
// sends and is as strict as the providers; writes the tables of docs/conversion-compared.md. `--check` fails where they
// differ from it. `npm run build` first; wants Node 22 or newer, and the peers of test/peers.
import { readFileSync, writeFileSync } from 'node:fs'
import { cases, resultCases, toolCases } from './compare/cases.mjs'
import { cell, functionsOf } from './compare/cells.mjs'
import { hosts, versions } from './compare/hosts.mjs'
import { openWire } from './wire/wire.mjs'

const file = new URL('../../docs/conversion-compared.md', import.meta.url)
const [begin, end] = ['<!-- tables -->', '<!-- end of tables -->']
const titles = {
  anthropic: 'Anthropic Messages',
  openai: 'OpenAI Responses',
  'openai-chat': 'OpenAI Chat Completions',
  google: 'Gemini',
}
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)

const sections = []
for (const [provider, title] of Object.entries(titles)) sections.push(`## ${title}\n\n${await tables(provider)}`)
const used = Object.entries(versions).map(([name, version]) => `\`${name}\` ${version}`)
const made = `Made by \`node test/loop/compare.mjs\`, with ${used.join(', ')}.`
const written = readFileSync(file, 'utf8')
const [before, after] = [written.slice(0, written.indexOf(begin) + begin.length), written.slice(written.indexOf(end))]
const wanted = `${before}\n\n${made}\n\n${sections.join('\n\n')}\n\n${after}`
if (only !== undefined) console.log(sections.join('\n\n'))
else if (!process.argv.includes('--check')) writeFileSync(file, wanted)
else if (wanted !== written) {
  console.error('docs/conversion-compared.md is stale: run node test/loop/compare.mjs')
  process.exitCode = 1
}

async function tables(provider) {
  const names = Object.keys(hosts).filter((name) => provider.startsWith('openai') || name !== 'OpenAI Agents')
  const table = async (what, rows) => {
    const lines = []
    for (const one of rows) if (only === undefined || one.id.includes(only)) lines.push(await row(one, provider, names))
    const head = [`| ${what} | ${names.join(' | ')} |`, `| --- |${' --- |'.repeat(names.length)}`]
    return [...head, ...lines].join('\n')
  }
  return `${await table('tools', toolCases)}\n\n${await table('the answer to a call', resultCases)}`
}

async function row(one, provider, names) {
  const cells = []
  for (const name of names) cells.push(cell(one, await record(one, provider, hosts[name])))
  return `| ${one.id} | ${cells.join(' | ')} |`
}

/** What a host sent. */
async function record(one, provider, host) {
  const wire = await openWire([(body) => ({ calls: [callOf(one, body)] }), { text: 'Done.' }])
  let error
  try {
    await host({ provider, url: wire.url, index: cases.indexOf(one) })
  } catch (reason) {
    error = reason
  }
  await wire.close()
  return { requests: wire.requests, error }
}

/** A call of the tool, by whatever name it was told. */
function callOf({ args, name }, body) {
  const names = functionsOf(body).map((tool) => tool.name)
  const word = name.slice(0, 4)
  return { name: names.find((sent) => sent.includes(word)) ?? name, arguments: args }
}
