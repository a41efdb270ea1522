import { type Invocation, type Option, UsageError } from '../command.ts'

/** Where to listen. */
export interface Address {
  readonly port: number
  readonly host: string
}

/** `--http`, `--port` and `--host`. */
export const addressOptions: Readonly<Record<'http' | 'port' | 'host', Option>> = {
  http: { type: 'boolean', says: 'Over Streamable HTTP instead of stdio.' },
  port: { type: 'string', value: 'PORT', says: 'The port for HTTP; 0 takes any that is free. Default: 3000.' },
  host: { type: 'string', value: 'HOST', says: 'The address for HTTP. Default: 127.0.0.1, this machine only.' },
}

/** The address that was typed; undefined for stdio. */
export function readAddress({ options }: Invocation, command: string): Address | undefined {
  const { http, port = '3000', host = '127.0.0.1' } = options
  if (http !== true && (options['port'] ?? options['host']) !== undefined) {
    throw new UsageError(`--port and --host are for --http: verbnoun ${command} FILE --http --port 3000`)
  }
  if (http !== true) return undefined
  const number = Number(port)
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new UsageError(`--port wants a number from 0 to 65535, not ${String(port)}.`)
  }
  return { port: number, host: String(host) }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** An address that cannot be had is wrong usage. */
export function explainListen(error: unknown): never {
  const isTaken = error instanceof Error && 'syscall' in error && ['listen', 'bind'].includes(String(error.syscall))
  throw isTaken ? new UsageError(`Cannot listen there: ${error.message}. --port 0 takes a port that is free.`) : error
}
