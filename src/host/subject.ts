import { digest as digestJson, isObject } from '../tool/index.ts'
import { byName } from './definition.ts'
import type { Offer, Offered, OfferedItems } from './definition.ts'
import type { Identity } from './identity.ts'
import type { ListedItem } from './pages.ts'
import type { Standing } from './pins.ts'
import { assessRisk, isOpen } from './risk.ts'
import type { Risk, RiskFacts } from './risk.ts'
import { scanDefinition } from './scan.ts'
import type { Finding } from './scan.ts'
import type { Tier, Trust } from './tier.ts'

/** A server as it says that it is now, and what the user says of it. */
export interface ServerFacts {
  /** Its name in the user's config. */
  readonly key: string
  readonly trust: Trust
  readonly identity: Identity
  readonly listing: Offered
  readonly instructions?: string | undefined
  /** The user's own word on how bad its tools are. */
  readonly overrides?: Readonly<Record<string, Tier>>
}

/** A server that the gate knows. */
export interface Subject {
  readonly facts: ServerFacts
  readonly offer: Offer
  readonly standing: Standing
  readonly tools: ReadonlyMap<string, GatedTool>
  /** Tools that cannot be used, and why. */
  readonly leftOut: readonly string[]
}

/** A tool and all that is known of it before it is called. */
export interface GatedTool {
  readonly definition: ListedItem
  readonly digest: string
  readonly findings: readonly Finding[]
  /** Of any call of it. */
  readonly risk: Risk
  readonly isOpen: boolean
  /** What in its definition looks like the name of a tool. */
  readonly mentions: readonly string[]
}

/** Looks at all that a server offers, once. */
export function prepareTools(facts: ServerFacts): Pick<Subject, 'offer' | 'tools' | 'leftOut'> {
  const tools = new Map<string, GatedTool>()
  const leftOut: string[] = []
  for (const definition of Object.values(byName(facts.listing.tools))) {
    const prepared = prepare(definition, facts)
    if (typeof prepared === 'string') leftOut.push(prepared)
    else tools.set(definition.name, prepared)
  }
  return { offer: offerOf(tools, facts), tools, leftOut }
}

function prepare(definition: ListedItem, facts: ServerFacts): GatedTool | string {
  const digest = digestOf(definition)
  if (digest === undefined) return `"${definition.name.toWellFormed()}" holds what is no JSON.`
  if (!isObject(definition['inputSchema'])) return `"${definition.name}" has no input schema.`
  const { findings, mentions } = scanDefinition(definition, definition.name)
  const risk = assessRisk({ ...riskFacts(facts, definition), findings })
  return { definition, digest, findings, risk, mentions, isOpen: isOpen(definition['annotations']) }
}

/** What the risk of a tool stands on, whatever it is called with. */
export function riskFacts({ trust, overrides = {} }: ServerFacts, { name, annotations }: ListedItem): RiskFacts {
  return { name, annotations, trust, override: Object.hasOwn(overrides, name) ? overrides[name] : undefined }
}

/** Half a character is none: it is shown as one thing and sent as another. */
function digestOf(item: ListedItem): string | undefined {
  try {
    return digestJson(item)
  } catch {
    return undefined
  }
}

function offerOf(tools: Subject['tools'], { listing, instructions }: ServerFacts): Offer {
  const said = instructions?.toWellFormed()
  const prompts = usable(listing.prompts)
  const resourceTemplates = usable(listing.resourceTemplates)
  const digests = [...tools].map(([name, { digest }]) => [name, digest] as const)
  return {
    digest: digestJson([said ?? '', Object.fromEntries(digests), prompts, resourceTemplates]),
    instructions: said,
    tools: Object.fromEntries([...tools].map(([name, { definition }]) => [name, definition])),
    prompts,
    resourceTemplates,
  }
}

function usable(items: readonly ListedItem[]): OfferedItems {
  return byName(items.filter((item) => digestOf(item) !== undefined))
}
