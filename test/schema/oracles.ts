// oxlint-disable-next-line import/no-unassigned-import -- it registers the formats
import '@hyperjump/json-schema/formats'
import type { SchemaObject as HyperjumpSchema } from '@hyperjump/json-schema/draft-2020-12'
import {
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12'
import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../src/tool/schema/schema.ts'

/** Another validator's word on values; undefined where it breaks down. */
export type Oracle = (schema: JsonSchema) => Promise<(value: unknown) => boolean | undefined>

const dialect = 'https://json-schema.org/draft/2020-12/schema'
const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: true, ownProperties: true })
formats.default(ajv)
setShouldValidateFormat(true)

export const byAjv: Oracle = async (schema) => {
  const validator = ajv.compile(schema)
  if (typeof schema === 'object') ajv.removeSchema(schema)
  return (value) => answerOf(() => validator(value))
}

export const byHyperjump: Oracle = async (schema) => {
  const uri = 'https://verbnoun.example/schema'
  registerSchema(plain(schema), uri, dialect)
  try {
    const validator = await validate(uri)
    return (value) => validator(plain(value)).valid
  } finally {
    unregisterSchema(uri)
  }
}

export const oracles: readonly (readonly [name: 'Ajv' | 'Hyperjump', oracle: Oracle])[] = [
  ['Ajv', byAjv],
  ['Hyperjump', byHyperjump],
]

/** Ajv writes code that names variables which it forgot to declare, for some conditions inside unions. */
function answerOf(ask: () => boolean): boolean | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

function plain(value: unknown): HyperjumpSchema {
  return JSON.parse(JSON.stringify(value))
}
