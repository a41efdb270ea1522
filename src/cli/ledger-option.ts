import type { Invocation, Option } from './command.ts'

/** `--ledger URL`, for the commands that run what must not act twice. */
export const ledgerOption: Option = {
  type: 'string',
  value: 'URL',
  says: 'Where calls are remembered: sqlite:PATH, postgres://… or memory:. Default: .verbnoun/ledger.db.',
}

export function ledgerUrl({ options }: Invocation): string | undefined {
  const { ledger } = options
  return typeof ledger === 'string' ? ledger : undefined
}
