import type { ReferenceCase } from '../reference-cases/reference-case.ts'

/** Requests of a case that does not say how many it takes, by its level. */
const REQUESTS: Readonly<Record<string, number>> = { diagram: 100_000, core: 100_000 }

/** How long a case takes beside others, roughly: what begins first keeps no thread busy at the end. */
export function expectedWork({ level = '', inputs, tolerance }: ReferenceCase): number {
  const requests = tolerance.minRequestsPerReplication ?? REQUESTS[level] ?? 0
  const variants = Object.keys((inputs.variants ?? inputs.vectors ?? { one: {} }) as object).length
  const { ref = '', sweep } = inputs
  const [, seeds = 1, replications = 1] = /(\d+) seeds, (\d+) replications/.exec(String(ref)) ?? []
  const isFannedOut = inputs.vectors !== undefined && tolerance.rule === 'S10'
  return (
    requests * variants * (sweep === undefined ? 1 : 10) * (isFannedOut ? 20 : 1) * Number(seeds) * Number(replications)
  )
}
