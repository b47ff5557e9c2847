import { Unmapped } from '../../../../../../tooling/reference-cases/reference-case.ts'
import type { Measured } from '../bench.ts'
import { courseAt, courseOf, meanWithin, sumWithin, valueAt } from '../over-time.ts'
import { placeNamed } from '../parts.ts'
import { plannedOutage } from '../scenario.ts'
import { type Context, foundBy, isNear, type Sentence } from './sentence.ts'

/** How long after the repair is watched. */
const AFTER_S = 240

/** What a fault of one of several targets does until it is found, and until it is over. */
export const recoverySentences: readonly Sentence[] = [
  {
    pattern: /^about ([\d.]+) % of requests fail from the fault until detection/,
    check(context, percent) {
      const { fromS, foundS, failed, arrived } = watched(context)
      const share = sumWithin(failed, fromS, foundS) / sumWithin(arrived, fromS, foundS)
      return foundBy(Math.abs(share - Number(percent) / 100) <= 0.05, share)
    },
  },
  {
    pattern: /^detection between ([\d.]+) s and ([\d.]+) s after the fault/,
    check(context, least, most) {
      const { fromS, foundS } = watched(context)
      const took = foundS - fromS
      return foundBy(took >= Number(least) && took <= Number(most), took)
    },
  },
  {
    pattern: /^then errors stop, (\S+) util = .* > 1: queue grows ([\d.]+) rps/,
    check(context, name = '', growth) {
      const { measured, foundS, endS, failed } = watched(context)
      const place = placeNamed(measured, name)
      if (place === null) throw new Unmapped(`No node is called ${name}.`)
      const there = courseAt(measured, place.index, 'inSystem')
      const slope = (valueAt(there, endS - 5) - valueAt(there, foundS + 5)) / (endS - foundS - 10)
      const busy = meanWithin(courseAt(measured, place.index, 'busy'), foundS + 20, endS)
      const errors = sumWithin(failed, foundS, endS)
      const isFull = busy >= 0.99 * place.outcome.meanSlots
      return foundBy(errors === 0 && isFull && isNear(slope, Number(growth), 0.25), errors, busy, slope)
    },
  },
  {
    pattern: /^recovers after >= healthyThreshold checks/,
    check(context) {
      const { measured, endS } = watched(context)
      const place = placeNamed(measured, plannedOutage(context.scenario())?.node ?? '')
      const health = measured.model.nodes.map((node) => node.health).find((one) => one !== null)
      if (place === null || !health) throw new Unmapped('Nothing is watched by health checks.')
      const there = courseAt(measured, place.index, 'inSystem')
      const back = there.values.findIndex((value, index) => index * there.spanS >= endS && value > 0) * there.spanS
      const checks = (back - endS) / (health.intervalMs / 1000)
      // The first check may come right after the repair.
      const holds = back > 0 && checks >= health.healthyAfter - 1 - 0.1 && checks <= health.healthyAfter + 1
      return foundBy(holds, back - endS, checks)
    },
  },
]

interface Watched {
  readonly measured: Measured
  readonly fromS: number
  /** When the last request failed. */
  readonly foundS: number
  readonly endS: number
  readonly failed: ReturnType<typeof courseOf>
  readonly arrived: ReturnType<typeof courseOf>
}

const watched = (context: Context): Watched =>
  context.once('fault', () => {
    const scenario = context.scenario()
    const fault = plannedOutage(scenario)
    if (fault === null) throw new Unmapped('No fault is told.')
    const endS = fault.fromS + fault.forS
    const measured = context.bench.runFor(scenario, endS + AFTER_S, context.seed)
    const failed = courseOf(measured, 'failed')
    const last = failed.values.findLastIndex((count, index) => count > 0 && (index + 1) * failed.spanS <= endS)
    return {
      measured,
      fromS: fault.fromS,
      foundS: Math.max((last + 1) * failed.spanS, fault.fromS),
      endS,
      failed,
      arrived: courseOf(measured, 'arrived'),
    }
  })
