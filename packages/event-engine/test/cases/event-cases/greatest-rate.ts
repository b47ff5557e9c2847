import { type Replication, Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import { quantileOf } from '../../../src/measure/histogram.ts'
import type { Bench } from './bench.ts'
import { type Scenario, withRate } from './scenario.ts'

/** Requests of each run of the search. */
const REQUESTS = 150_000
/** Halvings of the interval in which the greatest rate lies. */
const STEPS = 9

/** The greatest load that keeps the objective of a scenario, by bisection; every run has the same random numbers. */
export function greatestRate(bench: Bench, scenario: Scenario, { seed, length }: Replication): number {
  const { objective } = scenario.happens
  if (objective === undefined) throw new Unmapped('No objective is told.')
  const { stations } = bench.model(scenario)
  const capacity = Math.min(
    ...stations.map(({ slots, instances, meanMs }) => (1000 * slots * instances) / Math.max(...meanMs)),
  )
  let [keeps, breaks] = [0, capacity]
  for (let step = 0; step < STEPS; step += 1) {
    const rps = (keeps + breaks) / 2
    const seconds = (REQUESTS * length) / rps
    const { outcome } = bench.runFor(withRate(scenario, rps), seconds, seed, { warmUpMs: 100 * seconds })
    if (quantileOf(outcome.requests.response, objective.share) <= objective.mostMs) keeps = rps
    else breaks = rps
  }
  return (keeps + breaks) / 2
}
