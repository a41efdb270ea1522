import { resolve } from 'node:path'
import { lineText } from '../../host/index.ts'
import type { Message, Model } from '../../host/index.ts'
import type { Io } from '../command.ts'
import { pathText } from './here.ts'
import type { Screen } from './screen.ts'
import type { ChatSettings } from './settings.ts'
import { forOtherModel, readTranscript, transcriptPath, writeTranscript } from './transcript.ts'

/** Where a conversation is kept, and what was said there before. */
export interface Keeping {
  readonly path: string
  readonly messages: readonly Message[]
  readonly keep: (messages: readonly Message[]) => Promise<void>
  /** Whether anything is kept. */
  readonly hasKept: () => boolean
}

export interface KeepingOptions {
  readonly model: Pick<Model, 'id'>
  readonly screen: Screen
  readonly io: Io
  readonly stateFolder: string
}

/** Finds where a conversation is kept, and reads what it goes on from. Throws a `UsageError` where that cannot be. */
export async function openKeeping(
  { transcript: named, continued }: Pick<ChatSettings, 'transcript' | 'continued'>,
  { model, screen, io, stateFolder }: KeepingOptions,
): Promise<Keeping> {
  const earlier = continued === undefined ? undefined : await readTranscript(resolve(io.cwd, continued), continued)
  const path = await transcriptPath({ named, continued }, { cwd: io.cwd, stateFolder, now: Date.now() })
  const created = earlier?.created ?? new Date().toISOString()
  const isSame = earlier !== undefined && providerOf(earlier.model) === providerOf(model.id)
  let hasKept = path === resolve(io.cwd, continued ?? '')
  let hasFailed = false
  return {
    path,
    messages: isSame ? earlier.messages : forOtherModel(earlier?.messages ?? []),
    hasKept: () => hasKept,
    async keep(messages) {
      try {
        const updated = new Date().toISOString()
        await writeTranscript(path, { version: 1, model: model.id, created, updated, messages })
        hasKept = true
        hasFailed = false
      } catch (error) {
        if (hasFailed) return
        hasFailed = true
        const why = error instanceof Error ? error.message : String(error)
        screen.note(lineText(`${pathText(path, io)} cannot be written, nothing is kept: ${why}`), { tone: 'yellow' })
      }
    },
  }
}

function providerOf(model: string): string {
  return model.split(':')[0] ?? model
}
