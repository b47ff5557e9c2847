import type {
  Assertion,
  Assessment,
  CaseFile,
  ReferenceCase,
} from '../../../../../../tooling/reference-cases/reference-case.ts'
import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import type { Bench } from '../bench.ts'
import type { Scenario, Scenarios } from '../scenario.ts'

/** What a sentence of a case is checked in: one seed. */
export interface Context {
  readonly reference: ReferenceCase
  readonly texts: readonly string[]
  readonly seed: number
  readonly file: CaseFile
  readonly bench: Bench
  scenarios(): Scenarios
  /** The only scenario. */
  scenario(): Scenario
  /** Does something once for all sentences of the case. */
  once<T>(key: string, work: () => T): T
}

export type Finding = Omit<Assertion, 'text'>

/** A kind of sentence: its groups are handed on. */
export interface Sentence {
  readonly pattern: RegExp
  readonly by?: Assessment['by']
  check(context: Context, ...words: string[]): Finding
}

const COMPARE: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
}

/** Whether `one` stands in the relation to `other`. */
export function compare(one: number, relation: string, other: number): boolean {
  const holds = COMPARE[relation]
  if (holds === undefined) throw new Unmapped(`"${relation}" is no relation that is known.`)
  return holds(one, other)
}

export const rounded = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(5))) : String(value)

/** A finding by a measured figure. */
export const foundBy = (holds: boolean, ...figures: readonly (number | string | null)[]): Finding => ({
  holds,
  found: figures.map((figure) => (typeof figure === 'number' ? rounded(figure) : String(figure))).join(', '),
})

export const isNear = (value: number, expected: number, share: number): boolean =>
  Math.abs(value - expected) <= share * Math.abs(expected)
