import {
  type CaseFile,
  type CaseRunner,
  type ReferenceCase,
  Unmapped,
} from '../../../../../tooling/reference-cases/reference-case.ts'
import { assess } from './assertions/assess.ts'
import { Bench } from './bench.ts'
import { greatestRate } from './greatest-rate.ts'
import { measureFigure, nameWith, readName } from './read-figures.ts'
import { readScenarios } from './read-scenarios.ts'
import type { EventEngine, Scenarios } from './scenario.ts'

/** What a statistical case runs that does not say how many requests it takes. */
const REQUESTS = 200_000

/** Runs diagrams in the event engine, and gives the figures and sentences that cases expect, by their names. */
export function createEventRunner(engine: EventEngine, file: CaseFile): CaseRunner {
  const bench = new Bench(engine)
  const known = new WeakMap<ReferenceCase, Scenarios>()
  const scenariosOf = (reference: ReferenceCase): Scenarios => {
    const found = known.get(reference) ?? readScenarios(reference.inputs, file)
    known.set(reference, found)
    return found
  }
  return {
    measure(reference, { seed, length }) {
      const scenarios = scenariosOf(reference)
      const variants = [...scenarios.keys()]
      const requests = (reference.tolerance.minRequestsPerReplication ?? REQUESTS) * length
      const runOf = remembered((variant) => {
        const scenario = scenarios.get(variant)
        if (scenario === undefined) throw new Unmapped('It is not clear which variant is meant.')
        return bench.run(scenario, { seed, requests, length })
      })

      const measureKey = (key: string, expected: unknown): unknown => {
        if (isRecord(expected)) {
          const parts = Object.entries(expected).map(([part, value]) => [part, measureKey(nameWith(key, part), value)])
          return Object.fromEntries(parts)
        }
        const searched =
          variants.length === 1 ? scenarios.get(variants[0] as string) : scenarios.get(key.replace(/_rps$/, ''))
        if (searched?.happens.objective !== undefined) return greatestRate(bench, searched, { seed, length })
        const isByVariant = Array.isArray(expected) && reference.inputs.vectors !== undefined
        if (isByVariant) return variants.map((variant) => measureFigure(runOf(variant), readName(key, [])))
        const asked = readName(key, variants)
        const value = measureFigure(
          runOf(asked.variant ?? (variants.length === 1 ? (variants[0] as string) : '?')),
          asked,
        )
        return Array.isArray(expected) && typeof value !== 'number' ? value.slice(0, expected.length) : value
      }
      const keys = Object.entries(reference.expected).filter(([key]) => key !== 'assert_')
      return Object.fromEntries(keys.map(([key, expected]) => [key, measureKey(key, expected)]))
    },
    assess: (reference, seed) => assess({ reference, seed, file, bench, scenariosOf }),
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function remembered<T>(work: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key) ?? work(key)
    known.set(key, found)
    return found
  }
}
