import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createToolbox, runLoop, scriptedModel } from '../../src/host/index.ts'
import type {
  Approve,
  LoopEnd,
  LoopEvent,
  LoopOptions,
  Permit,
  Request,
  Said,
  Script,
  ScriptedModel,
  ToolboxOptions,
  Trust,
} from '../../src/host/index.ts'
import { entry, host } from '../host/hosting.ts'
import type { Hosting } from '../host/hosting.ts'

/** A library behind a gate. */
export interface Library extends Hosting {
  /** What its server has done, in order. */
  readonly effects: () => string[]
  readonly leave: () => Promise<void>
}

export interface LibraryOptions {
  readonly policy?: string
  readonly trust?: Trust
  readonly mayAsk?: boolean
}

export async function openLibrary({ policy, trust, mayAsk }: LibraryOptions = {}): Promise<Library> {
  const folder = mkdtempSync(join(tmpdir(), 'verbnoun-loop-'))
  const effects = join(folder, 'effects.txt')
  writeFileSync(effects, '')
  const place = { command: process.execPath, args: [resolve('test/loop/library.mjs'), effects], cwd: folder, env: {} }
  const hosting = await host([entry('library', place, trust)], {
    ...(policy !== undefined && { policy }),
    ...(mayAsk !== undefined && { mayAsk }),
  })
  if (trust === 'untrusted') await hosting.gate.accept('library')
  return {
    ...hosting,
    effects: () => readFileSync(effects, 'utf8').split('\n').filter(Boolean),
    async leave() {
      await hosting.connections.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Conversed {
  readonly events: readonly LoopEvent[]
  readonly end: LoopEnd
  readonly model: ScriptedModel
  /** The texts of the answers to calls, in order. */
  readonly answers: readonly string[]
}

export interface ConverseOptions extends Partial<Omit<ToolboxOptions, 'model'>> {
  readonly loop?: Partial<LoopOptions<Permit>>
  readonly onEvent?: (event: LoopEvent) => void
}

/** Has a model follow a script with the tools of a library. */
export async function converse(
  { gate, connections }: Hosting,
  script: Script,
  { loop, onEvent, ...options }: ConverseOptions = {},
): Promise<Conversed> {
  const model = scriptedModel(script)
  const toolbox = await createToolbox({ gate, connections, model, approve: nobody, newId: randomUUID, ...options })
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'Go.' }] }] as const
  const events: LoopEvent[] = []
  for await (const event of runLoop({ model, messages, ...toolbox, now: () => performance.now(), ...loop })) {
    events.push(event)
    onEvent?.(event)
  }
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('no end')
  const answers = last.end.messages.flatMap((message) =>
    message.role === 'tool'
      ? message.answers.map(({ parts }) =>
          parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join('\n'),
        )
      : [],
  )
  return { events, end: last.end, model, answers }
}

const nobody: Approve = async () => 'nobody can be asked.'

/** A person who says this of whatever is asked. */
export function person(say: (request: Request) => Said | Promise<Said>): Approve {
  const approver = { id: 'ann', how: 'terminal', assurance: 'local' } as const
  return async (request) => ({ said: await say(request), approver })
}
