import { createServer, serveStdio } from 'verbnoun/serve'
import { toolsOf } from './tools.mjs'

await serveStdio(async () => createServer({ name: 'bench', version: '1.0.0', tools: toolsOf(Number(process.argv[2])) }))
