import type { Observer, ServerOptions } from '../../serve/index.ts'
import { type Invocation, type Io, type Option, UsageError } from '../command.ts'
import { version } from '../package.ts'

/** How what serves speaks to whoever operates it. */
export interface Voice {
  /** Lines on stderr, in the form that was chosen. */
  readonly io: Io
  /** Takes what went wrong inside. */
  readonly log: (line: string) => void
  /** Who hears of requests. */
  readonly observe: (options: ServerOptions) => Promise<readonly Observer[]>
}

/** `--log json`. */
export const logOption: Option = {
  type: 'string',
  value: 'FORMAT',
  says: 'What stderr gets: text, or json with a line for each call and what became of it. Default: text.',
}

/** The voice that was chosen. `about` stands in each line of JSON. */
export function readVoice({ options }: Invocation, io: Io, about: Readonly<Record<string, unknown>> = {}): Voice {
  const { log = 'text' } = options
  const transport = options['http'] === true ? 'tcp' : 'pipe'
  const trace = async (): Promise<Observer[]> => {
    const { openTracing } = await import('../../serve/index.ts')
    const tracing = await openTracing({ transport, version: version() })
    return tracing === undefined ? [] : [tracing]
  }
  if (log === 'text') return { io, log: io.err, observe: trace }
  if (log !== 'json') throw new UsageError(`--log is text or json, not ${String(log)}.`)
  const write = (record: Readonly<Record<string, unknown>>): void => io.err(JSON.stringify({ ...record, ...about }))
  const say = (level: string, message: string): void => write({ time: new Date().toISOString(), level, message })
  return {
    io: { ...io, err: (line) => say(...graded(line)) },
    log: (line) => say('error', line),
    async observe({ secret }) {
      const { logCalls } = await import('../../serve/index.ts')
      return [...(await trace()), logCalls({ write, secret })]
    },
  }
}

function graded(line: string): [level: string, message: string] {
  const warning = /^warning: (.*)$/s.exec(line)?.[1]
  return warning === undefined ? ['info', line] : ['warning', warning]
}
