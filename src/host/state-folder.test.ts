import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStateFolder } from './state-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'verbnoun-'))
afterAll(() => rmSync(root, { recursive: true }))
const mode = (path: string): number => statSync(path).mode & 0o777

test('a state folder and what is in it is for its user alone', async () => {
  const folder = await openStateFolder(join(root, 'a/b'))
  await folder.write('accepted.json', '{}')
  await folder.key('gate.key')
  expect(await folder.read('accepted.json')).toBe('{}')
  expect(await folder.read('none')).toBeUndefined()
  expect([folder.path, ...readdirSync(folder.path).map((file) => join(folder.path, file))].map(mode)).toEqual([
    0o700, 0o600, 0o600,
  ])
})

test('a key is made once, however many ask at once', async () => {
  const folder = await openStateFolder(join(root, 'keys'))
  const keys = await Promise.all(Array.from({ length: 20 }, () => folder.key('gate.key')))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
  expect(readdirSync(folder.path)).toEqual(['gate.key'])
})

test('what others may change is refused, with what to do', async () => {
  const folder = await openStateFolder(join(root, 'open'))
  writeFileSync(join(folder.path, 'policy.yaml'), 'version: 1', { mode: 0o644 })
  await expect(folder.read('policy.yaml')).rejects.toThrow(/policy\.yaml has mode 0644: others may use it.*chmod 0600/)
  chmodSync(folder.path, 0o755)
  await expect(openStateFolder(folder.path)).rejects.toThrow(/open has mode 0755: others may use it.*chmod 0700/)
})

test('a link in it is not followed, and a folder that is none is refused', async () => {
  const folder = await openStateFolder(join(root, 'links'))
  symlinkSync('/etc/hostname', join(folder.path, 'policy.yaml'))
  await expect(folder.read('policy.yaml')).rejects.toThrow(/is a link/)
  symlinkSync(folder.path, join(root, 'link'))
  await expect(openStateFolder(join(root, 'link'))).rejects.toThrow(/is no folder/)
})

test('what belongs to another user is refused', async () => {
  await expect(openStateFolder('/proc/1')).rejects.toThrow(/mode|belongs/)
})
