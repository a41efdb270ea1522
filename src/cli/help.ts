import type { Command } from './command.ts'

/** What `verbnoun --help` prints. */
export function programHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'verbnoun: a plain typed function becomes a tool that a model can call.',
    '',
    ...commands.map(({ name, says }) => `  ${name.padEnd(width)}  ${says}`),
    '',
    'verbnoun COMMAND --help tells more, with an example.',
  ].join('\n')
}

/** What `verbnoun COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]): [string, string] => [
    [
      ...(option.short === undefined ? [] : [`-${option.short},`]),
      `--${name}`,
      ...(option.value === undefined ? [] : [option.value]),
    ].join(' '),
    option.says,
  ])
  const width = Math.max(0, ...options.map(([flag]) => flag.length))
  return [
    command.says,
    '',
    ...command.usage.map((form, index) => `${index === 0 ? 'usage:' : '      '} verbnoun ${form}`),
    ...(options.length === 0 ? [] : ['', ...options.map(([flag, says]) => `  ${flag.padEnd(width)}  ${says}`)]),
    '',
    'For example:',
    ...command.examples.map((example) => `  verbnoun ${example}`),
  ].join('\n')
}
