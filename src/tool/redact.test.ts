import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCaller } from './call.ts'
import { idle } from './context.cases.ts'
import { text } from './results/content.ts'
import { ToolError } from './error.ts'
import { redactCredentials, redactPaths } from './redact.ts'
import type { Tool } from './tool.ts'

const nothing = { secrets: [], sent: [] }
const long = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA'
const glue = (...parts: string[]): string => parts.join('')
/** Built from parts, so that nobody's scanner takes them for real ones. */
const credentials = [
  ['a Stripe key', glue('sk_', 'live_', long)],
  ['an OpenAI key', glue('sk-', 'proj-', long)],
  ['an Anthropic key', glue('sk-', 'ant-api03-', long)],
  ['a GitHub token', glue('ghp', '_', long, '123456')],
  ['a fine-grained GitHub token', glue('github_', 'pat_', long)],
  ['a GitLab token', glue('glpat', '-', long)],
  ['an npm token', glue('npm', '_', long, '123456')],
  ['a Slack token', glue('xoxb', '-123456789012-abcdefghij')],
  ['an AWS key id', glue('AKIA', 'ABCDEFGH23456789')],
  ['a Google key', glue('AIza', 'Sy', long, '12345')],
  ['a JSON Web Token', glue('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJ', 'zdWIiOiIxMjM0In0', '.', long)],
  ['a private key', glue('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE', long, '\n-----END RSA ', 'PRIVATE KEY-----')],
] as const

test.each(credentials)('%s is masked', (_, credential) => {
  expect(redactCredentials(`refused ${credential}, sorry`, nothing)).toBe('refused [redacted], sorry')
})

test.each([
  ['connect postgres://app:hunter2@db:5432/x', 'connect postgres://app:[redacted]@db:5432/x'],
  ['Authorization: Bearer abc.def-ghi_jkl', 'Authorization: Bearer [redacted]'],
  ['password=hunter2 user=app', 'password=[redacted] user=app'],
  ['{"api_key":"abcd-1234"}', '{"api_key":"[redacted]"}'],
  ['password: hunter2', 'password: [redacted]'],
  ['invalid token: please log in again', 'invalid token: please log in again'],
  ['no such order: PT-9999', 'no such order: PT-9999'],
  ['see https://example.com/a/b?c=d', 'see https://example.com/a/b?c=d'],
])('%s becomes %s', (plain, masked) => {
  expect(redactCredentials(plain, nothing)).toBe(masked)
})

test.each([
  ["cannot open '/home/app/data/orders.json'", "cannot open '…/orders.json'"],
  ['at file:///srv/app/main.js:3:1', 'at …/main.js:3:1'],
  [String.raw`C:\Users\app\orders.json is locked`, '…/orders.json is locked'],
  ['read and/or write', 'read and/or write'],
  ['GET https://example.com/a/b failed', 'GET https://example.com/a/b failed'],
  ['24/7 and 1/2', '24/7 and 1/2'],
])('the path in %s is cut', (plain, cut) => {
  expect(redactPaths(plain, nothing)).toBe(cut)
})

const inputSchema = { type: 'object' } as const

function failing(error: unknown): Tool {
  return {
    name: 'try_it',
    inputSchema,
    run() {
      throw error
    },
  }
}

test('neither a secret value nor a credential leaves in an error, whatever stands around it', async () => {
  const secret = fc.stringMatching(/^[\x21-\x7e]{8,40}$/)
  const around = fc.string({ unit: 'grapheme' })
  const makers = [
    (message: string): unknown => new ToolError(message, { fix: message, data: { nested: [message] } }),
    (message: string): unknown => new Error(message),
    (message: string): unknown => Object.assign(new RangeError(message), { expose: true }),
    (message: string): unknown => new TypeError(message),
    (message: string): unknown => message,
  ]
  const property = fc.asyncProperty(
    secret,
    around,
    around,
    fc.constantFrom(...makers),
    fc.constantFrom(...credentials.map(([, credential]) => credential)),
    async (value, before, after, make, credential) => {
      const call = createCaller({ secrets: [value] })
      const result = JSON.stringify(await call(failing(make(`${before} ${value} ${credential} ${after}`)), {}, idle))
      expect(result).not.toContain(JSON.stringify(value).slice(1, -1))
      expect(result).not.toContain(JSON.stringify(credential).slice(1, -1))
    },
  )
  await fc.assert(property)
})

