import { fileURLToPath } from 'node:url'
import type { ServerCommand } from '../../../src/host/index.ts'

const server = fileURLToPath(new URL('server.mjs', import.meta.url))

/** A server that misbehaves: `server.mjs` has the list. It tells in `log` what it did. */
export function hostile(attack: string, log?: string): ServerCommand {
  const args = [server, attack, ...(log === undefined ? [] : [log])]
  return { command: process.execPath, args, cwd: process.cwd(), env: { PATH: process.env['PATH'] ?? '' } }
}
