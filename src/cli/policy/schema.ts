import { policySchema } from '../../host/index.ts'
import type { Invocation, Io } from '../command.ts'

/** Prints the JSON Schema of a policy file, for an editor. */
export async function printSchema(_: Invocation, io: Io): Promise<number> {
  io.out(JSON.stringify(policySchema(), undefined, 2))
  return 0
}
