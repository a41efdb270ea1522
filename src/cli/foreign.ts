import { connect } from '../host/index.ts'
import type { Connection } from '../host/index.ts'
import type { Io } from './command.ts'
import { version } from './package.ts'

/** Starts the server that a person typed behind `--`, in the person's own environment. */
export async function openCommand([command = '', ...args]: readonly string[], io: Io): Promise<Connection> {
  return await connect({ command, args, cwd: io.cwd, env: io.env }, { name: 'verbnoun', version: version() })
}
