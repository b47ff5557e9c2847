/** How far measured figures may be from the expected ones; the head of a file of cases explains the rules. */
export interface Tolerance {
  readonly rule: string
  /** Of figures that have none of their own: a share of the figure, or a distance. */
  readonly rel?: number
  readonly abs?: number
  /** By the key of an expected figure: a share of it, or a distance. */
  readonly metrics?: Readonly<Record<string, { readonly rel?: number; readonly abs?: number }>>
  /** Of a statistical case: completed requests that each replication has at least. */
  readonly minRequestsPerReplication?: number
  /** The figures are held to nothing but the checks. */
  readonly isByChecksOnly?: boolean
}

/** Seconds of the run; `last failure`: when the last request before the repair of the first outage failed. */
export type Window = readonly [from: number | 'last failure', to: number | 'last failure']

/** What is measured, where and when. */
export interface Measure {
  /** The name of a figure (`R`, `p95`, `U_db`), or of a measurement of `measurements.ts`. */
  readonly measure: string
  /** A node, by its id. */
  readonly of?: string
  /** A list: the figure of each of these variants. Without it that of the only one. */
  readonly variant?: string | readonly string[]
  readonly within?: Window
  /** What the measurement needs to know besides. */
  readonly by?: Readonly<Record<string, number | string>>
}

/** What is measured against what. Lists rise or fall, up to the slack. */
export interface Condition extends Measure {
  readonly is: '<' | '<=' | '>' | '>=' | 'near' | 'between' | 'rising' | 'falling' | 'one of'
  readonly than?: number | readonly (number | string)[] | Measure
  /** Multiplies what it is compared with. */
  readonly times?: number
  /** How far `near` may be off: a share, or a distance. */
  readonly rel?: number
  readonly abs?: number
}

/** Holds when all of its conditions do. */
export interface Check {
  readonly text: string
  readonly that: readonly Condition[]
}

/** A case with a known answer. */
export interface ReferenceCase {
  readonly id: string
  readonly title: string
  /** Those of the live engine are `live`. */
  readonly group: string
  /** What it is put to: a whole diagram, a function … */
  readonly level?: string
  readonly inputs: Readonly<Record<string, unknown>>
  /** Figures by their names. */
  readonly expected: Readonly<Record<string, unknown>>
  readonly checks?: readonly Check[]
  readonly tolerance: Tolerance
}

/** A file of cases, and the profiles that they share. */
export interface CaseFile {
  /** By name: by type of a node, and `edge`, the values that switch properties off. */
  readonly profiles: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly cases: readonly ReferenceCase[]
  /** The cases are typed already: their diagrams and checks are plain data. */
  readonly isTyped?: boolean
}

export interface Replication {
  readonly seed: number
  /** Times as long as the case asks for. */
  readonly length: number
}

/** Whether a check held for one seed, and what was measured. */
export interface Finding {
  readonly holds: boolean
  readonly found: string
}

/** `no chance`: every seed must agree. `many seeds`: the check itself is about many seeds and is made once. */
export type Chance = 'chance' | 'no chance' | 'many seeds'

/** Measures the cases of an engine. */
export interface CaseRunner {
  /** What the case is measured by, for the page. */
  readonly by: string
  /** Gives what the case expects, under the same keys; throws `CannotBeRead` where the case asks for what it cannot do. */
  measure(reference: ReferenceCase, replication: Replication): Readonly<Record<string, unknown>>
  /** One finding for each check. */
  check?(reference: ReferenceCase, seed: number): readonly Finding[]
  chanceOf?(reference: ReferenceCase): Chance
}

/** A case cannot be put to its engine: a failure, not a skip. */
export class CannotBeRead extends Error {
  override readonly name = 'CannotBeRead'

  constructor(why: string) {
    super(`cannot be read: ${why}`)
  }
}

export function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new CannotBeRead(otherwise)
}

export function existing<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new CannotBeRead(`there is no ${what}`)
  return value
}
