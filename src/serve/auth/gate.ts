import { readMessage, type RequestId } from '../../protocol/index.ts'
import type { Tool } from '../../tool/index.ts'
import type { HttpReply, HttpRequest } from '../http/message.ts'
import { emptyReply, errorReply, jsonReply } from '../http/reply.ts'
import type { Server } from '../server.ts'
import { tellError } from '../tell.ts'
import { type Challenge, challengeText, metadataText } from './challenge.ts'
import { withMemory } from './known-tokens.ts'
import { mayUse, needText, noRights, type Rights } from './scopes.ts'
import { type AuthSettings, twoCallers } from './settings.ts'
import { createVerifier, type Verdict } from './verify.ts'

/** Who sent a request, and what it may do. */
export interface Access {
  readonly caller: string
  readonly rights: Rights
  /** When that ends, in milliseconds. */
  readonly until: number
}

/** What stands before an endpoint. */
export interface Gate {
  /** Who sent a request, or the answer for somebody who may not send any. */
  readonly admit: (request: HttpRequest) => Access | HttpReply | Promise<Access | HttpReply>
  /** The answer to a message that asks for more than its sender may have, or undefined. */
  readonly refuse: (access: Access, value: unknown) => HttpReply | undefined
  /** What there is to know before one has a token. */
  readonly metadata: (request: HttpRequest) => HttpReply
}

/** How a gate without tokens knows who calls, and where it complains. */
export interface GateOptions {
  readonly caller: ((header: HttpRequest['header']) => string) | undefined
  readonly log: (line: string) => void
  readonly now: () => number
}

/** Makes the gate of a server. Throws a `TypeError` where two say who calls. */
export function createGate(server: Server, options: GateOptions): Gate {
  const { auth } = server
  const { caller = everybody } = options
  if (auth !== undefined && options.caller !== undefined) throw twoCallers()
  if (auth !== undefined) return guarded(server, auth, options)
  warnOfHidden(server, options.log)
  return {
    admit: ({ header }) => ({ caller: caller(header), rights: noRights, until: Infinity }),
    refuse({ rights }, value) {
      const refusal = refusalOf(server, rights, value)
      return refusal && errorReply(403, refusal.says, refusal.id)
    },
    metadata: () => emptyReply(404),
  }
}

function guarded(server: Server, auth: AuthSettings, { log, now }: GateOptions): Gate {
  const verify = withMemory(createVerifier(auth, now), now)
  const known = (): string[] => [...new Set([...auth.scopes, ...scopesOf(server.tools.values())])]
  const advertised = (): readonly string[] => auth.advertised ?? known()
  const challenge = (reply: HttpReply, what: Challenge): HttpReply => ({
    ...reply,
    headers: { ...reply.headers, 'www-authenticate': challengeText(auth, what) },
  })
  const complain = complaints((error) => tellError(log, error, server.secrets))

  function judge(verdict: Verdict): Access | HttpReply {
    switch (verdict.kind) {
      case 'unknown': {
        complain(verdict.error)
        const reply = errorReply(503, 'Tokens cannot be verified at the moment. Try again in a few seconds.')
        return { ...reply, headers: { ...reply.headers, 'retry-after': '5' } }
      }
      case 'refused': {
        const says = `The token is not taken: ${verdict.says}`
        return challenge(errorReply(401, says), { error: 'invalid_token', says, scopes: advertised() })
      }
      case 'verified': {
        const { caller, rights, until } = verdict
        if (auth.scopes.every((scope) => rights.scopes.has(scope))) return { caller, rights, until }
        const says = `This server needs ${auth.scopes.join(' ')}.`
        return challenge(errorReply(403, says), { error: 'insufficient_scope', says, scopes: auth.scopes })
      }
    }
  }

  return {
    async admit({ header }) {
      const sent = /^Bearer +(.*)$/i.exec(header('authorization') ?? '')?.[1]
      if (sent !== undefined) return judge(await verify(sent))
      return challenge(errorReply(401, 'Send a bearer token.'), { scopes: advertised() })
    },
    refuse({ rights }, value) {
      const refusal = refusalOf(server, rights, value)
      if (refusal === undefined) return undefined
      const { says, tools, id } = refusal
      const scopes = [...new Set([...auth.scopes, ...scopesOf(tools)])]
      return challenge(errorReply(403, says, id), { error: 'insufficient_scope', says, scopes })
    },
    metadata({ method }) {
      if (method !== 'GET') return emptyReply(405, { allow: 'GET' })
      return jsonReply(200, metadataText(auth, advertised()), { 'cache-control': 'max-age=300', vary: 'origin' })
    },
  }
}

/** Tells of keys once each time that they were sought, not once for each request. */
function complaints(complain: (error: Error) => void): (error: Error) => void {
  let told: Error | undefined
  return (error) => {
    if (error !== told) complain(error)
    told = error
  }
}

/** A tool that silently is not there costs its author an hour. */
function warnOfHidden({ tools }: Server, log: (line: string) => void): void {
  const hidden = [...tools.values()].filter((tool) => !mayUse(noRights, tool)).map(({ name }) => name)
  if (hidden.length === 0) return
  const what = hidden.length === 1 ? 'it: it needs' : 'them: they need'
  log(`${hidden.join(', ')}: nobody can call ${what} scopes over HTTP, and no "auth" says who has them.`)
}

interface Refusal {
  readonly says: string
  readonly tools: readonly Tool[]
  /** The request that it answers. */
  readonly id: RequestId
}

/** What is wrong with a message, or with a batch of them, that calls what is not for its sender. */
function refusalOf({ tools }: Server, rights: Rights, value: unknown): Refusal | undefined {
  const forbidden = (Array.isArray(value) ? value : [value]).flatMap((one): { tool: Tool; id: RequestId }[] => {
    const message = readMessage(one)
    if (message.kind !== 'request' || message.method !== 'tools/call') return []
    const { name } = message.params
    const tool = typeof name === 'string' ? tools.get(name) : undefined
    return tool === undefined || mayUse(rights, tool) ? [] : [{ tool, id: message.id }]
  })
  const [first] = forbidden
  const called = [...new Set(forbidden.map(({ tool }) => tool))]
  return first && { says: needText(called), tools: called, id: first.id }
}

function scopesOf(tools: Iterable<Tool>): string[] {
  return [...tools].flatMap(({ scopes = [] }) => scopes)
}

function everybody(): string {
  return 'http'
}
