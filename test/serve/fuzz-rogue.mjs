// Serves tools that break every promise, over stdio or, with a word behind, over HTTP. Beside them one that is right.
import { EventEmitter } from 'node:events'
import { createServer, listen, serveStdio } from '../../dist/index.js'
import { surviveStrayErrors } from '../../dist/serve/index.js'

const forever = new Promise(() => undefined)
const later = (run) => void setTimeout(() => run(), 5)

const rogues = {
  throw_later() {
    later(() => {
      throw new Error('thrown later')
    })
    return 'gone'
  },
  reject_unseen() {
    void Promise.reject(new Error('rejected unseen'))
    return 'gone'
  },
  reject_late: (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => later(() => reject(new Error('rejected late'))))
    }),
  settle_twice: () =>
    new Promise((resolve, reject) => {
      resolve('once')
      later(() => reject(new Error('twice')))
    }),
  never_settle: () => forever,
  emit_error() {
    later(() => new EventEmitter().emit('error', new Error('emitted')))
    return 'gone'
  },
  throw_nothing() {
    throw undefined
  },
  throw_proxy() {
    throw new Proxy(Object.create(null), { get: refuse, has: refuse, getPrototypeOf: refuse, ownKeys: refuse })
  },
  // oxlint-disable-next-line unicorn/no-thenable -- this is what is tried
  give_thenable: () => ({ then: (resolve) => (resolve('a'), resolve('b'), refuse()) }),
  // oxlint-disable-next-line unicorn/no-thenable -- this is what is tried
  give_thenable_that_throws: () => ({ then: refuse }),
  give_circle() {
    const circle = {}
    circle.self = circle
    return circle
  },
  give_getter: () => Object.defineProperty({}, 'a', { enumerable: true, get: refuse }),
  give_to_json: () => ({ toJSON: refuse }),
  give_depth: () => Array.from({ length: 50_000 }).reduce((inner) => [inner], []),
  give_much: () => 'x'.repeat(20_000_000),
  give_symbol: () => Symbol('s'),
  change_arguments(args) {
    Object.setPrototypeOf(args, null)
    for (const key of Object.keys(args)) delete args[key]
    return 'gone'
  },
  keep_context(_, context) {
    const { progress, log, ask } = context
    later(() => {
      progress(1)
      log('after the end')
      void ask('Still there?', { type: 'object', properties: {} })
    })
    return 'gone'
  },
  overflow_stack() {
    const dive = () => dive() + 1
    return dive()
  },
}

function refuse() {
  throw new Error('refused')
}

const server = createServer({
  name: 'rogue',
  version: '1.0.0',
  timeoutMs: 300,
  tools: [
    ...Object.entries(rogues).map(([name, run]) => ({ name, inputSchema: { type: 'object' }, run })),
    {
      name: 'do_right',
      inputSchema: { type: 'object' },
      run: ({ n }) => new Promise((done) => setTimeout(done, 20, `right ${String(n)}`)),
    },
  ],
})

if (process.argv[2] === undefined) await serveStdio(server)
else {
  surviveStrayErrors((line) => process.stderr.write(`${line}\n`))
  const { url } = await listen(server, { log: (line) => process.stderr.write(`${line}\n`) })
  console.log(url)
}
