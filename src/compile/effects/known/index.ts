import files from './files.ts'
import type { KnownEffects } from './known.ts'
import network from './network.ts'
import processes from './processes.ts'
import services from './services.ts'
import sql from './sql.ts'

/** Every family of effects that is known. The first that knows a call tells what it does. */
export const knownEffects: readonly KnownEffects[] = [files, processes, network, services, sql]
