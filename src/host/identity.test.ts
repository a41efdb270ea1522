import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { identify } from './identity.ts'
import type { ServerPlace } from './place.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'verbnoun-')))
afterAll(() => rmSync(folder, { recursive: true }))
for (const bin of ['one', 'two']) {
  mkdirSync(join(folder, bin))
  writeFileSync(join(folder, bin, 'serve'), '')
  chmodSync(join(folder, bin, 'serve'), 0o755)
}
const key = new Uint8Array(32)
const env = { PATH: join(folder, 'one'), TOKEN: 'a' }
const place = { command: 'serve', args: ['--all'], cwd: folder, env }

async function digestOf(
  other: ServerPlace,
  more: { env?: Record<string, string>; key?: Uint8Array } = {},
): Promise<string> {
  return (await identify(other, { key, ...more })).digest
}

test('a server is its program, arguments, folder and environment, whatever it is called', async () => {
  const digests = await Promise.all([
    digestOf(place),
    digestOf({ ...place, args: ['--all', '--force'] }),
    digestOf({ ...place, cwd: tmpdir() }),
    digestOf({ ...place, env: { ...env, TOKEN: 'b' } }),
    digestOf({ ...place, env: { ...env, PATH: join(folder, 'two') } }),
    digestOf(place, { key: new Uint8Array(32).fill(1) }),
  ])
  expect(new Set(digests).size).toBe(digests.length)
})

test('a link to a program is that program, and what all servers get says nothing', async () => {
  symlinkSync(join(folder, 'one'), join(folder, 'link'))
  const set = { TOKEN: 'a' }
  const linked = { ...place, env: { ...env, PATH: join(folder, 'link'), TERM: 'other' } }
  expect(await digestOf(linked, { env: set })).toBe(await digestOf(place, { env: set }))
  expect(await digestOf({ ...place, command: join(folder, 'link/serve') }, { env: set })).toBe(
    await digestOf(place, { env: set }),
  )
})

test('a URL is its origin, path, query and headers', async () => {
  const url = 'https://example.com/mcp'
  const digests = await Promise.all(
    [
      { url },
      { url: 'https://example.com:8443/mcp' },
      { url: 'https://example.com/other' },
      { url: `${url}?tenant=b` },
      { url, headers: { authorization: 'a' } },
      { url, headers: { authorization: 'b' } },
    ].map((each) => digestOf(each)),
  )
  expect(new Set(digests).size).toBe(digests.length)
  expect(await digestOf({ url: `${url}#x` })).toBe(digests[0])
})

test('a person is shown what is started', async () => {
  expect((await identify(place, { key })).command).toBe('serve --all')
})
