import type { Balancing, Model, Step } from '../model.ts'
import { sharesByWeight } from '../rules/shares-by-weight.ts'
import { struckLinks } from './structure.ts'

/**
 * First calls over each link for each visit at its source, in the shares of a time without the outages and cuts that are set: calls that
 * health checks or failover sent elsewhere come back. Where a balancer looks at the load they stay, as they do where a link is one of several
 * choices: their shares without outages are not known.
 */
export function undisturbedShares(model: Model, ratios: readonly number[]): readonly number[] {
  const struck = struckLinks(model)
  const shared = [...ratios]
  for (const { program, balancing } of model.nodes) {
    const choices = choicesOf(program.flat())
    for (const step of choices) {
      if (!step.links.some((link) => struck.has(link))) continue
      const isTheOnlyOne = step.links.every((link) => choices.every((one) => one === step || !one.links.includes(link)))
      const weights = isTheOnlyOne ? weightsOf(balancing, step, model) : null
      if (weights === null) continue
      const all = step.links.reduce((sum, link) => sum + (ratios[link] ?? 0), 0)
      const shares = sharesByWeight(weights)
      for (const [at, link] of step.links.entries()) shared[link] = all * (shares[at] ?? 0)
    }
  }
  return shared
}

/** Steps that choose one of several links, each set of links once. */
function choicesOf(steps: readonly Step[]): readonly Step[] {
  const byLinks = new Map(
    steps.filter(({ links, copies }) => !copies && links.length > 1).map((step) => [step.links.join(), step]),
  )
  return [...byLinks.values()]
}

/** Null: they depend on more than the model. */
function weightsOf(balancing: Balancing, { links }: Pick<Step, 'links'>, model: Model): readonly number[] | null {
  switch (balancing.by) {
    case 'weight':
    case 'weighted-rotation':
      return links.map((link) => model.links[link]?.weight ?? 0)
    case 'rotation':
    case 'user':
      return links.map(() => 1)
    case 'first':
      return links.map((_, at) => (at === 0 ? 1 : 0))
    case 'session':
      return weightsOf(balancing.otherwise, { links }, model)
    default:
      return null
  }
}
