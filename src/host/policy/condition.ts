import { isObject } from '../../tool/index.ts'
import { all } from './predicate.ts'
import type { Making, Surroundings, Test } from './predicate.ts'
import { predicates } from './predicates/index.ts'
import type { Condition } from './rule.ts'

const known = new Map(predicates.map((predicate) => [predicate.name, predicate]))

/** A line of a `when`, which fits the schema. */
export function readCondition(on: string, wants: unknown, surroundings: Surroundings): Condition {
  if (on === 'flow') return { on, wants, test: ({ flow }) => flow?.includes(String(wants)) }
  const making: Making = { ...surroundings, testOf: (condition) => testOf(condition, making) }
  const test = making.testOf(wants)
  const path = on.split('.').slice(1)
  return { on, wants, test: ({ args }) => test(valueAt(args, path)) }
}

function testOf(condition: unknown, making: Making): Test {
  const words = isObject(condition) ? Object.entries(condition) : [['is', condition] as const]
  const tests = words.map(([word, operand]) => wordTest(word, operand, making))
  const [only] = tests
  return tests.length === 1 && only !== undefined ? only : (value) => all(tests.map((test) => test(value)))
}

function wordTest(word: string, operand: unknown, making: Making): Test {
  const predicate = known.get(word)
  if (predicate === undefined) throw new TypeError(`There is no predicate "${word}".`)
  const test = predicate.test(operand, making)
  return predicate.seesAbsence === true ? test : (value) => (value === undefined ? undefined : test(value))
}

/** The value at a path of names, or undefined. */
export function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** Why a condition can hold for no value at all, if so. */
export function neverHolds({ wants }: Condition): string | undefined {
  if (!isObject(wants)) return undefined
  const { min, above, max, below } = wants
  const least = Math.max(...[min, above].filter(isNumber))
  const most = Math.min(...[max, below].filter(isNumber))
  const isBare = least === min && least !== above && most === max && most !== below
  if (least > most || (least === most && !isBare)) return `no number is both ${least} or more and ${most} or less`
  return Object.entries(wants)
    .map(([word, operand]) => known.get(word)?.neverHolds?.(operand, wants))
    .find((reason) => reason !== undefined)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}
