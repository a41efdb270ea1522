import type { ServerCommand } from './place.ts'

/** A command that fetches what it runs, so that what runs can change without a word. */
export interface Runner {
  readonly kind: 'npm' | 'pypi' | 'image'
  /** What is fetched, without its version. */
  readonly name: string
  /** The version, range or tag that is asked for, if any. */
  readonly wanted: string | undefined
  /** The same command, with exactly this version or digest. */
  readonly exactly: (version: string) => ServerCommand
}

/** What a command fetches; undefined for one that fetches nothing, or that names no package of a registry. */
export function runnerOf(place: ServerCommand): Runner | undefined {
  const program = place.command.replace(/^.*[\\/]/, '').replace(/\.(?:cmd|exe)$/i, '')
  return runners[program]?.(place)
}

const runners: Readonly<Record<string, (place: ServerCommand) => Runner | undefined>> = {
  npx: (place) =>
    npm(place, packageAt(place.args, { takesValue: /^(?:-c|--call|-w|--workspace)$/, names: /^(?:-p|--package)$/ })),
  uvx: (place) =>
    pypi(
      place,
      packageAt(place.args, { takesValue: /^(?:-p|--python|--with|--index-url|--index)$/, names: /^--from$/ }),
    ),
  docker: (place) => image(place),
  podman: (place) => image(place),
}

interface Flags {
  /** Flags whose next word is theirs. */
  readonly takesValue: RegExp
  /** Flags whose next word is the package. */
  readonly names: RegExp
}

/** The place of the package among the arguments: behind a flag that names it, else the first word that is no flag's. */
function packageAt(args: readonly string[], { takesValue, names }: Flags): number {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (names.test(word)) return at + 1
    if (takesValue.test(word)) at += 1
    else if (!word.startsWith('-')) return at
  }
  return -1
}

function npm(place: ServerCommand, at: number): Runner | undefined {
  const [, name, wanted] = /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@([\w.^~<>=*|+ -]+))?$/.exec(place.args[at] ?? '') ?? []
  return name === undefined ? undefined : runner(place, at, { kind: 'npm', name, wanted })
}

function pypi(place: ServerCommand, at: number): Runner | undefined {
  const [, name, wanted] = /^([\w.-]+)(?:(?:@|==)([\w.+!-]+))?$/.exec(place.args[at] ?? '') ?? []
  return name === undefined ? undefined : runner(place, at, { kind: 'pypi', name, wanted })
}

const switches =
  /^(?:-i|-t|-it|-ti|-d|--rm|--init|--interactive|--tty|--detach|--privileged|--read-only|--no-healthcheck|.*=.*)$/

function image(place: ServerCommand): Runner | undefined {
  const { args } = place
  if (args[0] !== 'run') return undefined
  let at = 1
  while (args[at]?.startsWith('-')) at += switches.test(args[at] ?? '') ? 1 : 2
  const [, name, wanted] =
    /^([\w.-]+(?::\d+(?=\/))?(?:\/[\w.-]+)*)(?::([\w.-]+))?(?:@sha256:[0-9a-f]{64})?$/.exec(args[at] ?? '') ?? []
  if (name === undefined || args[at]?.includes('@')) return undefined
  return runner(place, at, { kind: 'image', name, wanted })
}

function runner(place: ServerCommand, at: number, what: Pick<Runner, 'kind' | 'name' | 'wanted'>): Runner {
  return { ...what, exactly: (version) => ({ ...place, args: place.args.with(at, `${what.name}@${version}`) }) }
}
