// One validation, one read and one write against Ajv in the same run; what a valid call allocates; schemas made ready.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { decode, encode, problemsOf, validatorOf } from '../dist/tool/index.js'

const properties = {
  order_id: { type: 'string', pattern: '^PT-[0-9]{4}$' },
  amount: { type: 'integer', minimum: 1, maximum: 100_000 },
  reason: { type: 'string', enum: ['damaged', 'late', 'wrong_item', 'other'] },
  tags: { type: 'array', items: { type: 'string' } },
}
const schema = () =>
  structuredClone({
    type: 'object',
    properties,
    required: ['order_id', 'amount', 'reason'],
    additionalProperties: false,
  })
const valid = { order_id: 'PT-1042', amount: 4200, reason: 'late', tags: ['vip', 'repeat'] }
const invalid = { ...valid, amount: 0 }

// The schemas come first: this process has built no other, as a server that has just started.
const cold = readiness(1000)
const refund = schema()
const ours = validatorOf(refund)
const ajv = new Ajv2020().compile(refund)
const dated = {
  type: 'object',
  properties: { ...properties, due: { type: 'string', format: 'date-time', 'x-codec': 'date' } },
}
const row = { ...valid, due: new Date(0) }
const wire = encode(dated, row)

const rows = [
  ['accept, ns', time(() => ours(valid)), time(() => ajv(valid))],
  ['refuse, ns', time(() => ours(invalid)), time(() => ajv(invalid))],
  ['all problems, ns', time(() => problemsOf(refund, invalid))],
  ['decode without codecs, ns', time(() => decode(refund, valid))],
  ['decode with a date, ns', time(() => decode(dated, wire))],
  ['encode and project, ns', time(() => encode(refund, valid))],
  ['encode with a date, ns', time(() => encode(dated, row))],
  ['bytes allocated by an accepted call', allocation(() => ours(valid))],
  ['1,000 schemas ready and the first call, ms', cold.first],
  ['1,000 schemas, each called once, ms', cold.all],
]

console.log(`validate${' '.repeat(42)}verbnoun       Ajv   ratio`)
for (const [title, own, other] of rows)
  console.log(title.padEnd(44) + cell(own) + (other === undefined ? '' : cell(other) + cell(own / other)))

function readiness(count) {
  const schemas = Array.from({ length: count }, schema)
  const start = performance.now()
  const validators = schemas.map(validatorOf)
  validators[0](valid)
  const first = performance.now() - start
  for (const validator of validators) validator(valid)
  return { first, all: performance.now() - start }
}

/** Nanoseconds a call, the best of nine rounds. */
function time(call, count = 100_000) {
  const rounds = Array.from({ length: 9 }, () => {
    const start = performance.now()
    for (let at = 0; at < count; at += 1) call()
    return ((performance.now() - start) * 1e6) / count
  })
  return Math.min(...rounds)
}

/** Bytes a call: the least of nine rounds, since a collection in between makes it look like less than nothing. */
function allocation(call, count = 100_000) {
  const rounds = Array.from({ length: 9 }, () => {
    const before = process.memoryUsage().heapUsed
    for (let at = 0; at < count; at += 1) call()
    return Math.abs(process.memoryUsage().heapUsed - before) / count
  })
  return Math.min(...rounds)
}

function cell(value) {
  return value.toFixed(value < 10 ? 2 : 0).padStart(10)
}
