import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadCompiler } from '../../src/compile/program.ts'
import { Session } from '../../src/compile/session.ts'
import { copyCases } from './cases.ts'
import { project, write } from './project.ts'
import { typeCases } from './type-cases.ts'

/** A project with the shared cases and with this package as its `typescript`. */
function withCompiler(name: string): string {
  const root = project({ 'package.json': '{"name":"shop"}' })
  copyCases(root)
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  symlinkSync(resolve('node_modules', name), join(root, 'node_modules/typescript'))
  return root
}

/** All that a compiler finds in the shared cases and in ours, with the root taken out of the paths. */
function foundWith(name: string): string {
  const root = withCompiler(name)
  write(
    root,
    'own.ts',
    Object.values(typeCases)
      .map(({ code }) => code)
      .join('\n'),
  )
  const { manifest, diagnostics } = new Session([join(root, 'own.ts'), join(root, 'schema-torture.ts')]).extract()
  return JSON.stringify({ manifest, diagnostics }).replaceAll(root, '')
}

test.each([
  ['typescript-5.4', '5.4.5'],
  ['typescript-5.9', '5.9.3'],
  ['@typescript/old', '6.0.3'],
  ['typescript', '6.0.3'],
])('a project with %s is compiled by %s', (name, version) => {
  expect(loadCompiler(withCompiler(name)).version).toBe(version)
})

test('every version of the compiler finds the same', () => {
  const found = foundWith('@typescript/old')
  expect(foundWith('typescript-5.9')).toBe(found)
  expect(foundWith('typescript-5.4')).toBe(found)
})
