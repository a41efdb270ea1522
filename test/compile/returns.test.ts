import { expect, test } from 'vitest'
import { compileText } from './project.ts'

/** What a function of this return type says that it gives, and whether it has a schema. */
async function givenBy(types: readonly string[]): Promise<Record<string, unknown>> {
  const functions = types.map((type, index) => `/** Do. */\nexport function do_${index}(): ${type} { throw 0 }`)
  const { manifest } = await compileText(
    [
      "import type { Content, DraftContent, ImageContent, Result, TextContent } from 'verbnoun/tool'",
      "type Slug = string & { __brand: 'slug' }",
      ...functions,
    ].join('\n'),
  )
  return Object.fromEntries(
    types.map((type, index) => {
      const tool = manifest.tools.find(({ name }) => name === `do_${index}`)
      return [type, tool?.outputSchema === undefined ? tool?.returns : 'a schema']
    }),
  )
}

test('a tool says that it gives nothing, or only texts and content, where its return type says so', async () => {
  const wanted = {
    void: 'nothing',
    undefined: 'nothing',
    never: 'nothing',
    'Promise<void>': 'nothing',
    string: 'content',
    "'yes' | 'no'": 'content',
    '`${number} items`': 'content',
    Slug: 'content',
    Content: 'content',
    'Promise<ImageContent | string>': 'content',
    DraftContent: 'content',
    'Promise<DraftContent>': 'content',
    '(DraftContent | string)[]': 'content',
    'Result<{ a: number }> | DraftContent': undefined,
    'TextContent | undefined': 'content',
    any: 'a schema',
    unknown: 'a schema',
    'string | null': 'a schema',
    'Content | { a: number }': undefined,
    '(Content | string)[]': 'content',
    Result: undefined,
    'Result<{ a: number }>': 'a schema',
    'string[]': 'a schema',
  }
  expect(await givenBy(Object.keys(wanted))).toEqual(wanted)
})
