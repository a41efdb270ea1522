import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Loaded } from '../../src/compile/index.ts'
import { problemsOf } from '../../src/tool/index.ts'
import type { JsonSchema } from '../../src/tool/index.ts'
import { casesFolder, copyCases } from './cases.ts'
import { comparable, withoutCodecs } from './comparable.ts'
import { open, project } from './project.ts'

interface Case {
  readonly description?: string
  readonly title?: string
  readonly annotations?: unknown
  readonly input?: JsonSchema
  readonly output?: JsonSchema
  readonly accept?: readonly unknown[]
  readonly reject?: readonly unknown[]
  readonly error?: string
}

const cases: Readonly<Record<string, Case>> = JSON.parse(readFileSync(`${casesFolder}/schema-expected.json`, 'utf8'))

describe('the shared cases', () => {
  let loaded: Loaded

  beforeAll(async () => {
    const root = project({ 'package.json': '{}' })
    copyCases(root)
    loaded = await open(root, 'schema-torture.ts')
  })

  test.each(Object.keys(cases))('%s', (name) => {
    const wanted = cases[name]!
    const tool = loaded.manifest.tools.find((each) => each.name === name)
    const errors = loaded.diagnostics.filter((each) => each.severity === 'error' && each.tool === name)
    expect(errors.map(({ code }) => code)).toEqual(wanted.error === undefined ? [] : [wanted.error])
    if (wanted.error !== undefined) return
    expect(comparable(withoutCodecs(tool?.inputSchema))).toEqual(comparable(wanted.input))
    expect(comparable(withoutCodecs(tool?.outputSchema))).toEqual(comparable(wanted.output))
    const { description, title, annotations } = tool!
    expect({ description, title, annotations }).toEqual({
      description: wanted.description,
      title: wanted.title,
      annotations: wanted.annotations,
    })
    const accepts = (value: unknown): boolean => problemsOf(tool!.inputSchema, value).length === 0
    expect(wanted.accept?.filter((value) => !accepts(value))).toEqual([])
    expect(wanted.reject?.filter(accepts)).toEqual([])
  })
})

test('there are cases', () => {
  expect(Object.keys(cases).length).toBeGreaterThanOrEqual(50)
})
