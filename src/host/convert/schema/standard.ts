import type { SchemaRules } from '../schema-rules.ts'
import { standardKeywords } from './keywords.ts'

/** What a provider takes that takes JSON Schema as it is, but for the root. */
export const standardSchema: SchemaRules = {
  keywords: standardKeywords,
  references: 'keep',
  typeLists: true,
  enums: 'anything',
  lone: [],
  typed: false,
  objects: 'open',
}
