import { expect, test } from 'vitest'
import type { DescribedTool } from '../../src/check/confusability/described-tool.ts'
import { similarPairs } from '../../src/check/confusability/pairs.ts'

const verbs = 'get list create update delete archive export import share lock move copy start stop send'.split(' ')
const things =
  'invoice order customer user file folder image message ticket project branch release server database key secret'.split(
    ' ',
  )
const places = 'account region team bucket vault queue cluster workspace calendar channel board'.split(' ')

/** Tools of a large company: all verbs, things and places, again and again in numbered areas. */
function catalogue(size: number): DescribedTool[] {
  return Array.from({ length: size }, (_, at) => {
    const [verb, thing, place] = [pick(verbs, at), pick(things, at * 7 + 1), pick(places, at * 13 + 5)]
    const area = Math.floor(at / 50)
    const other = pick(things, at * 3 + area)
    const description = `${verb} the ${thing} of a ${place} in area ${area}. Takes the id of the ${other} that the ${thing} belongs to and a ${pick(places, area)}.`
    return { name: `${verb}_${thing}_${place}_${area}`, description }
  })
}

function pick(list: readonly string[], at: number): string {
  return list[at % list.length] ?? ''
}

/** Seconds of the processor, which what else the machine does leaves alone. */
function cost(size: number): number {
  const tools = catalogue(size)
  const before = process.cpuUsage()
  similarPairs(tools)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

test('ten times the tools take less than sixteen times the time: growth below n^1.2', () => {
  cost(1000)
  const few = Math.min(cost(1000), cost(1000), cost(1000))
  const many = cost(10_000)
  expect(many / few).toBeLessThan(10 ** 1.2)
  expect(many).toBeLessThan(10)
  expect(process.memoryUsage.rss()).toBeLessThan(1e9)
})
