import type { ToolContext } from '../tool/index.ts'
import type { Exchange } from './exchange.ts'
import { formQuestion, rootsQuestion, sampleQuestion } from './question.ts'
import type { Run } from './run.ts'

/** What a function can use in one run of it. */
export function createContext(exchange: Exchange, run: Run): ToolContext {
  const { clientCapabilities, clientInfo, peer } = exchange.asked
  return {
    get signal() {
      return run.signal
    },
    client: { capabilities: clientCapabilities, info: clientInfo },
    caller: peer.caller,
    progress(done, total, message) {
      if (run.ending === undefined) exchange.tellProgress(done, total, message)
    },
    log(level, data) {
      if (run.ending === undefined) exchange.tellLog(level, data)
    },
    ask: (message, schema, { key } = {}) => run.ask(formQuestion(message, schema), key),
    sample: (request, { key } = {}) => run.ask(sampleQuestion(request), key),
    roots: ({ key } = {}) => run.ask(rootsQuestion(), key),
  }
}
