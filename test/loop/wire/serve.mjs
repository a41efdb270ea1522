// `node serve.mjs SCRIPT.json [--port N]`; wire.mjs says what a script is.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openWire } from './wire.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } })
const wire = await openWire(JSON.parse(readFileSync(positionals[0], 'utf8')), { port: Number(values.port ?? 0) })
console.log(wire.url)
