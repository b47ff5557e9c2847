import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Model, Step } from '../model.ts'
import type { RunOutcome } from '../outcome.ts'
import { fixedPoint } from './structure.ts'

/**
 * Shares of the request types among the calls of each link, by the programs of the model: where a step has several links they
 * share its calls as they did in the run.
 */
export function classesOf(model: Model, outcome: RunOutcome): readonly (readonly number[])[] {
  const rates = REQUEST_TYPES.map((_, type) => linkRates(model, outcome, type))
  return model.links.map((_, link) => {
    const byType = rates.map((list) => list[link] ?? 0)
    const all = byType.reduce((sum, rate) => sum + rate, 0)
    return byType.map((rate) => (all > 0 ? rate / all : 0))
  })
}

/** Calls of one type over each link. */
function linkRates(model: Model, { links: measured, byClient, byClass }: RunOutcome, type: number): readonly number[] {
  const { nodes, links, sources } = model
  const arrivals = nodes.map(() => 0)
  const isMeasured = sources.length === 1
  for (const [index, { node, mix }] of sources.entries()) {
    const arrived = isMeasured ? (byClass[type]?.arrived ?? 0) : (byClient[index]?.arrived ?? 0) * (mix[type] ?? 0)
    arrivals[node] = (arrivals[node] ?? 0) + arrived
  }
  const perVisit = links.map(() => 0)
  for (const { program, hitRate } of nodes) {
    let isAsked = 1 - (hitRate[type] ?? 0)
    for (const step of program[type] ?? []) {
      const chance = step.unlessHit ? isAsked : 1
      const shares = splitOf(step, (link) => measured[link]?.attempts ?? 0)
      for (const [position, link] of step.links.entries())
        perVisit[link] = (perVisit[link] ?? 0) + chance * (shares[position] ?? 0)
      const found = step.links.reduce(
        (sum, link, position) => sum + (shares[position] ?? 0) * (nodes[links[link]?.target ?? -1]?.hitRate[type] ?? 0),
        0,
      )
      isAsked *= Math.max(0, 1 - found)
    }
  }
  const visits = fixedPoint(arrivals, (rates) => {
    const next = [...arrivals]
    for (const [index, { source, target, hitRate }] of links.entries())
      next[target] = (next[target] ?? 0) + (rates[source] ?? 0) * (perVisit[index] ?? 0) * (1 - (hitRate[type] ?? 0))
    return next
  })
  return links.map(({ source }, index) => (visits[source] ?? 0) * (perVisit[index] ?? 0))
}

/** Shares of a step's calls; copies go over every link. */
function splitOf({ links, copies }: Step, attemptsOf: (link: number) => number): readonly number[] {
  if (copies) return links.map(() => 1)
  const all = links.reduce((sum, link) => sum + attemptsOf(link), 0)
  return links.map((link) => (all > 0 ? attemptsOf(link) / all : 1 / links.length))
}
