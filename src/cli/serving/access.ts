import type { AuthOptions } from '../../tool/index.ts'
import { type Invocation, type Option, UsageError } from '../command.ts'
import type { Address } from './address.ts'

/** Who may call over HTTP, as far as it was typed. */
export interface Access {
  readonly auth: Partial<AuthOptions> | undefined
  readonly allowedOrigins: readonly string[] | undefined
}

type AccessOption = 'auth-issuer' | 'auth-audience' | 'auth-resource' | 'allow-origin'

/** `--auth-issuer`, `--auth-audience`, `--auth-resource` and `--allow-origin`. */
export const accessOptions: Readonly<Record<AccessOption, Option>> = {
  'auth-issuer': {
    type: 'string',
    value: 'URL',
    says: 'Take bearer tokens of this authorization server, and no others.',
  },
  'auth-audience': {
    type: 'string',
    value: 'NAME',
    says: 'Whom tokens must be made for: the public URL of the server.',
  },
  'auth-resource': { type: 'string', value: 'URL', says: 'That URL, where the audience is none.' },
  'allow-origin': { type: 'string', value: 'ORIGINS', says: 'Whose pages may call it: https://app.example,https://…' },
}

/** Throws a `UsageError` where nobody would be asked, or what was typed is no origin. */
export function readAccess({ options }: Invocation, address: Address | undefined): Access {
  const typed = Object.keys(accessOptions).find((name) => options[name] !== undefined)
  if (typed !== undefined && address === undefined) throw new UsageError(`--${typed} is for --http.`)
  const [issuer, audience, resource] = ['auth-issuer', 'auth-audience', 'auth-resource'].map((name) => options[name])
  const auth = {
    ...(typeof issuer === 'string' && { issuer }),
    ...(typeof audience === 'string' && { audience }),
    ...(typeof resource === 'string' && { resource }),
  }
  const origins = options['allow-origin']
  return {
    auth: Object.keys(auth).length === 0 ? undefined : auth,
    allowedOrigins: typeof origins === 'string' ? origins.split(',').map(readOrigin) : undefined,
  }
}

/** What was typed, before what the module declares. Throws a `UsageError` where both together are too little. */
export function joinAuth(declared: AuthOptions | undefined, typed: Access['auth']): AuthOptions | undefined {
  if (typed === undefined) return declared
  const { issuer, audience } = { ...declared, ...typed }
  if (issuer === undefined) throw new UsageError('--auth-issuer is missing: whose tokens are taken?')
  if (audience === undefined)
    throw new UsageError('--auth-audience is missing: whom are tokens made for? Best the public URL of this server.')
  return { ...declared, ...typed, issuer, audience }
}

function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text
  throw new UsageError(`--allow-origin wants origins such as https://app.example, not ${text}.`)
}
