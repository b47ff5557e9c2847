import type { ReferenceCase } from '../../packages/simulation/test/cases/reference-case.ts'

/** Requests of a case that does not say how many it takes, by its level. */
const REQUESTS: Readonly<Record<string, number>> = { diagram: 100_000, core: 100_000 }

/** How long a case takes beside others, roughly: what begins first keeps no thread busy at the end. */
export function expectedWork({ level = '', inputs, tolerance }: ReferenceCase): number {
  const requests = tolerance.minRequestsPerReplication ?? REQUESTS[level] ?? 0
  const variants = Object.keys((inputs.variants ?? inputs.vectors ?? { one: {} }) as object).length
  const told = JSON.stringify(inputs)
  const seeds = /(\d+) seeds, (\d+) replications/.exec(told)?.slice(1).map(Number) ?? []
  const sweeps = /every|any|with \w+ [\d., ]+,/.test(told) ? 10 : 1
  return requests * variants * sweeps * Math.max(1, (seeds[0] ?? 1) * (seeds[1] ?? 1) * 0.1)
}
