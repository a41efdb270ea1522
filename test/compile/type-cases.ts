/** One exported function, and what is found of it. Helper types stand in the code; all cases share one module. */
export interface TypeCase {
  readonly code: string
  /** The properties of the arguments; those in `optional` are not required. */
  readonly takes?: Readonly<Record<string, unknown>>
  readonly optional?: readonly string[]
  readonly defs?: Readonly<Record<string, unknown>>
  readonly gives?: unknown
  readonly error?: string
}

const string = { type: 'string' }
const number = { type: 'number' }
const boolean = { type: 'boolean' }
const date = { type: 'string', format: 'date-time', 'x-codec': 'date' }

/** A closed object of these properties; a `?` at the end of a name says that it may be absent. */
export function object(properties: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(properties)
  const required = names.filter((name) => !name.endsWith('?'))
  const bare = Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), properties[name]]))
  return { type: 'object', properties: bare, ...(required.length > 0 && { required }), additionalProperties: false }
}

function list(items: unknown): object {
  return { type: 'array', items }
}

function oneOf(...values: readonly unknown[]): object {
  return { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values }
}

function only(value: unknown): object {
  return { type: typeof value === 'boolean' ? 'boolean' : 'string', const: value }
}

/** In the way real servers type their arguments: search, tickets, files, money, calendars, graphs. */
export const typeCases: Readonly<Record<string, TypeCase>> = {
  forbid_places: {
    code: `export function forbid_places(choice: { kind: 'a'; x?: never }, never_given?: never, nothing?: undefined): { y?: never; z: number } { throw choice }`,
    takes: { choice: object({ kind: only('a') }) },
    gives: object({ z: number }),
  },
  take_never: {
    code: `export function take_never(x: never): void { throw x }`,
    error: 'unsupported',
  },
  search_issues: {
    code: `export interface IssueFilter { query: string; labels?: string[]; state?: 'open' | 'closed'; sort?: { by: 'created' | 'updated'; descending: boolean }; perPage?: number }
export async function search_issues(filter: IssueFilter): Promise<{ total: number; items: { number: number; title: string; url: string }[] }> { throw filter }`,
    takes: {
      query: string,
      labels: list(string),
      state: oneOf('open', 'closed'),
      sort: object({ by: oneOf('created', 'updated'), descending: boolean }),
      perPage: number,
    },
    optional: ['labels', 'state', 'sort', 'perPage'],
    gives: object({ total: number, items: list(object({ number, title: string, url: string })) }),
  },
  create_event: {
    code: `export type Attendee = { email: string; optional?: boolean }
export type Recurrence = { every: 'day' | 'week'; until: Date } | { dates: Date[] }
export function create_event(title: string, start: Date, attendees: Attendee[] = [], recurrence?: Recurrence | null): void {}`,
    takes: {
      title: string,
      start: date,
      attendees: { ...list(object({ email: string, 'optional?': boolean })), default: [] },
      recurrence: {
        anyOf: [object({ every: oneOf('day', 'week'), until: date }), object({ dates: list(date) }), { type: 'null' }],
      },
    },
    optional: ['attendees', 'recurrence'],
  },
  set_fields: {
    code: `export function set_fields(id: string, fields: Record<string, string | number | boolean | null>): void {}`,
    takes: {
      id: string,
      fields: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
    },
  },
  move_files: {
    code: `export function move_files(moves: { from: string; to: string }[], options: { overwrite?: boolean; dryRun?: boolean } = {}): Promise<number> { throw moves }`,
    takes: {
      moves: list(object({ from: string, to: string })),
      options: { ...object({ 'overwrite?': boolean, 'dryRun?': boolean }), default: {} },
    },
    optional: ['options'],
    gives: number,
  },
  deep_partial: {
    code: `type Deep<T> = T extends object ? { [K in keyof T]?: Deep<T[K]> } : T
interface Settings { theme: { dark: boolean; accent: string }; since: Date; tags: string[] }
export function deep_partial(user: string, patch: Deep<Settings>): void {}`,
    takes: {
      user: string,
      patch: object({
        'theme?': object({ 'dark?': boolean, 'accent?': string }),
        'since?': date,
        'tags?': list(string),
      }),
    },
  },
  omit_id: {
    code: `interface Contact { id: string; name: string; phone: string | null }
export function omit_id(contact: Omit<Contact, 'id'>): Contact { throw contact }`,
    takes: { name: string, phone: { type: ['string', 'null'] } },
    gives: object({ id: string, name: string, phone: { type: ['string', 'null'] } }),
  },
  page_of: {
    code: `interface PageOf<T> { items: T[]; next: string | null }
export async function page_of(): Promise<PageOf<{ id: string }>> { throw 0 }`,
    gives: object({ items: list(object({ id: string })), next: { type: ['string', 'null'] } }),
  },
  either: {
    code: `type Outcome<T, E = string> = { ok: true; value: T } | { ok: false; error: E }
export async function either(): Promise<Outcome<number>> { throw 0 }`,
    gives: { anyOf: [object({ ok: only(true), value: number }), object({ ok: only(false), error: string })] },
  },
  inferred_union: {
    code: `export function inferred_union(n: number) { return n > 1 ? { kind: 'many' as const, count: n } : { kind: 'none' as const } }`,
    takes: { n: number },
    gives: { anyOf: [object({ kind: only('many'), count: number }), object({ kind: only('none') })] },
  },
  priorities: {
    code: `export function priorities(level: 'low' | 'medium' | 'high' = 'medium', weight: 3 | 1 | 2 = 1): void {}`,
    takes: {
      level: { ...oneOf('low', 'medium', 'high'), default: 'medium' },
      weight: { ...oneOf(3, 1, 2), default: 1 },
    },
    optional: ['level', 'weight'],
  },
  const_list: {
    code: `const UNITS = ['kg', 'lb', 'st'] as const
const DEFAULT_UNITS = ['kg']
export function const_list(unit: (typeof UNITS)[number], units: string[] = DEFAULT_UNITS): void {}`,
    takes: { unit: oneOf('kg', 'lb', 'st'), units: { ...list(string), default: ['kg'] } },
    optional: ['units'],
  },
  const_map: {
    code: `const CODES = { ok: 200, missing: 404 } as const
export function const_map(name: keyof typeof CODES, code: (typeof CODES)[keyof typeof CODES]): void {}`,
    takes: { name: oneOf('ok', 'missing'), code: oneOf(200, 404) },
  },
  enums: {
    code: `export const enum Way { In = 'in', Out = 'out' }
export enum Flag { A = 1 << 0, B = 1 << 1 }
export function enums(way: Way, flag: Flag, only_in: Way.In, names: Record<Way, string>): void {}`,
    takes: {
      way: oneOf('in', 'out'),
      flag: oneOf(1, 2),
      only_in: only('in'),
      names: object({ in: string, out: string }),
    },
  },
  brands: {
    code: `declare const kind: unique symbol
type Id<K extends string> = string & { readonly [kind]: K }
type Order = { total: number } & { readonly __brand: 'Order' }
export function brands(id: Id<'user'>, order: Order, when: Date & { __tag: 'utc' }): void {}`,
    takes: { id: string, order: object({ total: number }), when: date },
  },
  suggestions: {
    code: `export function suggestions(model: 'small' | 'large' | (string & {}), size: number | 'auto', list: string | string[]): void {}`,
    takes: { model: string, size: { anyOf: [number, only('auto')] }, list: { anyOf: [string, list(string)] } },
  },
  templates: {
    code: `type Hex = \`#\${string}\`
export function templates(color: Hex, version: \`\${bigint}.\${bigint}\`, path: \`/\${'a' | 'b'}/\${string}\`, shout: Uppercase<string>): void {}`,
    takes: {
      color: { type: 'string', pattern: '^#[\\s\\S]*$' },
      version: { type: 'string', pattern: '^-?\\d+\\.-?\\d+$' },
      path: {
        anyOf: [
          { type: 'string', pattern: '^\\/a\\/[\\s\\S]*$' },
          { type: 'string', pattern: '^\\/b\\/[\\s\\S]*$' },
        ],
      },
      shout: { type: 'string', pattern: '^[^a-z]*$' },
    },
  },
  upper_literals: {
    code: `export function upper_literals(verb: Uppercase<'get' | 'put'>): void {}`,
    takes: { verb: oneOf('GET', 'PUT') },
  },
  tuples: {
    code: `export function tuples(box: [x: number, y: number], tail: [string, ...boolean[]], fixed: readonly ['a', 1], open: [string?]): void {}`,
    takes: {
      box: { type: 'array', prefixItems: [number, number], items: false, minItems: 2 },
      tail: { type: 'array', prefixItems: [string], items: boolean, minItems: 1 },
      fixed: { type: 'array', prefixItems: [only('a'), { type: 'integer', const: 1 }], items: false, minItems: 2 },
      open: { type: 'array', prefixItems: [string], items: false },
    },
  },
  rest_numbers: {
    code: `export function rest_numbers(label: string, ...values: number[]): void {}`,
    takes: { label: string, values: list(number) },
    optional: ['values'],
  },
  destructured: {
    code: `export const destructured = async ({ query, limit = 10, filters: { tag } = {} }: { query: string; limit?: number; filters?: { tag?: string } }): Promise<string[]> => [query, String(limit), String(tag)]`,
    takes: {
      query: string,
      limit: { ...number, default: 10 },
      filters: { ...object({ 'tag?': string }), default: {} },
    },
    optional: ['limit', 'filters'],
    gives: list(string),
  },
  typed_arrow: {
    code: `type Handler = (input: { name: string; times?: number }) => Promise<{ greeting: string }>
export const typed_arrow: Handler = async ({ name }) => ({ greeting: name })`,
    takes: { name: string, times: number },
    optional: ['times'],
    gives: object({ greeting: string }),
  },
  context_first: {
    code: `interface ToolContext { signal: AbortSignal }
export function context_first(context: ToolContext, path: string): void {}`,
    takes: { path: string },
  },
  context_optional: {
    code: `export function context_optional(path: string, context?: ToolContext): void {}`,
    takes: { path: string },
  },
  only_context: { code: `export function only_context(context: ToolContext): void {}`, takes: {} },
  nothing: { code: `export function nothing(): void {}`, takes: {} },
  bytes: {
    code: `export function bytes(data: Uint8Array, plain: ArrayBuffer, big: bigint, link: URL): { raw: Uint8Array } { throw data }`,
    takes: {
      data: { type: 'string', contentEncoding: 'base64', 'x-codec': 'bytes' },
      plain: { type: 'string', contentEncoding: 'base64', 'x-codec': 'arraybuffer' },
      big: { type: 'string', pattern: '^-?\\d+$', 'x-codec': 'bigint' },
      link: { type: 'string', format: 'uri', 'x-codec': 'url' },
    },
    gives: object({ raw: { type: 'string', contentEncoding: 'base64', 'x-codec': 'bytes' } }),
  },
  collections: {
    code: `export function collections(scores: Map<string, number>, seen: ReadonlySet<string>, grid: Map<number, boolean>, known: Map<'a' | 'b', number>): { byDay: Map<string, Set<Date>> } { throw scores }`,
    takes: {
      scores: { type: 'object', additionalProperties: number, 'x-codec': 'map' },
      seen: { ...list(string), uniqueItems: true, 'x-codec': 'set' },
      grid: {
        ...list({ type: 'array', prefixItems: [number, boolean], items: false, minItems: 2 }),
        'x-codec': 'entries',
      },
      known: { type: 'object', properties: { a: number, b: number }, additionalProperties: false, 'x-codec': 'map' },
    },
    gives: object({
      byDay: {
        type: 'object',
        additionalProperties: { ...list(date), uniqueItems: true, 'x-codec': 'set' },
        'x-codec': 'map',
      },
    }),
  },
  nullable_codec: {
    code: `export function nullable_codec(due: Date | null, at?: Date | null): { due: Date | undefined } { throw due }`,
    takes: { due: { ...date, type: ['string', 'null'] }, at: { ...date, type: ['string', 'null'] } },
    optional: ['at'],
    gives: object({ 'due?': date }),
  },
  index_mix: {
    code: `export function index_mix(headers: { [name: string]: string; host: string }, cells: { [row: number]: boolean }, ext: { [k: \`x-\${string}\`]: number; id: string }): void {}`,
    takes: {
      headers: { type: 'object', properties: { host: string }, required: ['host'], additionalProperties: string },
      cells: { type: 'object', patternProperties: { '^-?\\d+(?:\\.\\d+)?$': boolean }, additionalProperties: false },
      ext: {
        type: 'object',
        properties: { id: string },
        required: ['id'],
        patternProperties: { '^x-[\\s\\S]*$': number },
        additionalProperties: false,
      },
    },
  },
  single_record: {
    code: `export function single_record(values: Record<string, number>): void {}`,
    takes: { values: { type: 'object', additionalProperties: number } },
  },
  single_union: {
    code: `export function single_union(target: { id: string } | { name: string }): void {}`,
    takes: { target: { anyOf: [object({ id: string }), object({ name: string })] } },
  },
  single_date: { code: `export function single_date(when: Date): void {}`, takes: { when: date } },
  single_nullable: {
    code: `export function single_nullable(filter: { tag: string } | null): void {}`,
    takes: { filter: { ...object({ tag: string }), type: ['object', 'null'] } },
  },
  single_optional: {
    code: `export function single_optional(filter?: { tag?: string }): void {}`,
    takes: { tag: string },
    optional: ['tag'],
  },
  single_partial: {
    code: `export function single_partial(patch: Partial<{ name: string; age: number }>): void {}`,
    takes: { name: string, age: number },
    optional: ['name', 'age'],
  },
  inherited: {
    code: `interface Base { id: string; created: Date }
interface Post extends Base, Partial<{ draft: boolean }> { title: string }
export function inherited(post: Post): void {}`,
    takes: { title: string, id: string, created: date, draft: boolean },
    optional: ['draft'],
  },
  intersected: {
    code: `export function intersected(x: { a: string } & ({ b: number } | { c: boolean }), y: Partial<{ p: string }> & { q: number }): void {}`,
    takes: {
      x: { anyOf: [object({ a: string, b: number }), object({ a: string, c: boolean })] },
      y: object({ 'p?': string, q: number }),
    },
  },
  never_fields: {
    code: `export function never_fields(by: { id: string; name?: never } | { name: string; id?: undefined }): void {}`,
    takes: { by: { anyOf: [object({ id: string }), object({ name: string })] } },
  },
  conditional: {
    code: `type Payload<T> = T extends 'email' ? { to: string } : { number: string }
export function conditional(mail: Payload<'email'>, both: Payload<'email' | 'sms'>): void {}`,
    takes: { mail: object({ to: string }), both: { anyOf: [object({ to: string }), object({ number: string })] } },
  },
  mapped_keys: {
    code: `type Prefixed<T> = { [K in keyof T as \`on_\${K & string}\`]: T[K] }
export function mapped_keys(handlers: Prefixed<{ open: string; close: number }>, flags: { readonly [K in 'b' | 'a']?: boolean }): void {}`,
    takes: { handlers: object({ on_open: string, on_close: number }), flags: object({ 'b?': boolean, 'a?': boolean }) },
  },
  generic_instances: {
    code: `interface Range<T> { from: T; to: T }
export function generic_instances(days: Range<Date>, price: Range<number | null>): void {}`,
    takes: {
      days: object({ from: date, to: date }),
      price: object({ from: { type: ['number', 'null'] }, to: { type: ['number', 'null'] } }),
    },
  },
  indexed_access: {
    code: `interface Deep1 { user: { emails: { address: string }[] } }
export function indexed_access(address: Deep1['user']['emails'][number]['address'], all: Deep1['user']['emails']): void {}`,
    takes: { address: string, all: list(object({ address: string })) },
  },
  of_functions: {
    code: `function lookup(id: string, strict = true) { return { id, strict, at: new Date() } }
export function of_functions(args: Parameters<typeof lookup>[0], result: ReturnType<typeof lookup>): Awaited<Promise<boolean>> { throw args }`,
    takes: { args: string, result: object({ id: string, strict: boolean, at: date }) },
    gives: boolean,
  },
  thread: {
    code: `interface Comment { text: string; replies: Comment[] }
export function thread(root: Comment, depth: number): void {}`,
    takes: { root: { $ref: '#/$defs/Comment' }, depth: number },
    defs: { Comment: object({ text: string, replies: list({ $ref: '#/$defs/Comment' }) }) },
  },
  filter_tree: {
    code: `type Filter = { and: Filter[] } | { not: Filter } | { field: string; equals: string | number }
export function filter_tree(where?: Filter, having?: Filter | null): void {}`,
    takes: { where: { $ref: '#/$defs/Filter' }, having: { anyOf: [{ $ref: '#/$defs/Filter' }, { type: 'null' }] } },
    optional: ['where', 'having'],
    defs: {
      Filter: {
        anyOf: [
          object({ and: list({ $ref: '#/$defs/Filter' }) }),
          object({ not: { $ref: '#/$defs/Filter' } }),
          object({ field: string, equals: { type: ['string', 'number'] } }),
        ],
      },
    },
  },
  flat_recursive: {
    code: `interface Folder { name: string; folders?: Folder[] }
export function flat_recursive(folder: Folder): void {}`,
    takes: { name: string, folders: list({ $ref: '#/$defs/Folder' }) },
    optional: ['folders'],
    defs: { Folder: object({ name: string, 'folders?': list({ $ref: '#/$defs/Folder' }) }) },
  },
  mutual: {
    code: `interface Person { name: string; employer?: Company }
interface Company { name: string; staff: Person[] }
export function mutual(id: string): Promise<Person> { throw id }`,
    takes: { id: string },
    gives: {
      ...object({ name: string, 'employer?': object({ name: string, staff: list({ $ref: '#/$defs/Person' }) }) }),
      $defs: {
        Person: object({
          name: string,
          'employer?': object({ name: string, staff: list({ $ref: '#/$defs/Person' }) }),
        }),
      },
    },
  },
  two_trees: {
    code: `type Tree<T> = { value: T; children: Tree<T>[] }
export function two_trees(words: Tree<string>, sizes: Tree<number>): void {}`,
    takes: { words: { $ref: '#/$defs/Tree_string' }, sizes: { $ref: '#/$defs/Tree_number' } },
    defs: {
      Tree_string: object({ value: string, children: list({ $ref: '#/$defs/Tree_string' }) }),
      Tree_number: object({ value: number, children: list({ $ref: '#/$defs/Tree_number' }) }),
    },
  },
  class_result: {
    code: `class Account { static total = 0; #secret = 1; private inner = 2; protected kept = 3; constructor(readonly id: string, public balance: number) {} get open(): boolean { return this.balance > this.#secret + this.inner + this.kept } set limit(v: number) {} close(): void {} note?: string }
class Savings extends Account { rate = 0.5 }
export function class_result(): Savings { throw 0 }`,
    gives: object({ id: string, balance: number, open: boolean, 'note?': string, rate: number }),
  },
  methods_dropped: {
    code: `interface Row { id: number; toJSON(): string }
export function methods_dropped(): Row[] { throw 0 }`,
    gives: list(object({ id: number })),
  },
  void_fields: {
    code: `export function void_fields(): { a: string; b: undefined; c?: void; d: null } { throw 0 }`,
    gives: object({ a: string, d: { type: 'null' } }),
  },
  maybe_result: {
    code: `export async function maybe_result(): Promise<{ id: string } | undefined> { throw 0 }`,
    gives: { ...object({ id: string }), type: ['object', 'null'] },
  },
  sparse_list: {
    code: `export function sparse_list(): (number | undefined)[] { throw 0 }`,
    gives: list({ type: ['number', 'null'] }),
  },
  text_result: { code: `export async function text_result(): Promise<string> { throw 0 }` },
  literal_text_result: { code: `export function literal_text_result(): 'done' | 'failed' { throw 0 }` },
  maybe_text_result: { code: `export function maybe_text_result(): string | undefined { throw 0 }` },
  never_result: { code: `export function never_result(): never { throw 0 }` },
  empty_list_result: {
    code: `export function empty_list_result() { return { items: [] } }`,
    gives: object({ items: { type: 'array', items: false } }),
  },
  unknowns: {
    code: `export function unknowns(value: unknown, list: unknown[], thing: object, map: Record<string, unknown>): unknown { throw value }`,
    takes: { value: {}, list: list({}), thing: { type: 'object' }, map: { type: 'object', additionalProperties: {} } },
    gives: {},
  },
  odd_names: {
    code: `export function odd_names(headers: { 'content-type': string; 'x/y': number; 1: boolean }, tail: string): void {}`,
    takes: { headers: object({ 'content-type': string, 'x/y': number, '1': boolean }), tail: string },
  },
  extends_array: {
    code: `interface Labels extends Array<string> {}
export function extends_array(labels: Labels): void {}`,
    takes: { labels: list(string) },
  },
  negative_literals: {
    code: `export function negative_literals(step: -1 | 0 | 1): void {}`,
    takes: { step: oneOf(-1, 0, 1) },
  },
  fractions: {
    code: `export function fractions(rate: 0.5 | 1): void {}`,
    takes: { rate: { type: 'number', enum: [0.5, 1] } },
  },
  accessor_input: {
    code: `export function accessor_input(o: { get a(): string; readonly b: number }, tail: string): void {}`,
    takes: { o: object({ a: string, b: number }), tail: string },
  },
  namespaced: {
    code: `namespace Api { export interface Thing { id: Id } export type Id = \`t_\${number}\` }
export function namespaced(thing: Api.Thing): void {}`,
    takes: { id: { type: 'string', pattern: '^t_-?\\d+(?:\\.\\d+)?$' } },
  },
  satisfying: {
    code: `export const satisfying = ((path: string) => [path]) satisfies (path: string) => string[]`,
    takes: { path: string },
    gives: list(string),
  },
  record_of_lists: {
    code: `export function record_of_lists(groups: Record<'a' | 'b', { id: string }[]>, tail: string): void {}`,
    takes: { groups: object({ a: list(object({ id: string })), b: list(object({ id: string })) }), tail: string },
  },
  linked_list: {
    code: `type Chain = { value: string; next: Chain } | null
export function linked_list(chain: Chain): void {}`,
    takes: { chain: { $ref: '#/$defs/Chain' } },
    defs: { Chain: { ...object({ value: string, next: { $ref: '#/$defs/Chain' } }), type: ['object', 'null'] } },
  },
  maybe_alias: {
    code: `type Maybe<T> = T | null
interface Knot { next: Maybe<Knot> }
export function maybe_alias(knot: Knot, day: Maybe<Date>): void {}`,
    takes: { knot: { $ref: '#/$defs/Knot' }, day: { ...date, type: ['string', 'null'] } },
    defs: { Knot: object({ next: { anyOf: [{ $ref: '#/$defs/Knot' }, { type: 'null' }] } }) },
  },
  empty_objects: {
    code: `export function empty_objects(none: Record<string, never>, nil: {}, no: []): void {}`,
    takes: {
      none: { type: 'object', additionalProperties: false },
      nil: { type: 'object', additionalProperties: false },
      no: { type: 'array', items: false },
    },
  },
  wrappers: {
    code: `export function wrappers(s: String, n: Number, b: Boolean): void {}`,
    takes: { s: string, n: number, b: boolean },
  },
  bigints: {
    code: `export function bigints(one: 1n, any: number | bigint, five: bigint = 5n): void {}`,
    takes: {
      one: { type: 'string', const: '1', 'x-codec': 'bigint' },
      any: { anyOf: [number, { type: 'string', pattern: '^-?\\d+$', 'x-codec': 'bigint' }] },
      five: { type: 'string', pattern: '^-?\\d+$', 'x-codec': 'bigint', default: '5' },
    },
    optional: ['five'],
  },
  impossible: {
    code: `export function impossible(x: { kind: 'a' } & { kind: 'b' }, tail: string): void {}`,
    error: 'unsupported',
  },
  function_field: {
    code: `export function function_field(o: { run: () => void }, tail: string): void {}`,
    error: 'unsupported',
  },
  method_field: {
    code: `export function method_field(o: { run(): void }, tail: string): void {}`,
    error: 'unsupported',
  },
  class_input: { code: `export function class_input(account: Account): void {}`, error: 'unsupported' },
  nested_class: {
    code: `export function nested_class(o: { account: Account }, tail: string): void {}`,
    error: 'unsupported',
  },
  symbol_input: {
    code: `export function symbol_input(s: { key: symbol }, tail: string): void {}`,
    error: 'unsupported',
  },
  promise_input: { code: `export function promise_input(p: Promise<string>): void {}`, error: 'unsupported' },
  weak_input: { code: `export function weak_input(w: WeakMap<object, string>): void {}`, error: 'unsupported' },
  floats: { code: `export function floats(f: Float32Array): void {}`, error: 'unsupported' },
  generator_result: { code: `export async function* generator_result(n: number) { yield n }`, error: 'unsupported' },
  error_result: { code: `export function error_result(): { cause: Error } { throw 0 }`, error: 'unsupported' },
  endless: {
    code: `type Nest<T> = { value: T; next?: Nest<T[]> }
export function endless(n: Nest<string>, tail: string): void {}`,
    error: 'unsupported',
  },
  middle_rest: {
    code: `export function middle_rest(parts: [...string[], number], tail: string): void {}`,
    error: 'unsupported',
  },
  missing_type: { code: `export function missing_type(x: Nowhere, tail: string): void {}`, error: 'unresolved' },
  missing_nested: {
    code: `export function missing_nested(x: { inner: Nowhere[] }, tail: string): void {}`,
    error: 'unresolved',
  },
  untyped: { code: `export function untyped(x, tail: string): void {}`, error: 'implicit-any' },
  untyped_pattern: { code: `export function untyped_pattern({ x }): void {}`, error: 'implicit-any' },
  destructured_beside: {
    code: `export function destructured_beside({ x }: { x: string }, tail: string): void {}`,
    error: 'destructured',
  },
  overloaded: {
    code: `export function overloaded(a: string): void
export function overloaded(a: number): void
export function overloaded(a: unknown): void {}`,
    error: 'overloads',
  },
  generic: { code: `export function generic<T>(x: T): void {}`, error: 'generic' },
  a$name: { code: `export function a$name(): void {}`, error: 'bad-name' },
}
