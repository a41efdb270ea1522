import { isObject } from '../../tool/index.ts'
import type { Request } from '../request.ts'
import { group } from './escape.ts'
import { argumentText, defaultsLeft } from './facts.ts'
import { wrap } from './wrap.ts'

/** So many arguments are shown, and so much of one, in characters. */
const mostArguments = 40
const longestValue = 1200
const mostDefaults = 12

/** The arguments of a call, each begun behind four spaces; a line that goes on is marked as such. */
export function argumentsBlock(request: Request, width: number): readonly string[] {
  const { arguments: args } = request
  const entries = Object.entries(args)
  const said = entries.slice(0, mostArguments).map(([name, value]) => argumentText(name, value, longestValue))
  const rest = entries.length - mostArguments
  const defaults = defaultsLeft(request)
  return [
    ...(entries.length === 0 ? ['(no arguments)'] : said),
    ...(rest > 0 ? [`(${group(rest)} more arguments)`] : []),
    ...defaults.slice(0, mostDefaults),
    ...(defaults.length > mostDefaults ? [`(${defaults.length - mostDefaults} more defaults)`] : []),
  ].flatMap((line) => wrap(line, { first: '    ', rest: '    | ', width }))
}

/** All of a request as data: what its server says of the tool, and the arguments to their ends. */
export function dataLines(request: Request, width: number): readonly string[] {
  const { definition } = request.tool
  return [...pairs(request.arguments), ...pairs({ tool: definition })].flatMap((line) =>
    wrap(line, { first: '    ', rest: '    | ', width }),
  )
}

function pairs(value: unknown, path = ''): readonly string[] {
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, member]) => pairs(member, path === '' ? key : `${path}.${key}`))
  return [argumentText(path, value, Number.MAX_SAFE_INTEGER)]
}
