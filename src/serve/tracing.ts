import type { Attributes, Link, TextMapGetter } from '@opentelemetry/api'
import { isObject, type UnknownObject } from '../tool/index.ts'
import type { ObservedEnd, ObservedRequest, Observer } from './observe.ts'

export interface TracingOptions {
  /** `pipe` for stdio, `tcp` for HTTP. */
  readonly transport: 'pipe' | 'tcp'
  /** The version of what traces. */
  readonly version: string
}

/** Where the API of OpenTelemetry keeps what was registered with it, whichever copy of it that was. */
const registered = Symbol.for('opentelemetry.js.api.1')

/**
 * Makes a span of each request, where this process has set OpenTelemetry up; undefined where it has not, and then
 * nothing is loaded. https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/
 */
export async function openTracing({ transport, version }: TracingOptions): Promise<Observer | undefined> {
  if (!(registered in globalThis)) return undefined
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api')
  const tracer = trace.getTracer('verbnoun', version)
  return (request) => {
    const sent = propagation.extract(ROOT_CONTEXT, metaOf(request), carried)
    const ambient = trace.getSpanContext(context.active())
    const isRemote = trace.getSpanContext(sent) !== undefined
    const parent = isRemote ? sent : context.active()
    const links: Link[] = isRemote && ambient !== undefined ? [{ context: ambient }] : []
    const attributes = { ...attributesOf(request), 'network.transport': transport }
    const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER, attributes, links }, parent)
    const inside = trace.setSpan(parent, span)
    return {
      within: (run) => context.with(inside, run),
      end(how) {
        span.setAttribute('verbnoun.outcome', how.outcome)
        const { code, message = '' } = how.error ?? {}
        if (code !== undefined) span.setAttribute('rpc.response.status_code', String(code))
        const type = errorType(how)
        if (type !== undefined) {
          span.setAttribute('error.type', type)
          span.setStatus({ code: SpanStatusCode.ERROR, message })
        }
        span.end()
      },
    }
  }
}

/** The client's context comes in the message, because one connection carries many. */
const carried: TextMapGetter<UnknownObject> = {
  keys: (meta) => Object.keys(meta),
  get(meta, key) {
    const value = meta[key]
    return typeof value === 'string' ? value : undefined
  },
}

function metaOf({ params }: ObservedRequest): UnknownObject {
  return isObject(params['_meta']) ? params['_meta'] : {}
}

/** Only names that are known: a backend keeps a list of all that it has seen. */
function nameOf({ method, target }: ObservedRequest): string {
  return target === undefined ? method : `${method} ${target}`
}

function attributesOf({ id, method, version, target, params: { uri } }: ObservedRequest): Attributes {
  const isTool = method === 'tools/call'
  return {
    'mcp.method.name': method,
    'mcp.protocol.version': version,
    'jsonrpc.request.id': String(id),
    ...(isTool && { 'gen_ai.operation.name': 'execute_tool' }),
    ...(target !== undefined && { [isTool ? 'gen_ai.tool.name' : 'gen_ai.prompt.name']: target }),
    ...(method.startsWith('resources/') && typeof uri === 'string' && { 'mcp.resource.uri': uri.slice(0, 1000) }),
  }
}

/** What counts as an error of a server: what a client did wrong does not. */
function errorType({ isFailure, error }: ObservedEnd): string | undefined {
  if (error === undefined) return isFailure ? 'tool_error' : undefined
  const { code = internalError } = error
  return code === internalError || (code <= -32_000 && code >= -32_099) ? String(code) : undefined
}

const internalError = -32_603
