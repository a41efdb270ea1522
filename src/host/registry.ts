import type { Store } from '../ledger/index.ts'
import { blocking, createPins } from './pins.ts'
import { prepareTools } from './subject.ts'
import type { ServerFacts, Subject } from './subject.ts'

/** The servers that a gate knows, as they are at this moment. */
export interface Registry {
  readonly subjects: ReadonlyMap<string, Subject>
  /** Takes a server in, or what it has come to offer; says how that stands to what was accepted. */
  readonly admit: (facts: ServerFacts) => Promise<Subject>
  /** A server has left. */
  readonly dismiss: (server: string) => void
  /** A person has looked at what a server offers, and accepts it. */
  readonly accept: (server: string) => Promise<Subject>
  /** Makes calls to a server wait until it has been looked at again. */
  readonly hold: (server: string, until: Promise<unknown>) => void
  /** What calls to a server wait for, if anything. */
  readonly held: (server: string) => Promise<unknown> | undefined
  /** Whether servers other than this one have a tool of this name. */
  readonly isForeign: (tool: string, server: string) => boolean
}

export function createRegistry({ store, newId }: { store: Store; newId: () => string }): Registry {
  const subjects = new Map<string, Subject>()
  const waits = new Map<string, Promise<unknown>>()
  const pins = createPins({ store, newId })
  const owners = createOwners()
  async function admit(facts: ServerFacts): Promise<Subject> {
    const prepared = prepareTools(facts)
    const standing = await pins.check(facts.identity, facts.trust, prepared.offer)
    const subject = { facts, standing, ...prepared }
    subjects.set(facts.key, subject)
    owners.set(facts.key, [...prepared.tools.keys()])
    return subject
  }
  return {
    subjects,
    admit,
    dismiss(server) {
      subjects.delete(server)
      owners.set(server, [])
    },
    async accept(server) {
      const subject = subjects.get(server)
      if (subject === undefined) throw new TypeError(`There is no server "${server}".`)
      await pins.accept(subject.facts.identity, subject.offer)
      return await admit(subject.facts)
    },
    hold(server, until) {
      const wait = Promise.allSettled([waits.get(server), until]).finally(() => {
        if (waits.get(server) === wait) waits.delete(server)
      })
      waits.set(server, wait)
    },
    held: (server) => waits.get(server),
    isForeign: owners.isForeign,
  }
}

/** Whether a tool may not be called as it stands. */
export function isBlocked({ standing }: Subject, tool: string): boolean {
  return standing.kind === 'unreviewed' || (standing.kind === 'pinned' && blocking(standing, tool).length > 0)
}

interface Owners {
  /** Replaces the names of the tools of a server. */
  readonly set: (server: string, tools: readonly string[]) => void
  readonly isForeign: (tool: string, server: string) => boolean
}

/** Which servers have a tool of a name. */
function createOwners(): Owners {
  const owners = new Map<string, Set<string>>()
  const named = new Map<string, readonly string[]>()
  return {
    set(server, tools) {
      for (const tool of named.get(server) ?? []) owners.get(tool)?.delete(server)
      for (const tool of tools) owners.set(tool, (owners.get(tool) ?? new Set()).add(server))
      named.set(server, tools)
    },
    isForeign(tool, server) {
      const found = owners.get(tool)
      return found !== undefined && found.size > (found.has(server) ? 1 : 0)
    },
  }
}
