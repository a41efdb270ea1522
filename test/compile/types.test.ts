import { beforeAll, describe, expect, test } from 'vitest'
import type { Compiled } from '../../src/compile/index.ts'
import { unsupported } from '../../src/tool/index.ts'
import { comparable } from './comparable.ts'
import { compileText } from './project.ts'
import { typeCases } from './type-cases.ts'

describe('the types that authors write', () => {
  let loaded: Compiled

  beforeAll(async () => {
    loaded = await compileText(
      Object.values(typeCases)
        .map(({ code }) =>
          code.replace(/^export (?=(?:async )?(?:function|const \w+ =|const \w+:))/gm, '/** Do. */ export '),
        )
        .join('\n'),
    )
  })

  test.each(Object.entries(typeCases))('%s', (name, { takes, optional = [], defs, gives, error }) => {
    const tool = loaded.manifest.tools.find((each) => each.name === name)
    const errors = loaded.diagnostics.filter((each) => each.severity === 'error' && each.tool === name)
    expect(errors.map(({ code }) => code)).toEqual(error === undefined ? [] : [error])
    if (error !== undefined) return
    const names = Object.keys(takes ?? {})
    const required = names.filter((each) => !optional.includes(each))
    const wanted = {
      type: 'object',
      properties: takes ?? {},
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(defs !== undefined && { $defs: defs }),
    }
    expect(comparable(tool?.inputSchema)).toEqual(comparable(wanted))
    expect(comparable(tool?.outputSchema)).toEqual(comparable(gives))
    expect([...unsupported(tool!.inputSchema), ...unsupported(tool!.outputSchema ?? true)]).toEqual([])
  })
})
