import type { Store } from '../ledger/index.ts'
import { isObject, parseJson } from '../tool/index.ts'
import type { Offer } from './definition.ts'
import { differencesOf } from './difference.ts'
import type { Difference } from './difference.ts'
import type { Identity } from './identity.ts'
import type { ListedItem } from './pages.ts'
import type { Trust } from './tier.ts'

/** How what a server offers stands to what was accepted of it. */
export type Standing =
  /** Our own source: it is what we compiled. */
  | { readonly kind: 'own' }
  /** Nobody has looked at it yet. */
  | { readonly kind: 'unreviewed' }
  | { readonly kind: 'pinned'; readonly since: number; readonly differences: readonly Difference[] }

export interface Pins {
  /** Compares with what was accepted; what a trusted server offers at first is accepted. */
  check(identity: Identity, trust: Trust, offer: Offer): Promise<Standing>
  /** A person has looked at what is offered and accepts it: from here on it is what is expected. */
  accept(identity: Identity, offer: Offer): Promise<void>
  /** What was accepted last. */
  accepted(identity: Identity): Promise<Offer | undefined>
  /** Forgets a server, so that it is looked at as if for the first time. */
  forget(identity: Identity): Promise<void>
}

export interface PinOptions {
  readonly store: Store
  readonly newId: () => string
}

/** What servers were accepted as, by what they are and not by what they are called. */
export function createPins({ store, newId }: PinOptions): Pins {
  const read = async (identity: Identity): Promise<Found> => {
    const { now, entries } = await store.read([keyOf(identity)])
    return { now, version: entries[0]?.version, pin: readPin(entries[0]?.value) }
  }
  const write = async (identity: Identity, { now, version }: Found, offer: Offer): Promise<boolean> => {
    const value = JSON.stringify({ v: 1, command: identity.command, since: now, offer })
    const change = { key: keyOf(identity), expect: version, version: newId(), value }
    return (await store.write([change])).kind === 'written'
  }
  return {
    async check(identity, trust, offer) {
      if (trust === 'own') return { kind: 'own' }
      const found = await read(identity)
      if (found.pin !== undefined)
        return { kind: 'pinned', since: found.pin.since, differences: compare(found.pin.offer, offer) }
      if (trust === 'untrusted') return { kind: 'unreviewed' }
      // Where another process was first, what it accepted is what counts.
      return (await write(identity, found, offer))
        ? { kind: 'pinned', since: found.now, differences: [] }
        : await this.check(identity, trust, offer)
    },
    async accept(identity, offer) {
      while (!(await write(identity, await read(identity), offer)));
    },
    accepted: async (identity) => (await read(identity)).pin?.offer,
    async forget(identity) {
      const { version } = await read(identity)
      if (version !== undefined) await store.write([{ key: keyOf(identity), expect: version, remove: true }])
    },
  }
}

function compare(accepted: Offer, offered: Offer): readonly Difference[] {
  return accepted.digest === offered.digest ? [] : differencesOf(accepted, offered)
}

/** Why a tool may not be called as it stands, if so. Changed instructions steer the use of every tool. */
export function blocking({ differences }: { differences: readonly Difference[] }, tool: string): readonly Difference[] {
  return differences.filter(({ of, name }) => of === 'instructions' || (of === 'tool' && name === tool))
}

interface Pin {
  readonly since: number
  readonly offer: Offer
}

interface Found {
  readonly now: number
  readonly version: string | undefined
  readonly pin: Pin | undefined
}

function keyOf({ digest }: Identity): string {
  return `pin/${digest}`
}

/** A record that cannot be read counts as one with which nothing agrees: it blocks until a person accepts again. */
function readPin(value: string | undefined): Pin | undefined {
  if (value === undefined) return undefined
  const said = parseJson(value)
  const { since, offer }: Readonly<Record<string, unknown>> = isObject(said) ? said : {}
  const { digest, instructions, tools, prompts, resourceTemplates }: Readonly<Record<string, unknown>> = isObject(offer)
    ? offer
    : {}
  return {
    since: typeof since === 'number' ? since : 0,
    offer: {
      digest: typeof digest === 'string' ? digest : '',
      instructions: typeof instructions === 'string' ? instructions : undefined,
      tools: namedIn(tools),
      prompts: namedIn(prompts),
      resourceTemplates: namedIn(resourceTemplates),
    },
  }
}

function namedIn(said: unknown): Record<string, ListedItem> {
  if (!isObject(said)) return {}
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, item]) => (isObject(item) ? [[name, { ...item, name }]] : [])),
  )
}
