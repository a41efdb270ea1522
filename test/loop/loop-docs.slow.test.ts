import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { lintRules, readPolicy, readScript } from '../../src/host/index.ts'

const text = readFileSync('docs/loop.md', 'utf8')
const blocks = [...text.matchAll(/```(\w*)\n(.*?)```/gs)].map(([, kind = '', code = '']) => ({ kind, code }))
const blockOf = (kind: string): string => blocks.find((block) => block.kind === kind)?.code ?? ''

test('the program of the docs prints what they say: from a prompt over an approval to a refund', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-docs-'))
  try {
    mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
    symlinkSync(resolve('.'), join(folder, 'node_modules', 'verbnoun'))
    symlinkSync('../verbnoun/dist/cli/main.js', join(folder, 'node_modules', '.bin', 'verbnoun'))
    writeFileSync(join(folder, 'package.json'), '{}')
    writeFileSync(join(folder, 'orders.ts'), blockOf('ts'))
    writeFileSync(join(folder, 'chat.mjs'), blockOf('js'))
    const { stdout } = await promisify(execFile)(process.execPath, ['chat.mjs'], { cwd: folder })
    expect(stdout).toBe(blockOf(''))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the program of the docs is strict TypeScript', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-docs-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules', 'verbnoun'))
    symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules', '@types'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'chat.ts'), blockOf('js'))
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', 'chat.ts']
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the policy and the script of the docs are such', () => {
  const file = { text: blockOf('yaml'), name: 'docs/loop.md', source: 'user' } as const
  const policy = readPolicy(file, { home: '/home/ann', realPath: (path) => path })
  expect(lintRules(policy.rules, { now: 0 })).toEqual([])
  expect(policy.rules).toHaveLength(1)
  expect(readScript(blockOf('json'))).toHaveLength(4)
})
