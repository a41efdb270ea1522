import { createInterface } from 'node:readline/promises'
import { visible } from '../host/index.ts'
import type { Request } from '../host/index.ts'
import type { Io } from './command.ts'

const loudness = {
  read: 'READ',
  write: 'WRITE',
  destructive: 'HARD TO UNDO',
  destructive_open: 'DANGER, MAY DESTROY FOR GOOD, ACTS OUTSIDE THIS MACHINE',
}

/** Asks on the terminal whether a call may be made: true, or why it is not. */
export async function askPerson({ tool, arguments: args, risk, need }: Request, io: Io): Promise<true | string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    return 'it may change something, and there is no terminal to ask on.'
  io.err(`${loudness[risk.tier]}  ${visible(tool.name)}`)
  for (const [name, value] of Object.entries(args)) io.err(`    ${visible(name)} ${visible(JSON.stringify(value))}`)
  for (const { text } of risk.reasons) io.err(`  - ${text}`)
  const word = need.typed ?? 'y'
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`Type ${word} to run it, anything else does not: `, { signal: io.signal })
    return answer.trim() === word || 'you did not say yes.'
  } catch {
    return 'nobody answered.'
  } finally {
    terminal.close()
  }
}
