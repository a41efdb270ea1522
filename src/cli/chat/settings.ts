import { nearest } from '../../tool/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation } from '../command.ts'

/** What was typed behind `chat`. */
export interface ChatSettings {
  /** Files and folders. */
  readonly sources: readonly string[]
  /** A server's command behind `--`; empty: none. */
  readonly command: readonly string[]
  readonly config: string | undefined
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly prompt: string | undefined
  /** Undefined: what fits where it runs. */
  readonly approval: Approval | undefined
  readonly transcript: string | undefined
  readonly continued: string | undefined
  readonly isJson: boolean
  readonly mostSteps: number | undefined
}

/** Who allows what the policy asks about: a person, or nobody; `reads` also denies all that does more than read. */
export type Approval = 'ask' | 'reads' | 'none'

const approvals: readonly Approval[] = ['ask', 'reads', 'none']

/** Reads the options. Throws a `UsageError` for what makes no sense. */
export function readSettings({ words, command, options }: Invocation): ChatSettings {
  const text = (name: string): string | undefined => {
    const value = options[name]
    if (value === '') throw new UsageError(`--${name} wants a value.`)
    return typeof value === 'string' ? value : undefined
  }
  return {
    sources: words,
    command,
    config: text('config'),
    model: text('model'),
    baseUrl: text('base-url'),
    prompt: text('prompt'),
    approval: readApproval(text('approve')),
    transcript: text('transcript'),
    continued: text('continue'),
    isJson: options['json'] === true,
    mostSteps: readSteps(text('max-steps')),
  }
}

function readApproval(said: string | undefined): Approval | undefined {
  const found = approvals.find((each) => each === said)
  if (said === undefined || found !== undefined) return found
  if (/^(?:all|always|yes|auto|any|everything)$/i.test(said))
    throw new UsageError(
      `There is no --approve ${said}: every call would run without a person seeing it. Allow what may run unasked by a rule in your policy.yaml; verbnoun policy explain SERVER/TOOL says what it does.`,
    )
  const near = nearest(said, approvals)
  throw new UsageError(
    `--approve is ask, reads or none, not "${said}".${near.length > 0 ? ` Did you mean ${near[0]}?` : ''}`,
  )
}

function readSteps(said: string | undefined): number | undefined {
  if (said === undefined) return undefined
  const steps = Number(said)
  if (!/^\d+$/.test(said) || steps < 1 || !Number.isSafeInteger(steps))
    throw new UsageError(`--max-steps wants a whole number from 1, such as 20, not "${said}".`)
  return steps
}
