import { expect, test } from 'vitest'
import type { Tool, ToolResult } from '../tool/index.ts'
import { createLimits } from './limits.ts'

const done: ToolResult = { content: [{ type: 'text', text: 'done' }] }

function limited(limits: Partial<Tool>): Tool {
  return { name: 'pay', inputSchema: { type: 'object' }, ...limits, run: () => 'done' }
}

async function textOf(result: ToolResult | Promise<ToolResult>): Promise<string> {
  const [item] = (await result).content
  return item?.type === 'text' ? item.text : ''
}

test('a tool without limits is not counted', () => {
  const { keep } = createLimits(() => 0)
  expect(keep(limited({}), 'me', () => done)).toBe(done)
})

test('a caller that calls too often is told when to try again, and others are not', async () => {
  let time = 0
  const { keep } = createLimits(() => time)
  const tool = limited({ rateLimit: { calls: 2, per: 10_000 } })
  const call = (caller: string): Promise<string> => textOf(keep(tool, caller, () => done))
  expect(await call('me')).toBe('done')
  time = 4000
  expect(await call('me')).toBe('done')
  expect(await call('me')).toBe('pay was not run: you may call it 2 times in 10 s. Try again in 6 s.')
  expect(await call('you')).toBe('done')
  time = 10_001
  expect(await call('me')).toBe('done')
  expect(await call('me')).toBe('pay was not run: you may call it 2 times in 10 s. Try again in 4 s.')
})

test('more calls at once than a tool allows are told so, until one has ended', async () => {
  const { keep } = createLimits(() => 0)
  const tool = limited({ concurrency: 1 })
  const gate = Promise.withResolvers<ToolResult>()
  const first = keep(tool, 'me', () => gate.promise)
  expect(await textOf(keep(tool, 'you', () => done))).toBe(
    'pay was not run: 1 calls of it are running. Try again when one has ended.',
  )
  gate.resolve(done)
  await first
  expect(await textOf(keep(tool, 'you', () => done))).toBe('done')
})

test('a call that answers at once or fails gives its place back', async () => {
  const { keep } = createLimits(() => 0)
  const tool = limited({ concurrency: 1 })
  expect(keep(tool, 'me', () => done)).toBe(done)
  await expect(keep(tool, 'me', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(keep(tool, 'me', () => done)).toBe(done)
})
