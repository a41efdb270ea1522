import type { UnknownObject } from '../tool/index.ts'

/** What a step needs before it acts. */
export interface Acting {
  /** What steps of calls with the same key gave, by name. */
  readonly steps: UnknownObject
  /** Keeps what a step gave. */
  readonly keepStep: (name: string, value: unknown) => Promise<void>
}

/** What a run has done, and what runs before it did: each thing once, whatever becomes of the run. */
export class Steps {
  readonly #done: Map<string, unknown>
  readonly #named = new Set<string>()
  readonly #acting = new Set<Promise<unknown>>()

  constructor(done: Iterable<readonly [string, unknown]>) {
    this.#done = new Map(done)
  }

  /** What steps gave, as JSON, by their names. */
  get done(): ReadonlyMap<string, unknown> {
    return this.#done
  }

  /** What the step gave before; else acts, once it is `ready`, and keeps what that gives. */
  async take(name: string, act: () => unknown, ready: () => Promise<Acting>): Promise<unknown> {
    if (this.#named.has(name)) throw new TypeError(`Two steps have the name "${name}". In a loop: \`${name}:\${id}\`.`)
    this.#named.add(name)
    if (!this.#done.has(name)) {
      const acting = await ready()
      for (const [other, value] of Object.entries(acting.steps)) this.#done.set(other, value)
      if (!this.#done.has(name)) await this.#perform(name, act, acting)
    }
    return structuredClone(this.#done.get(name))
  }

  /** Resolves when nothing acts any more. */
  async settled(): Promise<void> {
    while (this.#acting.size > 0) await Promise.allSettled(this.#acting)
  }

  /** As JSON, so that a function sees the same whether it runs for the first time or again. */
  async #perform(name: string, act: () => unknown, { keepStep }: Acting): Promise<void> {
    const perform = async (): Promise<void> => {
      const json = JSON.stringify(await act()) as string | undefined
      const value: unknown = json === undefined ? undefined : JSON.parse(json)
      this.#done.set(name, value)
      await keepStep(name, value)
    }
    const performing = perform()
    this.#acting.add(performing)
    await performing.finally(() => this.#acting.delete(performing))
  }
}
