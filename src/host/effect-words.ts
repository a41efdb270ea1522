/** What a tool's name says that it does. */
export interface NamedEffect {
  readonly kind: 'destroys' | 'sends'
  readonly word: string
}

const destroys: ReadonlySet<string> = new Set(
  `delete deletes deleting remove removes removing drop drops dropping purge purges wipe wipes revoke revokes destroy
   destroys erase erases truncate clear clears reset resets overwrite overwrites kill kills terminate terminates
   uninstall uninstalls shred nuke prune prunes expunge cancel cancels deactivate disable ban unpublish rm del
   rmdir unlink discard`.split(/\s+/),
)

const sends: ReadonlySet<string> = new Set(
  `send sends sending pay pays paying refund refunds refunding transfer transfers transferring publish publishes
   publishing post posts posting tweet email notify invite share upload uploads deploy deploys charge purchase buy
   submit withdraw donate sell execute eval push`.split(/\s+/),
)

/** Words that name a thing as often as a deed count only where a deed stands: at the beginning. */
const things: ReadonlySet<string> = new Set(['post', 'posts', 'tweet', 'email', 'share', 'charge', 'purchase', 'push'])

/** Words that look: behind them, what would be a deed is a thing. `list_orders`, `get_message`. */
const looks: ReadonlySet<string> = new Set(
  `get list read search find fetch show view describe count check is has look lookup query preview explain validate
   browse inspect`.split(/\s+/),
)

/** The worst that a name admits, in any of its spellings: `delete_repo`, `repoDelete`, `DELETE-repo`. */
export function namesEffect(name: string): NamedEffect | undefined {
  const words = wordsOf(name)
  const destroying = words.find((word) => destroys.has(word))
  if (destroying !== undefined) return { kind: 'destroys', word: destroying }
  if (words[0] !== undefined && looks.has(words[0])) return undefined
  const sending = words.find((word, at) => sends.has(word) && (at === 0 || !things.has(word)))
  return sending === undefined ? undefined : { kind: 'sends', word: sending }
}

/** Read as a person would: look-alike letters and capitals do not hide a word. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}
