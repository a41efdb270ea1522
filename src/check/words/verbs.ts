/** What a verb in a name says that a tool does. `other`: a verb, which may change things or not. */
export type VerbClass = 'read' | 'write' | 'destroy' | 'send' | 'other'

const read = `
  get list search find read fetch lookup look show describe view check count query retrieve browse inspect explain
  compare validate verify summarize analyze analyse estimate calculate compute preview detect whoami is has
  can locate scan lint peek tail head stat discover recommend suggest infer recognize classify measure audit monitor
  poll ping test diff trace identify translate parse decode`
const write = `
  create add update edit set insert write save upload move rename merge push assign unassign star unstar fork put patch
  append modify change configure enable disable install register upsert import restore protect unprotect activate
  deactivate attach detach link unlink copy commit rebase tag label mark store remember enqueue schedule approve
  dismiss reprioritize reindex pause resume close reopen lock unlock archive unarchive complete subscribe unsubscribe
  invite replace sync deploy provision undelete ingest`
const destroy = `
  delete remove destroy drop purge wipe erase truncate uninstall revoke terminate kill cancel clear reset overwrite
  unregister flush prune discard deprovision`
const send = `
  send post publish pay refund transfer email notify tweet submit reply broadcast charge purchase buy dispatch
  forward share`
const other = `
  run execute generate convert draft open start stop restart build make apply process manage handle perform do use call
  invoke evaluate click type press hover navigate select fill take wait scroll drag render plot draw extract transform
  format export download request ask chat think plan chart design connect disconnect login logout authenticate switch load
  unload launch trigger help reason synthesize embed index crawl scrape map join split merge encode debug profile record
  resolve watch capture highlight go back print play stream research sample simulate solve train tune migrate investigate diagnose`

const classes = new Map<string, VerbClass>(
  Object.entries({ other, read, write, send, destroy } as const).flatMap(([kind, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word): [string, VerbClass] => [word, isClass(kind) ? kind : 'other']),
  ),
)

function isClass(kind: string): kind is VerbClass {
  return ['read', 'write', 'destroy', 'send', 'other'].includes(kind)
}

/** What a word says when it is a verb of the field; undefined for every other word. */
export function classOfVerb(word: string): VerbClass | undefined {
  return classes.get(word)
}
