import {
  CannotBeRead,
  type CaseFile,
  type CaseRunner,
  type Replication,
} from '../../../../tooling/reference-cases/reference-case.ts'
import { quantileOf } from '../../src/measure/histogram.ts'
import { Bench } from './bench.ts'
import { chanceOf, createContext, diagramOf, findingOf } from './checks.ts'
import type { Diagram, Form } from './diagram.ts'
import { nameWith, readName, type Value } from './figures.ts'
import { isClient } from './measured-parts.ts'
import { variantsOf } from './variants.ts'

/** Completed requests of a replication of a case that does not say how many. */
const REQUESTS = 200_000

/** Runs diagrams in the event engine, and measures figures and checks by their names. */
export function createEventRunner(file: CaseFile, form: Form = 'full'): CaseRunner {
  const bench = new Bench(file.profiles, form)
  return {
    by: 'a run of the event engine',
    measure({ inputs, expected, tolerance }, { seed, length }) {
      const variants = variantsOf(inputs)
      const names = [...variants.keys()]
      const requests = (tolerance.minRequestsPerReplication ?? REQUESTS) * length
      const runOf = remembered((variant) => bench.run(diagramOf(variants, variant), { seed, requests, length }))

      const measureKey = (key: string, value: unknown): unknown => {
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          const parts = Object.entries(value).map(([part, one]) => [part, measureKey(nameWith(key, part), one)])
          return Object.fromEntries(parts)
        }
        const searched = variants.get(names.length === 1 ? (names[0] as string) : key.replace(/_rps$/, ''))
        if (searched?.objective !== undefined) return greatestRate(bench, searched, { seed, length })
        if (Array.isArray(value) && inputs.isByVariant === true) {
          return names.map((variant) => readName(key, []).figure(runOf(variant)))
        }
        const { variant, figure, unit } = readName(key, names)
        const named = variant ?? (names.length === 1 ? names[0] : undefined)
        if (named === undefined) throw new CannotBeRead(`it is not clear which variant ${key} means`)
        const measured: Value = figure(runOf(named))
        if (typeof measured === 'number') return measured / unit
        return Array.isArray(value) ? measured.slice(0, value.length) : measured
      }
      return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, measureKey(key, value)]))
    },
    check(reference, seed) {
      const context = createContext(reference, file, bench, seed)
      return (reference.checks ?? []).map(({ that }) => findingOf(context, that))
    },
    chanceOf,
  }
}

function remembered<T>(work: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const found = known.get(key) ?? work(key)
    known.set(key, found)
    return found
  }
}

/** Requests of each run of the search. */
const SEARCH_REQUESTS = 150_000
/** Halvings of the interval in which the greatest rate lies. */
const STEPS = 9

/** The greatest load that keeps the objective of a diagram, by bisection; every run has the same random numbers. */
function greatestRate(bench: Bench, diagram: Diagram, { seed, length }: Replication): number {
  const { share, mostMs } = diagram.objective ?? { share: 1, mostMs: 0 }
  const capacity = Math.min(
    ...bench
      .model(diagram)
      .stations.map(({ slots, instances, meanMs }) => (1000 * slots * instances) / Math.max(...meanMs)),
  )
  let [kept, missed] = [0, capacity]
  for (let step = 0; step < STEPS; step += 1) {
    const rps = (kept + missed) / 2
    const seconds = (SEARCH_REQUESTS * length) / rps
    const { outcome } = bench.runFor(withRate(diagram, rps), seconds, seed, { warmUpMs: 100 * seconds })
    if (quantileOf(outcome.requests.response, share) <= mostMs) kept = rps
    else missed = rps
  }
  return (kept + missed) / 2
}

/** The same with so many requests a second. */
export const withRate = (diagram: Diagram, rps: number): Diagram => ({
  ...diagram,
  nodes: diagram.nodes.map((node) =>
    isClient(node) ? { ...node, data: { ...node.data, concurrentUsers: rps, thinkTimeBetweenRequests: 1000 } } : node,
  ),
})
