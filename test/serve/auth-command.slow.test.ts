import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createIssuer } from './auth-issuer.ts'
import { bearer, call, namesFor } from './auth-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "version": "1.0.0", "type": "module" }')
writeFileSync(join(folder, 'words.ts'), '/** Say a word. */\nexport function say_word(): string { return "word" }\n')
writeFileSync(
  join(folder, 'refunds.ts'),
  `import { server, tool, type ToolContext } from 'verbnoun'
/** Refund an order.
 * @idempotent order_id
 */
export function refund_order(order_id: string): string { return order_id }
tool(refund_order, { scopes: ['refunds:write'] })
/** Who calls. */
export function who_calls(ctx: ToolContext): string { return [ctx.caller, ctx.tenant, ...ctx.scopes].join(' ') }
export default server({ auth: process.env['ISSUER'] ? { issuer: process.env['ISSUER'], audience: 'https://shop.example/mcp' } : undefined! })
`,
)

const children: ChildProcessWithoutNullStreams[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

interface Serving {
  readonly url: string
  readonly said: () => string
  readonly end: () => Promise<string>
}

/** Serves on a port that is free, from the built command. */
async function serve(words: readonly string[], env: Record<string, string> = {}): Promise<Serving> {
  const argv = [resolve('dist/cli/main.js'), 'serve', ...words, '--http', '--port', '0']
  const child = spawn(process.execPath, argv, { cwd: folder, env: { ...process.env, ...env } })
  children.push(child)
  let said = ''
  const url = await new Promise<string>((ready) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /serves on (http:\S+)/.exec(said)?.[1]
      if (found !== undefined) ready(found.replace('0.0.0.0', '127.0.0.1'))
    })
    child.once('exit', () => ready(''))
  })
  const end = async (): Promise<string> => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    return said
  }
  return { url, end, said: () => said }
}

const auth = ['--auth-issuer', 'https://id.example', '--auth-audience', 'https://shop.example/mcp']
const anywhere = ['--host', '0.0.0.0']

test('tokens that were typed are asked for', async () => {
  const { url, end } = await serve(['words.ts', ...auth])
  const response = await fetch(url, { method: 'POST' })
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer resource_metadata="https://shop.example/.well-known/oauth-protected-resource/mcp"',
  ])
  await response.text()
  expect(await end()).not.toMatch(/^warning:/m)
})

test('tokens that a module declares are asked for, and its scopes decide what there is', async () => {
  const issuer = await createIssuer()
  const { url } = await serve(['refunds.ts'], { ISSUER: issuer.url })
  const [without, having] = [await issuer.token(), await issuer.token({ scope: 'refunds:write' })]
  expect(await namesFor(url, bearer(without))).toEqual(['who_calls'])
  expect(await namesFor(url, bearer(having))).toEqual(['refund_order', 'who_calls'])
  expect(await (await call(url, 'who_calls', bearer(having))).text()).toContain(`${issuer.url}#ada  refunds:write`)
  await issuer.close()
})

test('pages of an origin that was typed may call', async () => {
  const { url } = await serve(['words.ts', '--allow-origin', 'https://app.example'])
  const asked = async (origin: string): Promise<number> =>
    (await fetch(url, { method: 'OPTIONS', headers: { origin } })).status
  expect([await asked('https://app.example'), await asked('https://evil.example')]).toEqual([204, 403])
})

test('off this machine it warns of strangers, and where a tool acts once, of shared keys', async () => {
  expect(await (await serve(['words.ts', ...anywhere])).end()).toMatch(/anyone who reaches this address(?!.*share)/s)
  expect(await (await serve(['refunds.ts', ...anywhere])).end()).toContain('all callers share their keys')
  expect(await (await serve(['refunds.ts', ...anywhere, ...auth])).end()).not.toMatch(/^warning:/m)
  expect(await (await serve(['refunds.ts'])).end()).not.toMatch(/^warning:/m)
})

test('what cannot be verified is said at once', async () => {
  const { url, said } = await serve(['words.ts', '--auth-issuer', 'http://id.example', '--auth-audience', 'shop'])
  expect([url, said()]).toEqual(['', expect.stringContaining('auth.issuer begins with https:')])
})
