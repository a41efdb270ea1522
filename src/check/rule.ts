import type { Profile } from './profile.ts'
import type { Place, Subject, SubjectTool } from './subject.ts'

export type Severity = 'error' | 'warning' | 'info'

/** Something else that a person must see to believe a finding. */
export interface Related {
  readonly message: string
  readonly place?: Place
}

/** What a rule has to say of one place. */
export interface Observation {
  /** Absent: it is about the server as a whole. */
  readonly tool?: SubjectTool
  /** For rules over several servers: the one it is about. */
  readonly subject?: Subject
  /** JSON Pointer into the tool, or empty. */
  readonly at?: string
  /** The fact and its consequence. */
  readonly message: string
  /** What to do. Absent: what the rule says. */
  readonly fix?: string
  /** Absent: where the tool is declared. */
  readonly place?: Place
  readonly related?: readonly Related[]
  /** Why an author decided against it, where the code that it is about says so. */
  readonly ignored?: string
}

/** A catalog that keeps or breaks the rule. What it leaves out is taken from tools that break none. */
export interface Example {
  readonly title: string
  readonly tools: readonly Partial<SubjectTool>[]
  /** A second server beside the first, for rules over several. */
  readonly others?: readonly Partial<SubjectTool>[]
  /** What the tools were when they were accepted. */
  readonly locked?: readonly Partial<SubjectTool>[]
  /** How the server answered a tool that it does not have. */
  readonly unknownTool?: Subject['unknownTool']
}

/** When a rule is asked: always, with `--pedantic`, or where a profile that it is about was named. */
export type RuleSet = 'default' | 'pedantic' | 'target'

interface About {
  /** Same as the file's name. */
  readonly id: string
  readonly severity: Severity
  readonly set: RuleSet
  /** `decided`: a specification, a provider or the author says so. `judged`: its precision on real servers is measured. */
  readonly kind: 'decided' | 'judged'
  /** One sentence: what is wrong with a tool that breaks the rule. */
  readonly says: string
  /** One paragraph: whom it hurts and how. */
  readonly because: string
  /** What to do. */
  readonly fix: string
  /** Who decided it, with the date where it is a provider. */
  readonly see?: string
  /** The profile that the examples are checked with. */
  readonly target?: string
  readonly good: readonly Example[]
  readonly bad: readonly Example[]
}

export interface RuleContext {
  readonly subject: Subject
  readonly profiles: readonly Profile[]
}

export interface ToolRule extends About {
  readonly scope: 'tool'
  readonly check: (tool: SubjectTool, context: RuleContext) => Iterable<Observation>
}

export interface ServerRule extends About {
  readonly scope: 'server'
  readonly check: (subject: Subject, context: RuleContext) => Iterable<Observation>
}

export interface FleetRule extends About {
  readonly scope: 'fleet'
  readonly check: (subjects: readonly Subject[]) => Iterable<Observation>
}

/** A rule sees one tool, one server, or all servers that a model would have at once. */
export type Rule = ToolRule | ServerRule | FleetRule
