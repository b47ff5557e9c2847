import { createRng } from '@plimsoll/simulation'
import { type CaseRunner, type ReferenceCase, Unmapped } from '../../../../tooling/reference-cases/reference-case.ts'
import { CONTROL_KINDS } from './control-kinds.ts'
import type { Figures, FunctionKind } from './function-kind.ts'
import { SYSTEM_KINDS } from './system-kinds.ts'

/** Measures the cases that ask for a rule of the event engine rather than for a run: all whose inputs and figures are of a known kind. */
export const functionRunner: CaseRunner = {
  measure(reference, replication) {
    const mapped = map(reference, replication)
    if (mapped === undefined) {
      const names = [...Object.keys(inputsOf(reference)), 'to', ...Object.keys(reference.expected)]
      throw new Unmapped(`No rule leads from ${names.join(' ')}.`)
    }
    return Object.fromEntries(figuresOf(reference).map((key) => [key, measureOne(mapped, key)]))
  },
}

/** Whether the runner takes a case. */
export const isFunctionCase = (reference: ReferenceCase): boolean =>
  map(reference, { seed: 1, length: 1 }) !== undefined

type Replication = Parameters<CaseRunner['measure']>[1]

const REQUESTS = 100_000

function map(reference: ReferenceCase, { seed, length }: Replication): Figures | undefined {
  const { title, tolerance } = reference
  const inputs = inputsOf(reference)
  const { minRequestsPerReplication = REQUESTS } = tolerance
  const requests = minRequestsPerReplication * length
  const given = { title, rng: createRng(seed), isTraced: tolerance.rule === 'S10', requests, length }
  const kinds = [...CONTROL_KINDS, ...SYSTEM_KINDS].filter((kind) => takes(kind, Object.keys(inputs)))
  return kinds
    .map((kind) => kind.figures(inputs as never, given))
    .find((figures) => figuresOf(reference).every((key) => figures.some(([pattern]) => pattern.test(key))))
}

/** What is expected beside sentences. */
const figuresOf = ({ expected }: ReferenceCase): readonly string[] =>
  Object.keys(expected).filter((key) => key !== 'assert_')

/** Some cases have their inputs one level deeper. */
function inputsOf({ inputs: { params, ...others } }: ReferenceCase): Readonly<Record<string, unknown>> {
  return { ...others, ...(params as object | undefined) }
}

const takes = ({ needs, may = [] }: FunctionKind, names: readonly string[]): boolean =>
  needs.every((name) => names.includes(name)) && names.every((name) => needs.includes(name) || may.includes(name))

function measureOne(figures: Figures, key: string): unknown {
  for (const [pattern, measure] of figures) {
    const found = pattern.exec(key)
    if (found !== null) return measure(...found.slice(1))
  }
  return undefined
}
