import {
  Client,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client'
import { boundedFetch } from './bounded-fetch.ts'
import type { ServerPlace } from './place.ts'
import { hearQuestions } from './raw-call.ts'
import { stdioTransport } from './stdio-transport.ts'

/** How a server that wants it learns who is asking. */
export interface Authorization {
  /** The official client's port: a token, or a whole OAuth flow. */
  readonly provider: AuthProvider | OAuthClientProvider
  /** After the provider has sent the person away: the parameters that the person came back with. */
  readonly returned?: () => Promise<URLSearchParams>
}

export interface ConnectOptions {
  /** Ends the connection, also while it is being made. */
  readonly signal?: AbortSignal
  /** How long the handshake and each listing may take, in milliseconds. Default: 60 seconds. */
  readonly timeoutMs?: number
  readonly authorization?: Authorization
  /** The server says that what it lists has changed. */
  readonly onChange?: () => void
  /** Whether the server may ask something of the person in the middle of a call. Default: it may not. */
  readonly mayAsk?: boolean
  /** The connection has ended, for whatever reason. */
  readonly onClose?: () => void
}

/** What is asked for. */
export interface Handshake {
  readonly place: ServerPlace
  readonly client: { readonly name: string; readonly version: string }
  /** Gets what the server writes on stderr. */
  readonly hear: (text: string) => void
}

/** In milliseconds. */
export const defaultTimeout = 60_000
/** Old servers on a pipe may keep silent when they are asked which revisions they speak. In milliseconds. */
const probeTimeout = 10_000

/** Starts or reaches a server and finds the revision that both speak. */
export async function shakeHands(handshake: Handshake, options: ConnectOptions): Promise<Client> {
  const { signal, authorization } = options
  signal?.throwIfAborted()
  const attempt = await tryHands(handshake, options)
  if (attempt.kind === 'connected') return attempt.wire
  signal?.throwIfAborted()
  const { error, transport } = attempt
  if (isEndOfProbe(error)) return await insist(handshake, { ...options, isOlder: true })
  if (!(error instanceof UnauthorizedError) || authorization?.returned === undefined) throw error
  await finishAuthorization(transport, await authorization.returned())
  return await insist(handshake, options)
}

type Attempt =
  | { readonly kind: 'connected'; readonly wire: Client }
  | { readonly kind: 'failed'; readonly error: unknown; readonly transport: Transport }

/** A server of an older revision may leave when it is asked anything before it was initialized: `isOlder` asks nothing. */
interface AttemptOptions extends ConnectOptions {
  readonly isOlder?: boolean
}

async function tryHands(handshake: Handshake, options: AttemptOptions): Promise<Attempt> {
  const { signal, timeoutMs = defaultTimeout, isOlder = false } = options
  const transport = openTransport(handshake, options)
  const wire = createClient(handshake, options)
  // The handshake itself does not look at the signal while a server is starting.
  const end = (): void => void transport.close()
  signal?.addEventListener('abort', end, { once: true })
  try {
    await wire.connect(transport, { timeout: timeoutMs, ...(isOlder && { prior: { kind: 'legacy' } }) })
    return { kind: 'connected', wire }
  } catch (error) {
    await Promise.allSettled([wire.close(), transport.close()])
    return { kind: 'failed', error, transport }
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

async function insist(handshake: Handshake, options: AttemptOptions): Promise<Client> {
  const attempt = await tryHands(handshake, options)
  if (attempt.kind === 'connected') return attempt.wire
  throw attempt.error
}

function openTransport({ place, hear }: Handshake, { authorization }: ConnectOptions): Transport {
  if (!('url' in place)) return stdioTransport(place, hear)
  return new StreamableHTTPClientTransport(new URL(place.url), {
    fetch: boundedFetch,
    redirectPolicy: 'same-origin',
    ...(place.headers !== undefined && { requestInit: { headers: { ...place.headers } } }),
    ...(authorization !== undefined && { authProvider: authorization.provider }),
  })
}

function createClient({ place, client }: Handshake, options: ConnectOptions): Client {
  const { onChange, timeoutMs = defaultTimeout, mayAsk = false } = options
  const changed = { autoRefresh: false, debounceMs: 0, onChanged: () => onChange?.() }
  const wire = new Client(
    { ...client },
    {
      capabilities: mayAsk ? { elicitation: { form: {} } } : {},
      versionNegotiation: {
        mode: 'auto',
        probe: { timeoutMs: 'url' in place ? timeoutMs : Math.min(probeTimeout, timeoutMs) },
      },
      inputRequired: { autoFulfill: false },
      ...(onChange !== undefined && { listChanged: { tools: changed, prompts: changed, resources: changed } }),
    },
  )
  if (mayAsk) hearQuestions(wire)
  return wire
}

function isEndOfProbe(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed && /closed/i.test(error.message)
}

async function finishAuthorization(transport: Transport, returned: URLSearchParams): Promise<void> {
  if (transport instanceof StreamableHTTPClientTransport) await transport.finishAuth(returned)
}
