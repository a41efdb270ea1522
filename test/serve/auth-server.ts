import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createIssuer, type Issuer } from './auth-issuer.ts'

/** What a client has asked for at the authorization endpoint. */
interface Grant {
  readonly scope: string
  readonly resource: string
  readonly challenge: string
}

/** An authorization server on loopback whose person always says yes. */
export interface AuthorizationServer extends Issuer {
  /** The scopes that were asked for, in order. */
  readonly granted: string[]
}

export async function createAuthorizationServer(): Promise<AuthorizationServer> {
  const issuer = await createIssuer()
  const { url, pages } = issuer
  const grants = new Map<string, Grant>()
  const granted: string[] = []
  pages.set('/.well-known/oauth-authorization-server', {
    issuer: url,
    jwks_uri: `${url}/keys`,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    registration_endpoint: `${url}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  })

  function authorize(asked: URLSearchParams, outgoing: ServerResponse): void {
    const [scope, code] = [asked.get('scope') ?? '', crypto.randomUUID()]
    grants.set(code, {
      scope,
      resource: asked.get('resource') ?? '',
      challenge: asked.get('code_challenge') ?? '',
    })
    granted.push(scope)
    const back = new URL(asked.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries({ code, state: asked.get('state') ?? '', iss: url }))
      back.searchParams.set(name, value)
    outgoing.writeHead(302, { location: back.href }).end()
  }

  async function exchange(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(incoming))
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant?.challenge !== proof || grant.resource !== form.get('resource'))
      return answer(outgoing, 400, { error: 'invalid_grant' })
    const { scope, resource } = grant
    const token = await issuer.token({ aud: resource, scope })
    answer(outgoing, 200, { access_token: token, token_type: 'Bearer', expires_in: 600, scope })
  }

  issuer.more = async (incoming, outgoing) => {
    const asked = new URL(incoming.url ?? '', url)
    switch (`${incoming.method} ${asked.pathname}`) {
      case 'GET /authorize':
        authorize(asked.searchParams, outgoing)
        return true
      case 'POST /token':
        await exchange(incoming, outgoing)
        return true
      case 'POST /register': {
        const wanted = JSON.parse(await text(incoming)) as object
        answer(outgoing, 201, { ...wanted, client_id: crypto.randomUUID() })
        return true
      }
      default:
        return false
    }
  }
  return Object.assign(issuer, { granted })
}

function answer(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
