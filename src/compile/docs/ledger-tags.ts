import { nearest } from '../../tool/index.ts'
import type { Idempotency, JsonSchema, ObjectSchema } from '../../tool/index.ts'
import { hasTag, tagText } from './hints.ts'
import type { Block, Comment } from './parse-comment.ts'

/** What the tags on retries are checked against. */
export interface Keyed {
  readonly comment: Comment
  readonly schema: ObjectSchema
  /** Arguments whose default is computed at each call. */
  readonly computed: readonly string[]
  readonly report: (severity: 'error' | 'warning', code: string, found: { message: string; block: Block }) => void
}

/** What `@idempotent` asks of the server; undefined when it asks nothing. */
export function idempotencyOf(keyed: Keyed): Idempotency | undefined {
  const { comment } = keyed
  const block = comment.blocks.find(({ tag }) => tag === 'idempotent')
  if (block === undefined || /^false\b/i.test(block.text)) return undefined
  const keys = keysOf(block, keyed)
  const window = timeOf('within', keyed)
  const downstream = hasTag(comment, 'downstream') ? (timeOf('downstream', keyed) ?? dayInMs) : undefined
  const verify = tagText(comment, 'verify')
  return {
    ...(keys === undefined ? {} : { keys }),
    ...(window === undefined ? {} : { window }),
    ...(downstream === undefined ? {} : { downstream }),
    ...(verify === undefined ? {} : { verify }),
    ...(tagText(comment, 'scope')?.toLowerCase() === 'server' ? { scope: 'server' as const } : {}),
  }
}

function keysOf(block: Block, keyed: Keyed): string[] | undefined {
  const { schema, computed, report } = keyed
  const known = Object.keys(schema.properties ?? {})
  const names = /^(?:true)?$/i.test(block.text) ? [] : block.text.split(/[\s,]+/).filter((name) => name !== '')
  for (const name of names) {
    if (known.includes(name)) continue
    const [near] = nearest(name, known)
    const advice = near === undefined ? `Its parameters are ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`
    report('error', 'idempotent-name', {
      message: `@idempotent names ${name}, which is no parameter. ${advice}`,
      block,
    })
  }
  const keys = names.length > 0 ? names : known
  for (const name of keys.filter((key) => computed.includes(key))) {
    const message = `@idempotent cannot tell calls apart by ${name}: its default is another value each time.`
    report('error', 'idempotent-name', { message, block })
  }
  if (names.length > 0) return names
  const free = known.find((name) => isFreeText(name, schema.properties?.[name]))
  if (free !== undefined) {
    const message = `A reworded ${free} makes another call of it: name the parameters that count (@idempotent ${known.filter((name) => name !== free).join(', ')}).`
    report('warning', 'idempotent-text', { message, block })
  }
  return undefined
}

function isFreeText(name: string, schema: JsonSchema | undefined): boolean {
  if (typeof schema !== 'object' || ![schema.type].flat().includes('string')) return false
  const isNarrow = [schema.enum, schema.const, schema.pattern, schema.format].some((keyword) => keyword !== undefined)
  return !isNarrow && !/(?:id|key|code|name)s?$/i.test(name)
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const dayInMs = 86_400_000

/** The time behind a tag; undefined where there is none. */
function timeOf(tag: 'within' | 'downstream', { comment, report }: Keyed): number | undefined {
  const block = comment.blocks.find((each) => each.tag === tag)
  if (block === undefined || (tag === 'downstream' && /^(?:true)?$/i.test(block.text))) return undefined
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([smhd])/i.exec(block.text) ?? []
  const time = Number(count) * (units[unit.toLowerCase()] ?? Number.NaN)
  if (time > 0) return time
  report('error', 'constraint', {
    message: `@${tag} takes a time such as 30m, 24h or 7d, not ${JSON.stringify(block.text)}.`,
    block,
  })
  return undefined
}
