import { redactCredentials, traceOf } from '../tool/index.ts'

/** Takes a line for the operator. */
export type Write = (line: string) => void

/** Tells the operator something, without the values of secrets. A log that fails stops nobody. */
export function tell(write: Write, line: string, secrets: readonly string[] = []): void {
  try {
    write(redactCredentials(line, { secrets, sent: [] }))
  } catch {
    // There is nobody left to tell.
  }
}

/** Tells the operator of an error that no request is answered with. */
export function tellError(write: Write, error: unknown, secrets: readonly string[] = []): void {
  tell(write, traceOf(error), secrets)
}
