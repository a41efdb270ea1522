import { isObject } from '../../tool/index.ts'

/** What a worker tells its supervisor. */
export type News =
  /** It does what it should: something that blocks it keeps it from saying so. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'listening'; readonly port: number; readonly says: readonly string[] }
  /** It cannot start, and why. */
  | { readonly kind: 'failed'; readonly says: string }

/** What the supervisor asks of a worker: to take no more requests, and to end when those that run are answered. */
export const stop = { verbnoun: { kind: 'stop' } } as const

/** The form that news has on the way. The modules of an author may send messages of their own. */
export function posted(news: News): { readonly verbnoun: News } {
  return { verbnoun: news }
}

/** The news in a message; undefined where it is none. */
export function newsIn(message: unknown): News | undefined {
  const news = isObject(message) ? message['verbnoun'] : undefined
  if (!isObject(news)) return undefined
  const { kind, port, says } = news
  if (kind === 'alive') return { kind }
  if (kind === 'failed' && typeof says === 'string') return { kind, says }
  if (kind === 'listening' && typeof port === 'number' && Array.isArray(says))
    return { kind, port, says: says.map(String) }
  return undefined
}

export function isStop(message: unknown): boolean {
  return isObject(message) && isObject(message['verbnoun']) && message['verbnoun']['kind'] === 'stop'
}
