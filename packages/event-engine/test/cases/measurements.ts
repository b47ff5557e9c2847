import { existing, type Measure } from '../../../../tooling/reference-cases/reference-case.ts'
import { saturationOf } from '../../src/report/saturation.ts'
import { type Measured, settingsOf } from './bench.ts'
import { CONTROL_MEASUREMENTS } from './control-measurements.ts'
import { COUNT_MEASUREMENTS } from './count-measurements.ts'
import {
  changesOf,
  courseAt,
  courseOf,
  edgesOf,
  firstTimeBelow,
  meanWithin,
  nodeNamed,
  servingNodes,
  sumWithin,
  valueAt,
} from './measured-parts.ts'
import type { Asked, Measurement } from './measurement.ts'
import { SYSTEM_MEASUREMENTS } from './system-measurements.ts'

interface Within {
  readonly fromS: number
  readonly toS: number
  readonly sum: (of: Parameters<typeof courseOf>[1]) => number
  readonly measured: Measured
  readonly asked: Asked
}

/** Measured over a window of the run. */
const within = (of: (within: Within) => number): Measurement => ({
  of: (context, asked) => {
    const measured = context.run(asked.variant)
    const [fromS, toS] = windowOf(measured, existing(asked.within, 'window'))
    return of({ fromS, toS, measured, asked, sum: (of) => sumWithin(courseOf(measured, of), fromS, toS) })
  },
})

/** Measured at one node over a run. */
const at = (of: (node: ReturnType<typeof nodeNamed>, measured: Measured) => number): Measurement => ({
  of: (context, asked) => {
    const measured = context.run(asked.variant)
    return of(nodeNamed(measured, asked.of ?? ''), measured)
  },
})

/** What a condition may measure beside figures. Times are seconds unless the name says otherwise. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  goodputShare: within(({ sum }) => sum('completed') / sum('arrived')),
  failedShare: within(({ sum }) => sum('failed') / sum('arrived')),
  failures: within(({ sum }) => sum('failed')),
  attemptsPerRequest: within(({ sum }) => sum('attempts') / sum('arrived')),
  meanResponseMs: within(({ sum }) => sum('responseMsSum') / sum('completed')),
  completedRps: within(({ sum, fromS, toS }) => sum('completed') / (toS - fromS)),
  arrivedRps: within(({ sum, fromS, toS }) => sum('arrived') / (toS - fromS)),
  breakerOpenings: within((window) => changesTo('open', window)),
  breakerClosings: within((window) => changesTo('closed', window)),
  /** When no more requests are at the first node than it has slots. */
  backlogClearedAtS: within(({ measured, fromS }) => {
    const [node] = servingNodes(measured)
    const { index, meanSlots } = existing(node, 'node that serves requests')
    return firstTimeBelow(courseAt(measured, index, 'inSystem'), meanSlots, fromS)
  }),
  healedAtS: within(healedAt),
  /** From the beginning of the window. */
  lastFailureAfterS: within(({ measured, fromS }) => lastFailureS(measured) - fromS),
  busyShareWithin: within(({ measured, asked, fromS, toS }) => {
    const { index, meanSlots } = nodeNamed(measured, asked.of ?? '')
    return meanWithin(courseAt(measured, index, 'busy'), fromS, toS) / meanSlots
  }),
  /** Requests a second by which the number at a node grows. */
  growthRps: within(({ measured, asked, fromS, toS }) => {
    const there = courseAt(measured, nodeNamed(measured, asked.of ?? '').index, 'inSystem')
    return (valueAt(there, toS) - valueAt(there, fromS)) / (toS - fromS)
  }),
  /** Health checks from the beginning of the window until requests are sent to a node again, less those that must succeed. */
  checksBeyondThreshold: within(({ measured, asked, fromS }) => {
    const { spanS, values } = courseAt(measured, nodeNamed(measured, asked.of ?? '').index, 'inSystem')
    const backS = values.findIndex((value, index) => index * spanS >= fromS && value > 0) * spanS
    const health = existing(measured.model.nodes.find(({ health }) => health !== null)?.health, 'health check')
    return (backS - fromS) / (health.intervalMs / 1000) - health.healthyAfter
  }),
  /** Time that a node's slots are at work, not held by calls. */
  workingShare: at(({ meanWorking, meanSlots }) => meanWorking / meanSlots),
  visitsPerRequest: at(({ arrived }, { outcome }) => arrived / outcome.requests.arrived),
  /** Requests of the system a second at which a node has no slot free. */
  saturatesAtRps: at(({ arrived, meanSlots, serviceMs }, { outcome }) => {
    return (1000 * meanSlots) / serviceMs / (arrived / outcome.requests.arrived)
  }),
  /** What the report says saturates first: its id. */
  firstLimit: {
    of: (context, { variant }) => {
      const { model, outcome } = context.run(variant)
      return existing(saturationOf(model, [outcome], { asksBeyondLimits: true }).limits[0], 'limit').id
    },
  },
  /** The greatest load that the report tells of a part. */
  loadTold: {
    of: (context, { variant, of }) => {
      const { model, outcome } = context.run(variant)
      const { limits } = saturationOf(model, [outcome], { asksBeyondLimits: false })
      return Math.max(...limits.filter(({ id }) => id === of).map(({ load }) => load))
    },
  },
  /** Offered work over capacity of the most loaded node or direction of an edge. */
  greatestLoad: {
    of: (context, { variant }) => {
      const measured = context.run(variant)
      const { measuredMs } = measured.outcome
      return Math.max(
        ...servingNodes(measured).map(
          ({ completed, serviceMs, meanSlots }) => (completed * serviceMs) / measuredMs / meanSlots,
        ),
        ...edgesOf(measured).flatMap(({ requestLine, responseLine }) => [requestLine, responseLine]),
      )
    },
  },
  ...CONTROL_MEASUREMENTS,
  ...COUNT_MEASUREMENTS,
  ...SYSTEM_MEASUREMENTS,
}

function windowOf(measured: Measured, [from, to]: NonNullable<Measure['within']>): readonly [number, number] {
  const second = (end: typeof from) => (typeof end === 'number' ? end : lastFailureS(measured))
  return [second(from), second(to)]
}

/** When the last request failed before the first outage was over. */
function lastFailureS(measured: Measured): number {
  const { faults } = settingsOf(measured.diagram)
  const { fromS, forS } = existing(
    faults.find(({ kind }) => kind === 'outage'),
    'outage',
  )
  const { spanS, values } = courseOf(measured, 'failed')
  const last = values.findLastIndex((count, index) => count > 0 && (index + 1) * spanS <= fromS + forS)
  return Math.max((last + 1) * spanS, fromS)
}

const changesTo = (state: 'open' | 'closed', { measured, fromS, toS }: Within): number =>
  changesOf(measured, 'edge').filter(({ to, atMs }) => to === state && atMs >= 1000 * fromS && atMs <= 1000 * toS)
    .length

const STRETCH_S = 5

/** The end of the last stretch of a few seconds in which not even half of the requests were served. */
function healedAt({ measured, fromS }: Within): number {
  const completed = courseOf(measured, 'completed')
  const arrived = courseOf(measured, 'arrived')
  const endS = completed.values.length * completed.spanS
  for (let toS = endS; toS - STRETCH_S >= fromS; toS -= STRETCH_S) {
    const came = sumWithin(arrived, toS - STRETCH_S, toS)
    if (came > 0 && sumWithin(completed, toS - STRETCH_S, toS) < came / 2) return toS
  }
  return fromS
}
