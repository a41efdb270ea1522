// A server whose author prints wherever he likes, whose tools go on after they have answered, and that holds a timer.
import { serveStdio } from 'verbnoun/serve'

setInterval(() => undefined, 60_000)

await serveStdio(async () => {
  console.log('loading')
  const { createServer } = await import('verbnoun/serve')
  return createServer({
    name: 'noisy',
    version: '1.0.0',
    tools: [
      {
        name: 'make_noise',
        description: 'Prints, and fails later.',
        inputSchema: { type: 'object' },
        run() {
          console.log('to the console')
          console.table([{ a: 1 }])
          process.stdout.write('to stdout\n')
          setTimeout(() => {
            throw new Error('thrown in a timer')
          })
          setTimeout(() => {
            throw Object.create(null)
          })
          void Promise.reject(new Error('rejected unseen'))
          return 'done'
        },
      },
      {
        name: 'wait_forever',
        description: 'Never ends.',
        inputSchema: { type: 'object' },
        run: () => new Promise(() => undefined),
      },
    ],
  })
})
