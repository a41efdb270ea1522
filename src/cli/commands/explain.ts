import type { Command } from '../command.ts'

const command: Command = {
  name: 'explain',
  says: 'Tell what a rule of check says, why, what to do, with examples. Without a name: all of them.',
  usage: ['explain [RULE] [--json]'],
  options: { json: { type: 'boolean', says: 'As JSON: id, severity, set, kind, says, because, fix.' } },
  examples: ['explain irreversible-unsaid', 'explain'],
  async run({ words, options }, io) {
    const { explainRule, profiles, rules } = await import('../../check/index.ts')
    const { requireRule } = await import('../checking/settings.ts')
    const chosen = words.length === 0 ? rules : words.map(requireRule)
    if (options['json'] === true) {
      const facts = chosen.map(({ id, severity, set, kind, says, because, fix, see }) => ({
        id,
        severity,
        set,
        kind,
        says,
        because,
        fix,
        ...(see !== undefined && { see }),
      }))
      io.out(JSON.stringify(facts, undefined, 2))
    } else if (words.length > 0) for (const rule of chosen) io.out(explainRule(rule, profiles))
    else {
      const width = Math.max(...rules.map(({ id }) => id.length))
      for (const { id, severity, set, says } of rules)
        io.out(`${id.padEnd(width)}  ${severity.padEnd(7)}  ${set.padEnd(8)}  ${says}`)
    }
    return 0
  },
}

export default command
