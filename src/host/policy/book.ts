import type { StateFolder } from '../state-folder.ts'
import { joinPolicies } from './policies.ts'
import type { Policies } from './policies.ts'
import type { Surroundings } from './predicate.ts'
import { readPolicy } from './read.ts'
import type { PolicyFile } from './read.ts'
import type { Policy } from './rule.ts'
import { compareChange } from './widening.ts'

export interface BookOptions {
  readonly folder: StateFolder
  readonly surroundings: Surroundings
  /** Policies of others, read anew at each reload: a project's, which can only make stricter, and a managed one. */
  readonly others?: () => Promise<readonly PolicyFile[]>
}

/** The policy that is in use, and what waits until a person accepts it. */
export interface PolicyBook {
  readonly policies: () => Policies
  /** What the user's file would loosen, a line each. Until it is accepted, only what it makes stricter holds. */
  readonly waiting: () => readonly string[]
  /** Reads the files again. Throws a `PolicyError` for one that cannot be used; then what was in use stays. */
  readonly reload: () => Promise<void>
  /** A person has seen what waits, and wants it. */
  readonly accept: () => Promise<void>
}

const wantedFile = 'policy.yaml'
const acceptedFile = 'policy.accepted.yaml'
const nothing = 'version: 1\n'

/** Opens the policy of a state folder: `policy.yaml`, in so far as it is not wider than what was accepted of it. */
export async function openPolicyBook({ folder, surroundings, others }: BookOptions): Promise<PolicyBook> {
  let policies = joinPolicies([])
  let waiting: readonly string[] = []
  const parse = (text: string | undefined, name: string): Policy =>
    readPolicy({ text: text ?? nothing, name, source: 'user' }, surroundings)
  async function reload(): Promise<void> {
    const text = await folder.read(wantedFile)
    const wanted = parse(text, `${folder.path}/${wantedFile}`)
    const accepted = parse(await folder.read(acceptedFile), `${folder.path}/${acceptedFile}`)
    const layers = (await others?.())?.map((file) => readPolicy(file, surroundings)) ?? []
    const { narrowed, widens } = compareChange(accepted, wanted)
    // What was given up is given up: to have it again takes a person.
    if (widens.length === 0 && wanted.digest !== accepted.digest) await folder.write(acceptedFile, text ?? nothing)
    policies = joinPolicies([narrowed, ...layers])
    waiting = widens
  }
  await reload()
  return {
    policies: () => policies,
    waiting: () => waiting,
    reload,
    async accept() {
      const text = (await folder.read(wantedFile)) ?? nothing
      parse(text, wantedFile)
      await folder.write(acceptedFile, text)
      await reload()
    },
  }
}
