import { expect, test } from 'vitest'
import { withMemory } from './known-tokens.ts'
import type { Verdict } from './verify.ts'

function judge(until: number): { verify: (token: string) => Promise<Verdict>; asked: string[] } {
  const asked: string[] = []
  const rights = { scopes: new Set<string>(), claims: {} }
  const verify = async (token: string): Promise<Verdict> => {
    asked.push(token)
    return token.startsWith('bad') ? { kind: 'refused', says: '' } : { kind: 'verified', caller: token, rights, until }
  }
  return { verify, asked }
}

test('a token that was taken is known for a minute, one that was refused is looked at again', async () => {
  let time = 0
  const { verify, asked } = judge(Infinity)
  const known = withMemory(verify, () => time)
  for (const token of ['ada', 'ada', 'bob', 'bad', 'bad']) await known(token)
  expect(await known('ada')).toMatchObject({ caller: 'ada' })
  expect(asked).toEqual(['ada', 'bob', 'bad', 'bad'])
  time = 59_999
  await known('ada')
  time = 60_000
  await known('ada')
  expect(asked).toEqual(['ada', 'bob', 'bad', 'bad', 'ada'])
})

test('a token is known no longer than it lives', async () => {
  let time = 0
  const { verify, asked } = judge(1000)
  const known = withMemory(verify, () => time)
  await known('ada')
  time = 1000
  await known('ada')
  expect(asked).toEqual(['ada', 'ada'])
})

test('of a thousand and one the oldest is forgotten', async () => {
  const { verify, asked } = judge(Infinity)
  const known = withMemory(verify, () => 0)
  for (let at = 0; at <= 1000; at += 1) await known(`token ${at}`)
  await known('token 1')
  await known('token 0')
  expect(asked.slice(1000)).toEqual(['token 1000', 'token 0'])
})
