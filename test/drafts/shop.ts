import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { cleanEnv, main } from './terminal.ts'

/** A project with a server that drafts mails, and sends them by writing files. */
export interface Shop {
  readonly folder: string
  /** The mails that were sent, one a line in a file a sending, whatever the ledger says. */
  readonly sent: () => { key: string; text: string; person: string; to: string }[]
  /** The orders that were refunded. */
  readonly refunds: () => string[]
  /** Makes one file of the server. */
  readonly build: () => void
  readonly connectBuilt: (env?: Record<string, string>) => Promise<Client>
  readonly connect: (env?: Record<string, string>) => Promise<Client>
  readonly remove: () => void
}

const source = `
import { appendFileSync, existsSync } from 'node:fs'
import { drafts, server } from 'verbnoun'
import type { DraftContent, ToolContext } from 'verbnoun'

export default server({ name: 'shop', env: { MAIL_KEY: { description: 'The key of the mail service.' } } })

interface Mail { to: string }

export const mail = drafts<Mail>({
  kind: 'mail',
  async commit({ text, data, key, person }) {
    appendFileSync(new URL('sent.jsonl', import.meta.url), JSON.stringify({ key, text, person, to: data.to }) + '\\n')
    if (existsSync(new URL('hang', import.meta.url))) await new Promise((resolve) => setTimeout(resolve, 60_000))
  },
})

/**
 * Draft a mail.
 * @param to - A name.
 */
export function draft_mail(to: string): DraftContent {
  return mail.draft('Dear ' + to + ',\\n\\nhello.', { to })
}

/** Refund an order. */
export async function refund_order(ctx: ToolContext, order_id: string): Promise<string> {
  return await ctx.confirm('Refund ' + order_id + '?', () => {
    appendFileSync(new URL('refunds', import.meta.url), order_id + '\\n')
    return 'refunded'
  })
}

/** Ship an order. */
export async function ship_order(ctx: ToolContext, order_id: string): Promise<string> {
  const how = await ctx.ask('How does ' + order_id + ' go?', {
    type: 'object',
    properties: {
      carrier: { type: 'string', title: 'How?', enum: ['post', 'bike'] },
      parcels: { type: 'integer', default: 1 },
    },
    required: ['carrier', 'parcels'],
  })
  return how['parcels'] + ' by ' + how['carrier']
}
`

/** Starts a server from `/`, as hosts do. */
async function connect(args: string[], env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = { command: process.execPath, args, cwd: '/', env: cleanEnv(env), stderr: 'ignore' as const }
  await client.connect(new StdioClientTransport(transport))
  return client
}

export function createShop(): Shop {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-shop-'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'shop.ts'), source)
  return {
    folder,
    sent: () => linesOf('sent.jsonl').map((line) => JSON.parse(line) as ReturnType<Shop['sent']>[number]),
    refunds: () => linesOf('refunds'),
    build() {
      execFileSync(process.execPath, [main, 'build', 'shop.ts', '-o', 'server.mjs'], { cwd: folder, stdio: 'ignore' })
      // Where the driver of the ledger is found.
      symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    },
    connectBuilt: (env = {}) => connect([join(folder, 'server.mjs')], env),
    connect: (env = {}) => connect([main, 'serve', join(folder, 'shop.ts')], env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }

  function linesOf(name: string): string[] {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }
}

/** Drafts a mail and gives its URI. */
export async function draftMail(client: Client, to: string): Promise<string> {
  const { content } = await client.callTool({ name: 'draft_mail', arguments: { to } })
  return content.flatMap((item) => (item.type === 'resource_link' ? item.uri : []))[0] ?? ''
}

export async function stateOf(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri })
  const [first] = contents as { text: string }[]
  return (JSON.parse(first?.text ?? '{}') as { state: string }).state
}

export function refOf(uri: string): string {
  return uri.slice('draft://mail/'.length, 'draft://mail/'.length + 8)
}
