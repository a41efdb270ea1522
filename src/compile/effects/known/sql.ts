import { textOf } from '../scene.ts'
import type { Scene } from '../scene.ts'
import type { KnownCall, KnownEffects } from './known.ts'

const runs =
  /^(?:query|execute|exec|run|prepare|all|get|each|iterate|batch|raw|unsafe|one|many|none|any|oneOrNone|manyOrNone|sql|\$queryRawUnsafe|\$executeRawUnsafe|\$queryRaw|\$executeRaw)$/
const comment = String.raw`(?:--[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*`
const things =
  'table|index|unique|view|trigger|database|schema|type|function|procedure|extension|materialized|temp|temporary|virtual|sequence|role|user|or'
/** The beginnings of statements, strict enough that no other text begins so. */
const statement = new RegExp(
  `^\\s*${comment}(?:(select|show|explain|pragma)\\s+\\S|(values)\\s*\\(|(with)\\s+[\\w"]+|(insert|merge|replace)\\s+(?:or\\s+\\w+\\s+)?into\\s|(update)\\s+\\S+[\\s\\S]*?\\sset\\s|(delete)\\s+from\\s|(create|alter|drop)\\s+(?:${things})\\b|(truncate|grant|revoke|call|copy|vacuum|reindex)\\s+\\S)`,
  'i',
)
const changes = /\b(?:insert\s+(?:or\s+\w+\s+)?into|update\s+\S+\s+set|delete\s+from|merge\s+into|replace\s+into)\b/i
const reading = new Set(['select', 'show', 'explain', 'values'])

/** SQL that is written out, whichever library runs it. */
const known: KnownEffects = {
  name: 'sql',
  find(call, scene) {
    const text = runs.test(call.names.at(-1) ?? '') ? sqlIn(call, scene) : undefined
    const verb = text === undefined ? undefined : verbOf(text)
    if (text === undefined || verb === undefined) return undefined
    return { on: 'database', access: isReading(verb, text) ? 'read' : 'write', what: verb.toUpperCase() }
  },
}
export default known

function isReading(verb: string, text: string): boolean {
  return reading.has(verb) || verb === 'with' || (verb === 'pragma' && !text.includes('='))
}

/** The verb of a statement; of one that begins with `with`, the verb that changes something, if there is one. */
function verbOf(text: string): string | undefined {
  const verb = statement
    .exec(text)
    ?.slice(1)
    .find((each) => each !== undefined)
    ?.toLowerCase()
  return verb === 'with' ? (changes.exec(text)?.[0].split(/\s/)[0]?.toLowerCase() ?? verb) : verb
}

function sqlIn({ node, args }: KnownCall, scene: Scene): string | undefined {
  const { compiler } = scene
  if (!compiler.isTaggedTemplateExpression(node)) return textOf(args[0], scene)
  const { template } = node
  if (compiler.isNoSubstitutionTemplateLiteral(template)) return template.text
  return textOf(template, scene)
}
