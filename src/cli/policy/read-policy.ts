import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { joinPolicies, openPolicyBook, openStateFolder, readPolicy, realPath } from '../../host/index.ts'
import type { Policies, PolicyBook } from '../../host/index.ts'
import { stateFolder } from '../../ledger/index.ts'
import { UsageError } from '../command.ts'
import type { Invocation, Io } from '../command.ts'

/** The policy that a person means: the file that was named, else the one in use. */
export async function policiesFor({ options }: Invocation, io: Io): Promise<Policies> {
  const { policy: name } = options
  if (typeof name === 'string') {
    const file = { text: await readText(name, io), name, source: 'user' } as const
    return joinPolicies([readPolicy(file, surroundings(io))])
  }
  const book = await openBook(io)
  if (book.waiting().length > 0)
    io.err(
      `What policy.yaml loosens is not in use until you accept it: verbnoun policy accept (${book.waiting().length}).`,
    )
  return book.policies()
}

export async function openBook(io: Io): Promise<PolicyBook> {
  const folder = await openStateFolder(stateFolder(io.env))
  return await openPolicyBook({ folder, surroundings: surroundings(io) })
}

export async function readText(name: string, { cwd }: Io): Promise<string> {
  try {
    return await readFile(resolve(cwd, name), 'utf8')
  } catch {
    throw new UsageError(`${name} cannot be read.`)
  }
}

function surroundings({ env }: Io): { home: string; realPath: (path: string) => string } {
  return { home: env['HOME'] ?? homedir(), realPath }
}
