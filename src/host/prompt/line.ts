/** How a line is meant: only its colour, never its words. */
export type Tone = 'plain' | 'quiet' | 'bold' | 'yellow' | 'red'

/** A line of a prompt. Its text holds no control characters, and nothing in its first columns that is not ours. */
export interface Line {
  readonly text: string
  readonly tone: Tone
}

const codes: Readonly<Record<Tone, string>> = { plain: '', quiet: '2', bold: '1', yellow: '1;33', red: '1;31' }

/** A line for a terminal, with its colour where those are wanted. */
export function paint({ text, tone }: Line, hasColour: boolean): string {
  return hasColour && codes[tone] !== '' ? `\u001B[${codes[tone]}m${text}\u001B[0m` : text
}
