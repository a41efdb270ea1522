import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** Which rooms a room may import, and always through their index. The whole architecture is this table. */
const mayImport: Record<string, readonly string[]> = {
  tool: [],
  protocol: ['tool'],
  ledger: ['tool'],
  compile: ['tool'],
  check: ['tool', 'protocol'],
  serve: ['tool', 'protocol', 'ledger'],
  host: ['tool', 'protocol', 'ledger'],
  testing: ['tool', 'protocol', 'ledger', 'serve'],
  studio: ['tool', 'protocol', 'ledger', 'check', 'host'],
  cli: ['tool', 'protocol', 'ledger', 'compile', 'check', 'serve', 'host', 'testing', 'studio'],
  'index.ts': ['tool', 'ledger', 'serve'],
}

/** Packages and `node:` modules, and the files or folders that may touch them. What is not named here is touched by nobody. */
const mayTouch: Record<string, readonly string[]> = {
  '@modelcontextprotocol/client': [
    'host/connection.ts',
    'host/handshake.ts',
    'host/raw-call.ts',
    'host/stdio-transport.ts',
  ],
  '@modelcontextprotocol/client/stdio': ['host/servers-file.ts'],
  '@modelcontextprotocol/client/validators/cf-worker': ['host/foreign-schema.ts'],
  '@opentelemetry/api': ['serve/tracing.ts'],
  '@typescript/typescript6': ['compile/program.ts'],
  'file-type/core': ['tool/results/mime.ts'],
  esbuild: ['compile/bundle.ts'],
  jose: ['serve/auth/keys.ts', 'serve/auth/verify.ts'],
  libsql: ['ledger/sqlite/driver.ts'],
  'node:child_process': ['cli', 'compile/watch.ts', 'host/stdio-transport.ts', 'host/versions.ts'],
  'node:cluster': ['serve/workers'],
  'node:events': ['host/stdio-transport.ts'],
  'node:console': ['serve/stdio.ts'],
  'node:crypto': ['tool/digest.ts', 'compile', 'serve', 'host/audit.ts', 'host/state-folder.ts', 'cli'],
  'node:fs': [
    'compile',
    'cli',
    'ledger/places.ts',
    'ledger/sqlite/file.ts',
    'serve/files.ts',
    'serve/workers',
    'host/real-path.ts',
    'host/state-folder.ts',
  ],
  'node:fs/promises': ['compile', 'cli', 'serve/files.ts', 'host/identity.ts', 'host/state-folder.ts'],
  'node:http': ['serve/listen.ts', 'serve/health.ts', 'serve/workers'],
  'node:module': ['compile', 'cli'],
  'node:os': ['compile', 'cli', 'ledger/places.ts', 'serve/workers', 'host/state-folder.ts'],
  'node:path': [
    'compile',
    'cli',
    'host',
    'ledger/open.ts',
    'ledger/places.ts',
    'ledger/sqlite/file.ts',
    'serve/files.ts',
    'serve/workers',
  ],
  'node:process': ['ledger/sqlite/driver.ts', 'host/stdio-transport.ts'],
  'node:readline': ['cli'],
  'node:readline/promises': ['cli'],
  'node:stream': ['cli/chat/seat.ts', 'serve/stdio.ts', 'serve/listen.ts', 'host/stdio-transport.ts'],
  'node:timers/promises': ['cli/chat/model.ts'],
  'node:tty': ['cli/chat/seat.ts', 'cli/review/terminal.ts'],
  'node:url': ['compile', 'cli', 'host/policy', 'serve/files.ts'],
  'node:util': ['cli', 'host/policy/lint.ts', 'host/versions.ts'],
  yaml: ['cli/checking/settings.ts', 'host/policy/add-rule.ts', 'host/policy/read.ts'],
  postgres: ['ledger/postgres/driver.ts'],
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const sources = files.filter((file) => !/\.(test|cases)\.ts$/.test(file))

test('rooms import what the table allows, through an index', () => {
  expect(sources.flatMap(violations)).toEqual([])
})

test('every room is in the table', () => {
  const rooms = readdirSync('src').filter((room) => !(room in mayImport))
  expect(rooms).toEqual([])
})

test('only the protocol knows the date of a revision', () => {
  const dates = readdirSync('src/protocol/revisions').filter((file) => /^\d/.test(file))
  const dated = sources.filter((file) => !file.startsWith('protocol/'))
  expect(dates).not.toEqual([])
  expect(dated.filter((file) => dates.some((date) => read(file).includes(`'${date.slice(0, 10)}'`)))).toEqual([])
})

test('a file is named for what it holds', () => {
  const vague = /(^|\/)(utils?|helpers?|common|misc|manager|service|base)[./]/
  expect(files.filter((file) => vague.test(file))).toEqual([])
})

test('a test lies beside what it tests, or in test/', () => {
  const stray = files.filter((file) => /\.(slow\.)?test\.ts$/.test(file) && /(^|\/)(tests?|__tests__)\//.test(file))
  expect(stray).toEqual([])
})

function violations(file: string): string[] {
  const room = roomOf(file)
  return specifiersOf(file).flatMap((specifier) => {
    if (!specifier.startsWith('.'))
      return mayTouch[specifier]?.some((home) => isIn(file, home)) ? [] : [`${file} may not touch ${specifier}`]
    const target = posix.join(posix.dirname(file), specifier)
    if (roomOf(target) === room) return []
    if (!mayImport[room]?.includes(roomOf(target))) return [`${file}: ${room} may not import ${roomOf(target)}`]
    return target === `${roomOf(target)}/index.ts` ? [] : [`${file}: import ${roomOf(target)} through its index`]
  })
}

function isIn(file: string, home: string): boolean {
  return file === home || file.startsWith(`${home}/`)
}

function roomOf(file: string): string {
  return file.split('/')[0]!
}

function specifiersOf(file: string): string[] {
  const imports =
    /^(?:import|export)\b[^'"`=;]*\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...read(file).matchAll(imports)].map((match) => match[1] ?? match[2] ?? match[3]!)
}

function read(file: string): string {
  return readFileSync(`src/${file}`, 'utf8')
}
