// What a model reads after the commonest mistakes, in tokens, beside the official SDK and npm fastmcp. The same schema, the
// same calls, over stdio. `npm run bench -- errors`; with TEXTS=1 the texts are printed too.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'
import { installPeers, newerNode } from '../test/peers/install.mjs'
import { mistakes } from './error-texts/mistakes.mjs'

installPeers()
const { encode } = await import('../test/peers/node_modules/gpt-tokenizer/esm/encoding/o200k_base.js')
const servers = { Verbnoun: process.execPath, 'SDK v2': process.execPath, fastmcp: newerNode }
const files = { Verbnoun: 'verbnoun', 'SDK v2': 'sdk', fastmcp: 'fastmcp' }

const texts = await Promise.all(Object.keys(servers).map((name) => textsOf(name)))
console.log(`| the mistake | ${Object.keys(servers).join(' | ')} |\n|---|${'---:|'.repeat(texts.length)}`)
for (const [index, { mistake }] of mistakes.entries()) {
  const counts = texts.map((said) => encode(said[index]).length)
  const cells = counts.map((count, at) => (texts[at][index] === 'placed' ? 'runs the call' : count))
  console.log(`| ${mistake} | ${cells.join(' | ')} |`)
  if (process.env.TEXTS) for (const said of texts) console.log(said[index].replaceAll(/^/gm, '    '), '\n')
}

async function textsOf(name) {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const script = fileURLToPath(new URL(`error-texts/${files[name]}.mjs`, import.meta.url))
  await client.connect(new StdioClientTransport({ command: servers[name], args: [script], stderr: 'ignore' }))
  const said = []
  for (const { args } of mistakes) said.push(await call(client, args))
  await client.close()
  return said
}

async function call(client, args) {
  try {
    const { content } = await client.callTool({ name: 'order', arguments: args })
    return content.map(({ text }) => text).join('\n')
  } catch (error) {
    return error.message
  }
}
