import { expect, test } from 'vitest'
import { disagreement } from './agreement.ts'
import { oracles } from './oracles.ts'

test.each(oracles)('many generated schemas say of generated values what %s says', async (_name, oracle) => {
  expect(await disagreement(oracle, 400)).toBeUndefined()
})
