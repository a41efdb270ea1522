import type { UnknownObject } from '../../tool/index.ts'
import { convertDefinition } from './convert-definition.ts'
import type { Conversion } from './convert-definition.ts'
import type { Profile } from './profile.ts'
import type { StrictRules } from './schema-rules.ts'

/** What is left of what strict tools may have together. */
export interface StrictRoom {
  /** A definition in the strictest form that the request still has room for. */
  readonly take: (definition: UnknownObject) => Conversion
}

export function createRoom(profile: Profile, isStrict: boolean): StrictRoom {
  const {
    mostTools = Infinity,
    mostOptional = Infinity,
    mostUnions = Infinity,
  }: Partial<StrictRules> = profile.strict ?? {}
  const left = { tools: mostTools, optional: mostOptional, unions: mostUnions }
  return {
    take(definition) {
      const strict = isStrict && left.tools > 0 ? convertDefinition(definition, profile, true) : undefined
      if (strict?.kind !== 'tool') return convertDefinition(definition, profile, false)
      const { optional, unions } = strict.size
      if (optional > left.optional || unions > left.unions) return convertDefinition(definition, profile, false)
      left.tools -= 1
      left.optional -= optional
      left.unions -= unions
      return strict
    },
  }
}
