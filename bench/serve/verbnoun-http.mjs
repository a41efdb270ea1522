import { createServer, listen } from 'verbnoun/serve'
import { toolsOf } from './tools.mjs'

const { url } = await listen(createServer({ name: 'bench', version: '1.0.0', tools: toolsOf(Number(process.argv[2])) }))
console.log(url)
