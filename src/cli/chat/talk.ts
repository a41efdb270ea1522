import { visible } from '../../tool/index.ts'
import type { Conversation } from './conversation.ts'
import type { Screen } from './screen.ts'
import type { Seat } from './seat.ts'
import { readSlash, runSlash } from './slash.ts'
import type { SlashContext } from './slash.ts'

export interface TalkOptions {
  readonly conversation: Conversation
  readonly seat: Seat
  readonly screen: Screen
  readonly slash: SlashContext
  readonly signal: AbortSignal
}

/** Lets a person and a model talk until the person leaves. */
export async function talk(options: TalkOptions): Promise<void> {
  const { seat, screen, signal, slash } = options
  while (!signal.aborted) {
    screen.note('')
    const text = await screen.hold(() => seat.ask())
    if (text === undefined) return
    if (text.trim() === '') continue
    const command = readSlash(text)
    const isOver = command === undefined ? await turn(text, options) : await runSlash(command, slash)
    if (isOver) return
  }
}

/** One thing said, and what comes of it. Ctrl-C stops it; again, and the conversation is over. */
async function turn(text: string, { conversation, seat, screen, signal }: TalkOptions): Promise<boolean> {
  const stopping = new AbortController()
  const left = new Promise<undefined>((leave) => {
    seat.onInterrupt(() => {
      if (stopping.signal.aborted) leave(undefined)
      stopping.abort()
    })
  })
  const said = conversation.say(text, AbortSignal.any([signal, stopping.signal]))
  const end = await Promise.race([said, left])
  if (end === undefined) {
    // What it still says is for nobody.
    said.catch((error: unknown) => screen.note(visible(String(error))))
    return true
  }
  if (end.reason === 'failed' && (await conversation.takeBack()))
    screen.note('What you said is left out of the conversation. The up arrow brings it back.')
  return false
}
