// A hundred servers with a hundred tools each, in one process. Prints their URLs.
import { createServer, listen } from '../../dist/serve/index.js'
import { tool } from '../../dist/tool/index.js'

const properties = Object.fromEntries(
  ['order_id', 'amount_cents', 'reason', 'note'].map((name) => [name, { type: 'string', description: `The ${name}.` }]),
)
const urls = []
for (let server = 0; server < 100; server += 1) {
  const tools = Array.from({ length: 100 }, (_, at) =>
    tool({
      name: `refund_order_${server}_${at}`,
      description: 'Refund one order. Says what was refunded, to whom and when. The id looks like PT-1042.',
      input: { type: 'object', properties, required: ['order_id'], additionalProperties: false },
      annotations: { destructiveHint: false, openWorldHint: false },
      run: () => 'done',
    }),
  )
  const { url } = await listen(createServer({ name: `server-${server}`, version: '1', tools }), { port: 0 })
  urls.push(url)
}
console.log(JSON.stringify(urls))
