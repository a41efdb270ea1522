import { canonicalJson, digest, isObject } from '../tool/index.ts'
import { offerOf } from './definition.ts'
import type { Offer, Offered } from './definition.ts'
import type { Identity } from './identity.ts'
import type { ListedItem } from './pages.ts'
import type { Standing } from './pins.ts'
import { isOpen } from './risk.ts'
import { scanDefinition, toolNamesIn } from './scan.ts'
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
  readonly isOpen: boolean
  /** What in its definition looks like the name of a tool. */
  readonly mentions: readonly string[]
}

/** Looks at all that a server offers, once. */
export function prepareTools(facts: ServerFacts): Pick<Subject, 'offer' | 'tools' | 'leftOut'> {
  const tools = new Map<string, GatedTool>()
  const leftOut: string[] = []
  const offer = offerOf(facts.listing, facts.instructions)
  for (const definition of Object.values(offer.tools)) {
    const fault = faultOf(definition)
    if (fault === undefined) tools.set(definition.name, prepare(definition))
    else leftOut.push(fault)
  }
  return {
    offer: {
      instructions: offer.instructions?.toWellFormed(),
      tools: pick(offer.tools, (name) => tools.has(name)),
      prompts: pick(offer.prompts, (_, item) => isJson(item)),
      resourceTemplates: pick(offer.resourceTemplates, (_, item) => isJson(item)),
    },
    tools,
    leftOut,
  }
}

type Items = Readonly<Record<string, ListedItem>>

function pick(items: Items, isGood: (name: string, item: ListedItem) => boolean): Items {
  return Object.fromEntries(Object.entries(items).filter(([name, item]) => isGood(name, item)))
}

function faultOf(definition: ListedItem): string | undefined {
  if (!isJson(definition)) return `"${definition.name.toWellFormed()}" holds what is no JSON.`
  return isObject(definition['inputSchema']) ? undefined : `"${definition.name}" has no input schema.`
}

/** Half a character is none: it is shown as one thing and sent as another. */
function isJson(item: ListedItem): boolean {
  try {
    canonicalJson(item)
    return true
  } catch {
    return false
  }
}

function prepare(definition: ListedItem): GatedTool {
  return {
    definition,
    digest: digest(definition),
    findings: scanDefinition(definition, definition.name),
    isOpen: isOpen(definition['annotations']),
    mentions: toolNamesIn(definition),
  }
}
