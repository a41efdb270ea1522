import { cpSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the cases for the compiler lie: in the folder that `VERBNOUN_CASES` names, or in its `schema/`; else here. */
export const casesFolder: string = find(process.env['VERBNOUN_CASES'])

/** Puts the sources of the cases into a project, with the package that they use. */
export function copyCases(root: string): void {
  for (const file of ['schema-torture.ts', 'schema-torture-other.ts']) cpSync(join(casesFolder, file), join(root, file))
  cpSync(join(casesFolder, 'acme-money'), join(root, 'node_modules/@acme/money'), { recursive: true })
}

function find(named: string | undefined): string {
  if (named === undefined) return join(import.meta.dirname, 'cases')
  const inside = resolve(named, 'schema')
  return existsSync(inside) ? inside : resolve(named)
}
