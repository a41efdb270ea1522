import { isObject, parseJson } from '../../tool/index.ts'
import type { Store } from '../../ledger/index.ts'
import { valueAt } from './condition.ts'
import type { Budget, Rule } from './rule.ts'

/** What a call would take from a budget. */
export interface Spending {
  readonly rule: Rule
  readonly args: unknown
  readonly principal: string
  /** An id that was never used before. */
  readonly newId: () => string
}

/** A window is kept in this many parts; a part counts until all of it has left the window. */
const parts = 60
/** Each turn that is lost to another was won by somebody. */
const mostTurns = 1000

/**
 * Takes one call from a budget, before it is dispatched and across all processes; false where it is spent. What cannot
 * be counted counts as spent: an amount that is absent, negative or no number, and a store that fails.
 */
export async function reserve(store: Store, spending: Spending): Promise<boolean> {
  const { rule, args, principal, newId } = spending
  const { budget } = rule
  if (budget === undefined) return true
  const amounts = amountsOf(budget, args)
  if (amounts === undefined) return false
  const key = `budget/${rule.source}/${rule.id}/${budget.by === 'principal' ? encodeURIComponent(principal) : ''}`
  try {
    for (let turn = 0; turn < mostTurns; turn += 1) {
      const { now, entries } = await store.read([key])
      const spent = spendingsIn(entries[0]?.value, now, budget)
      if (!isLeft(budget, spent, amounts)) return false
      const value = JSON.stringify(add(spent, partAt(now, budget), amounts))
      const change = { key, expect: entries[0]?.version, version: newId(), value, keepMs: budget.per * 2 }
      if ((await store.write([change])).kind === 'written') return true
    }
  } catch {
    return false
  }
  return false
}

/** Calls and sums by the beginning of a part, in milliseconds since 1970. */
type Spent = readonly (readonly [part: number, calls: number, sums: Readonly<Record<string, number>>])[]

function amountsOf({ sums }: Budget, args: unknown): Readonly<Record<string, number>> | undefined {
  const amounts = Object.keys(sums).map((path) => [path, valueAt(args, path.split('.').slice(1))] as const)
  return amounts.every((each): each is readonly [string, number] => isAmount(each[1]))
    ? Object.fromEntries(amounts)
    : undefined
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isLeft({ calls, sums }: Budget, spent: Spent, amounts: Readonly<Record<string, number>>): boolean {
  if (calls !== undefined && spent.reduce((sum, [, count]) => sum + count, 0) + 1 > calls) return false
  return Object.entries(sums).every(([path, most]) => {
    const before = spent.reduce((sum, [, , amountsThen]) => sum + (amountsThen[path] ?? 0), 0)
    return before + (amounts[path] ?? Number.POSITIVE_INFINITY) <= most
  })
}

function partAt(now: number, { per }: Budget): number {
  return now - (now % (per / parts))
}

/** What still counts. A record that cannot be read throws: it counts as spent. */
function spendingsIn(value: string | undefined, now: number, budget: Budget): Spent {
  if (value === undefined) return []
  const said = parseJson(value)
  if (!Array.isArray(said)) throw new TypeError('The record of a budget is damaged.')
  return said.map(readSpent).filter(([part]) => part + budget.per / parts > now - budget.per)
}

function readSpent(said: unknown): Spent[number] {
  if (!Array.isArray(said)) throw new TypeError('The record of a budget is damaged.')
  const [part, calls, sums]: readonly unknown[] = said
  if (typeof part !== 'number' || typeof calls !== 'number' || !isObject(sums))
    throw new TypeError('The record of a budget is damaged.')
  return [part, calls, Object.fromEntries(Object.entries(sums).map(([path, sum]) => [path, Number(sum)]))]
}

function add(spent: Spent, part: number, amounts: Readonly<Record<string, number>>): Spent {
  const current = spent.find((each) => each[0] === part) ?? ([part, 0, {}] as const)
  const sums = Object.fromEntries(Object.entries(amounts).map(([path, sum]) => [path, sum + (current[2][path] ?? 0)]))
  return [...spent.filter((each) => each !== current), [part, current[1] + 1, { ...current[2], ...sums }]]
}