test('the value of a secret leaves in no result either', async () => {
  const tool: Tool = {
    name: 'leak_it',
    inputSchema,
    run: () => ({ dsn: 'pg://hunter2secret@db', list: ['hunter2secret'] }),
  }
  const result = await createCaller({ secrets: ['hunter2secret'] })(tool, {}, idle)
  expect(result).toMatchObject({ structuredContent: { dsn: 'pg://[redacted]@db', list: ['[redacted]'] } })
  expect(JSON.stringify(result)).not.toContain('hunter2secret')
})

test('what the caller sent is never masked', async () => {
  const [[, key]] = credentials
  const tool = failing(new Error(`no such key: ${key} in /home/me/keys.json`))
  const told = await createCaller()(tool, { key, file: '/home/me/keys.json' }, idle)
  expect(told.content).toEqual([{ type: 'text', text: `no such key: ${key} in /home/me/keys.json` }])
})

test('strictly, only a ToolError is shown', async () => {
  const call = createCaller({ errors: 'strict' })
  expect(JSON.stringify(await call(failing(new Error('closed')), {}, idle))).toContain('failed inside the server')
  expect(JSON.stringify(await call(failing(new ToolError('closed')), {}, idle))).toContain('closed')
})

test('what a ToolError tells host code travels beside its text', async () => {
  const error = new ToolError('busy', { code: 'busy', retryable: true, data: { seconds: 3 } })
  expect(await createCaller()(failing(error), {}, idle)).toEqual({
    content: [{ type: 'text', text: 'busy' }],
    isError: true,
    _meta: { 'dev.verbnoun/error': { code: 'busy', retryable: true, data: { seconds: 3 } } },
  })
})

function returning(value: unknown): Tool {
  return { name: 'leak_it', inputSchema, run: () => value }
}

test('a secret is masked as JSON and base64 write it, in names too, and before a text is cut', async () => {
  const secret = '-----KEY\n"quoted\\"'
  const call = createCaller({ secrets: [secret], resultLimit: 30 })
  expect(JSON.stringify(await call(returning({ a: secret }), {}, idle))).not.toContain('quoted')
  expect(JSON.stringify(await call(returning({ [secret]: 1 }), {}, idle))).not.toContain('quoted')
  expect(await call(returning(Buffer.from(secret).toString('base64')), {}, idle)).toEqual({
    content: [text('[redacted]')],
  })
  const cut = await call(returning(`${'x'.repeat(22)}${secret}`), {}, idle)
  expect(cut.content[0]).toEqual(text(`${'x'.repeat(22)}[redacte`))
})

test('an error is told to a length, and half a credential is not left at its end', async () => {
  const [, [, key]] = credentials
  const told = await createCaller()(failing(new ToolError(`${'x'.repeat(4990)} ${key}`)), {}, idle)
  expect(told.content).toEqual([text(`${'x'.repeat(4990)} [redacted…`)])
})

test('what an author puts into a ToolError is told as far as it can be', async () => {
  const error = new ToolError('odd', { fix: 'Ask.', data: { at: new Date(0), n: 1 } })
  Object.assign(error, { fix: 42 })
  expect(await createCaller()(failing(error), {}, idle)).toMatchObject({
    content: [text('odd\n42')],
    _meta: { 'dev.verbnoun/error': { data: { at: '1970-01-01T00:00:00.000Z', n: 1 } } },
  })
  const huge = new ToolError('odd', { data: { n: 1n } })
  expect(await createCaller()(failing(huge), {}, idle)).toEqual({ content: [text('odd')], isError: true })
})

test('an error is told also to a caller that sent very much', async () => {
  const sent = { list: Array.from({ length: 200_000 }, (_, index) => `item ${index}`) }
  expect(await createCaller()(failing(new ToolError('please send fewer')), sent, idle)).toMatchObject({
    content: [text('please send fewer')],
  })
})
