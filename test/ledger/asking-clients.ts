import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { isObject } from '../../src/tool/index.ts'

/** How a person answers: with a form, or not at all. */
export type Person = (message: string) => PersonAnswer | Promise<PersonAnswer>

export interface PersonAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, string | number | boolean>
}

export interface AskingClient {
  /** The texts of the result. */
  readonly call: (name: string, args: Record<string, string>) => Promise<string>
  readonly pid: () => number
  readonly close: () => Promise<void>
}

export interface Started {
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** Undefined: the client cannot ask. */
  readonly person: Person | undefined
}

const info = { name: 'stranger', version: '1.0.0' }

/** Official clients of both eras at their default timeouts, with a person at each. */
export const clients: Readonly<Record<string, (started: Started) => Promise<AskingClient>>> = {
  'SDK v2, newest era': (started) => current(started, 'auto'),
  'SDK v2, legacy era': (started) => current(started, 'legacy'),
  'SDK v1': older,
}

async function current({ args, env, person }: Started, mode: 'auto' | 'legacy'): Promise<AskingClient> {
  const capabilities = person === undefined ? {} : { elicitation: {} }
  const client = new Client(info, { capabilities, versionNegotiation: { mode } })
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ ...(await person(params.message)) }))
  const transport = new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: 'ignore' })
  await client.connect(transport)
  return {
    call: async (name, given) => textOf(await client.callTool({ name, arguments: given })),
    pid: () => transport.pid ?? 0,
    close: () => client.close(),
  }
}

async function older({ args, env, person }: Started): Promise<AskingClient> {
  const client = new OlderClient(info, { capabilities: person === undefined ? {} : { elicitation: {} } })
  if (person !== undefined)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({ ...(await person(params.message)) }))
  const transport = new OlderStdio({ command: process.execPath, args: [...args], env, stderr: 'ignore' })
  await client.connect(transport)
  return {
    call: async (name, given) => textOf(await client.callTool({ name, arguments: given })),
    pid: () => transport.pid ?? 0,
    close: () => client.close(),
  }
}

function textOf(result: object): string {
  const items: unknown = 'content' in result ? result.content : []
  return (Array.isArray(items) ? items : [])
    .map((item: unknown) => (isObject(item) ? String(item['text']) : ''))
    .join('\n')
}
