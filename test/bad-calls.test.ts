import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { callTool, tool } from '../src/tool/index.ts'
import { idle } from '../src/tool/context.cases.ts'

const info = { name: 'stranger', version: '1.0.0' }
const command = { command: process.execPath, args: ['bench/error-texts/verbnoun.mjs'], stderr: 'ignore' as const }

const clients = {
  'SDK v1': async () => {
    const client = new OlderClient(info)
    await client.connect(new OlderTransport(command))
    return client
  },
  'SDK v2, legacy era': async () => connect('legacy'),
  'SDK v2, auto era': async () => connect('auto'),
}

async function connect(mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(new StdioClientTransport(command))
  return client
}

test.each(Object.entries(clients))('%s hears of each mistake in the words of the tool', async (_, open) => {
  const { mistakes } = (await import(new URL('../bench/error-texts/mistakes.mjs', import.meta.url).href)) as {
    mistakes: readonly { mistake: string; args: Record<string, unknown> }[]
  }
  const { input } = (await import(new URL('../bench/error-texts/schema.mjs', import.meta.url).href)) as {
    input: { readonly type: 'object' }
  }
  const order = tool({ name: 'order', description: 'Place an order.', input, run: () => 'placed' })
  const client = await open()
  await client.listTools()
  for (const { args } of mistakes) {
    const { content, isError } = await client.callTool({ name: 'order', arguments: args })
    expect({ content, isError }).toEqual(await callTool(order, args, idle))
  }
  await client.close()
})
