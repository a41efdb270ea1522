// Serves the fixture on loopback: `node test/conformance/serve.mjs PORT`.
import { listen } from 'verbnoun/serve'
import { createFixture } from './fixture/server.mjs'

const port = Number(process.argv[2] ?? 0)
const log = (line) => console.error(line)
const { url, close } = await listen(createFixture({ log }), { port, log })
console.log(url)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close())
