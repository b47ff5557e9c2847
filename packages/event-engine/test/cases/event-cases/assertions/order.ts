import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import { meanOf, quantileOf } from '../../../../src/measure/histogram.ts'
import type { Measured } from '../bench.ts'
import { figureOf } from '../figures.ts'
import { isClient, only, type Scenario, withData, withTold } from '../scenario.ts'
import { type Context, foundBy, isNear, rounded, type Sentence } from './sentence.ts'

const REQUESTS = 200_000

/** Which of several ways is better. */
export const orderSentences: readonly Sentence[] = [
  {
    pattern: /^mean and p99: (.+ > .+)$/,
    check(context, names = '') {
      const responses = names.split(' > ').map((name) => {
        const { response } = runOf(context, balancedBy(context, name)).outcome.requests
        return { mean: meanOf(response), p99: quantileOf(response, 0.99) }
      })
      const holds = responses.every(({ mean, p99 }, index) => {
        const next = responses[index + 1]
        return next === undefined || (mean > next.mean && p99 > next.p99)
      })
      return foundBy(holds, ...responses.map(({ mean, p99 }) => `${rounded(mean)} / ${rounded(p99)}`))
    },
  },
  {
    pattern: /^at U=([\d.]+) closed R \(N=(\d+), Z=([\d.]+) s: ([\d.]+) ms\) < open R ([\d.]+) ms/,
    check(context, utilisation, users, thinkS, closedMs, openMs) {
      const closed = runOf(context, closedLoad(context.scenario(), Number(users), 1000 * Number(thinkS)))
      const open = runOf(context, context.scenario())
      const [closedR, openR] = [closed, open].map(({ outcome }) => meanOf(outcome.requests.response)) as [
        number,
        number,
      ]
      const [closedU, openU] = [closed, open].map((measured) => Number(figureOf(measured, 'U'))) as [number, number]
      const loads = Math.max(Math.abs(closedU - Number(utilisation)), Math.abs(openU - Number(utilisation)))
      const holds =
        closedR < openR &&
        isNear(closedR, Number(closedMs), 0.05) &&
        isNear(openR, Number(openMs), 0.08) &&
        loads < 0.03
      return foundBy(holds, closedR, openR, closedU, openU)
    },
  },
  {
    pattern: /^doubling users past N\* leaves X within ([\d.]+) %/,
    check(context, percent) {
      const scenario = context.scenario()
      const thinkMs = Number(scenario.flow.nodes.find(isClient)?.data.thinkTimeBetweenRequests)
      const demandMs = context.bench.model(scenario).stations.map(({ meanMs, slots }) => Math.max(...meanMs) / slots)
      const knee = (thinkMs + demandMs.reduce((sum, one) => sum + one, 0)) / Math.max(...demandMs)
      const past = Math.ceil(2 * knee)
      const [one, two] = [past, 2 * past].map((users) =>
        Number(figureOf(runOf(context, closedLoad(scenario, users, thinkMs)), 'X')),
      ) as [number, number]
      return foundBy(Math.abs(two - one) <= (Number(percent) / 100) * one, one, two)
    },
  },
]

const runOf = (context: Context, scenario: Scenario): Measured =>
  context.once(JSON.stringify([scenario.flow, scenario.settings]), () =>
    context.bench.run(scenario, { seed: context.seed, requests: REQUESTS }),
  )

/** The variant whose balancer goes by an algorithm, or that has a setting for it. */
function balancedBy(context: Context, name: string): Scenario {
  const found = [...context.scenarios().values()].filter(({ flow, settings }) =>
    settings.lb === null ? flow.nodes.some(({ data }) => data.algorithm === name) : settings.lb === name,
  )
  return only(new Map(found.map((scenario) => ['', scenario])))
}

function closedLoad(scenario: Scenario, users: number, thinkMs: number): Scenario {
  if (!scenario.flow.nodes.some(isClient)) throw new Unmapped('There is no client.')
  const closed = withTold(scenario, { arrivals: 'closed' })
  return withData(closed, (part) =>
    isClient(part) ? { concurrentUsers: users, thinkTimeBetweenRequests: thinkMs } : null,
  )
}
