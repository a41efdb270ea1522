// A server over stdio with the tools and the answer of one case: `node server.mjs NUMBER`. It speaks the protocol by
// hand: a library would mend or refuse what the cases are about.
import { createInterface } from 'node:readline'
import { cases } from './cases.mjs'

const { tools, result } = cases[Number(process.argv[2])]

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'shop', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': () => result,
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  const outcome =
    answer === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result: answer(params) }
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
}
