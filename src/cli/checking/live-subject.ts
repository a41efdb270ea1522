import { randomUUID } from 'node:crypto'
import { probeServer, readTools } from '../../check/index.ts'
import type { Place, ProbeAnswer, Subject } from '../../check/index.ts'
import { connect, typedServer } from '../../host/index.ts'
import type { Connection, ServerPlace } from '../../host/index.ts'
import type { UnknownObject } from '../../tool/index.ts'
import type { Io } from '../command.ts'
import { version } from '../package.ts'
import { clockFor, readAnswer } from './probing.ts'
import type { Probing } from './probing.ts'

/** A server that is reached for the check, and let go afterwards. */
export interface LiveServer {
  readonly place: ServerPlace
  /** Absent: what it calls itself. */
  readonly name?: string
  /** What findings point at. */
  readonly shown?: Place
}

/** Starts or reaches a server, lists its tools and lets it go. Throws a `ConnectionError` for one that does not answer. */
export async function liveSubject(live: LiveServer, probing: Probing | undefined, io: Io): Promise<Subject> {
  const connection = await connect(live.place, { name: 'verbnoun', version: version() }, { signal: io.signal })
  try {
    const subject = await look(connection, live)
    return probing === undefined ? subject : await probe(subject, connection, probing)
  } finally {
    await connection.close()
  }
}

async function look(connection: Connection, { name, shown }: LiveServer): Promise<Subject> {
  const { tools: listed, repeated, leftOut } = await connection.list()
  const { tools = [], incomplete = [] } = readTools([...listed, ...repeated]) ?? {}
  const { instructions } = connection.server
  const isKnown = (said: string): boolean => repeated.some((tool) => said.startsWith(`"${tool.name}" `))
  return {
    name: name ?? connection.server.name,
    tools,
    ...(instructions !== undefined && { instructions }),
    ...(shown !== undefined && { place: shown }),
    incomplete: [...incomplete, ...leftOut.filter((said) => !isKnown(said))],
  }
}

async function probe(subject: Subject, connection: Connection, { options }: Probing): Promise<Subject> {
  const clock = clockFor()
  const call = await probingCall(subject, connection)
  return await probeServer(
    subject,
    { hasTime: clock.hasTime, call: (name, args) => clock.limit((signal) => call(name, args, signal)) },
    options,
  )
}

type ProbingCall = (name: string, args: UnknownObject, signal: AbortSignal) => Promise<ProbeAnswer>

/** Mistakes are the point: arguments and names are sent as they are, to what the probes have chosen. */
async function probingCall({ tools }: Subject, connection: Connection): Promise<ProbingCall> {
  const server = { approve: async () => true as const, now: Date.now, newId: randomUUID }
  return async (name, args, signal) => {
    const annotations = tools.find((tool) => tool.name === name)?.annotations
    const tool = { name, inputSchema: { type: 'object' }, ...(annotations !== undefined && { annotations }) }
    const outcome = await (await typedServer(connection, { ...server, tools: [tool] }))(name, args, { signal })
    if ('result' in outcome && outcome.result !== undefined) return readAnswer({ ...outcome.result })
    throw new Error('reason' in outcome ? outcome.reason : 'The server asks something before it goes on.')
  }
}
