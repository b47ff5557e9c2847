import { existing } from '../../../../tooling/reference-cases/reference-case.ts'
import { EVENT_FAILURES } from '../../src/failure-reasons.ts'
import type { Measured } from './bench.ts'
import { scaledNode } from './figures.ts'
import { changesOf, courseAt, courseOf, meanWithin } from './measured-parts.ts'
import type { Context, Measurement } from './measurement.ts'

/** Breakers, ejection, autoscalers and retries, by the calls that reach their targets and the instances over time. */
export const CONTROL_MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  callsUntilOpen: breakerCalls(({ openS }) => [0, openS]),
  /** Calls that reach the target in the first `seconds` of an open breaker. */
  callsWhileOpen: breakerCalls(({ openS }, { seconds }) => [openS, openS + Number(seconds)]),
  probes: breakerCalls(({ openS, openAgainS }) => [openS, openAgainS]),
  callsUntilEjected: ejected((all) => all[0]?.callsBefore ?? Number.NaN),
  ejectedAtOnce: ejected((all) =>
    Math.max(...all.map(({ fromS }) => all.filter((one) => one.fromS <= fromS && fromS < one.toS - one.turnS).length)),
  ),
  /** How much longer each ejection lasts than `seconds` times the number of ejections so far. */
  ejectionExcessS: ejected((all, { seconds }) =>
    all.filter(({ isOver }) => isOver).map(({ fromS, toS, times }) => toS - fromS - times * Number(seconds)),
  ),
  mostEjections: ejected((all) => Math.max(...all.filter(({ isOver }) => isOver).map(({ times }) => times))),
  /** Least time from a recommendation of more instances to fewer instances, s. */
  leastScaleInGapS: scaled(({ changes, readyS }) => {
    const ups = changes.filter(({ by }) => by > 0).map(({ atS }) => atS - readyS)
    const gaps = changes
      .filter(({ by }) => by < 0)
      .flatMap(({ atS }) => ups.filter((up) => up < atS).map((up) => atS - up))
    return least(gaps)
  }),
  /** Of the metric to its target when the number of instances changed: the least distance from 1. */
  nearestRatio: scaled(({ changes, readyS, syncS, busy, instances, slotsEach, target }) =>
    least(
      changes.map(({ atS, by }) => {
        const decidedS = by > 0 ? atS - readyS : atS
        const used = meanWithin(busy, decidedS - syncS, decidedS)
        const there = meanWithin(instances, decidedS - syncS, decidedS) * slotsEach
        return Math.abs(used / there / target - 1)
      }),
    ),
  ),
  instancesBeyondBounds: scaled(({ instances: { values }, min, max }) =>
    Math.max(min - Math.min(...values), Math.max(...values) - max),
  ),
  /** Instances beyond twice as many, or `more` more, within `seconds`. */
  instancesBeyondStep: scaled(({ instances: { spanS, values } }, { more, seconds }) => {
    const reach = Math.round(Number(seconds) / spanS)
    const excess = values.map((count, index) => {
      const before = values[Math.max(0, index - reach + 1)] ?? count
      return count - Math.max(2 * before, before + Number(more))
    })
    return Math.max(...excess)
  }),
  /** Most retries in one span of the run. */
  mostRetriesAtOnce: {
    of: ({ bench, diagram, seed }, { variant, by }) => {
      const { settings } = diagram(variant)
      const spanMs = Number(by?.spanMs)
      const measured = bench.runFor(diagram(variant), Number(settings?.durationS), seed, { spanMs })
      const arrived = courseOf(measured, 'arrived').values
      return Math.max(...courseOf(measured, 'attempts').values.map((all, index) => all - (arrived[index] ?? 0)))
    },
  },
}

type By = Readonly<Record<string, number | string>>

const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)

/** Times at which calls reached each node, s. */
function callsByNode({ outcome }: Measured): ReadonlyMap<number, readonly number[]> {
  const calls = new Map<number, number[]>()
  for (const { startMs, spans } of outcome.traces) {
    for (const { node, link, arrivedMs, outcome } of spans) {
      // The trace of a call that the breaker stops names the node that it was for.
      if (link < 0 || outcome === EVENT_FAILURES.breakerOpen) continue
      const times = calls.get(node) ?? []
      times.push((startMs + arrivedMs) / 1000)
      calls.set(node, times)
    }
  }
  return new Map([...calls].map(([node, times]) => [node, times.sort((one, other) => one - other)]))
}

/** Calls that reach the only target between two times at which the only breaker changes. */
function breakerCalls(
  between: (times: { openS: number; openAgainS: number }, by: By) => readonly [number, number],
): Measurement {
  return {
    chance: 'no chance',
    of: (context, { by = {} }) => {
      const measured = context.runTraced()
      const opened = changesOf(measured, 'edge').filter(({ to }) => to === 'open')
      const [openS, openAgainS] = [opened[0], opened[1]].map((change) => (change?.atMs ?? Number.NaN) / 1000)
      const [fromS, toS] = between({ openS: openS as number, openAgainS: openAgainS as number }, by)
      const [calls = []] = callsByNode(measured).values()
      if (Number.isNaN(fromS + toS)) return Number.NaN
      return calls.filter((second) => second > fromS && second <= toS).length
    },
  }
}

interface Ejection {
  readonly fromS: number
  readonly toS: number
  /** How often this target was out, this time included. */
  readonly times: number
  readonly callsBefore: number
  readonly isOver: boolean
  /** A target that is back is called so much later at most. */
  readonly turnS: number
}

/** A target that is not called for longer than some turns is out. */
const TURNS = 8

function ejected(of: (ejections: readonly Ejection[], by: By) => number | readonly number[]): Measurement {
  return { chance: 'no chance', of: (context, { by = {} }) => of(ejectionsOf(context), by) }
}

/** Times without a call of a target that fails, in order. */
function ejectionsOf(context: Context): readonly Ejection[] {
  const measured = context.runTraced()
  const { stations, sources } = measured.model
  const failing = stations.filter(({ failureProbability }) => failureProbability === 1).map(({ node }) => node)
  const targets = stations.filter(({ slots }) => Number.isFinite(slots)).length
  const turnS = targets / sources.reduce((sum, { rate }) => sum + rate.at(0), 0)
  const endS = Number(context.diagram().settings?.durationS)
  const calls = callsByNode(measured)
  return failing
    .flatMap((node) =>
      (calls.get(node) ?? [])
        .map((fromS, index, times) => ({
          fromS,
          toS: times[index + 1] ?? endS,
          callsBefore: index + 1,
          isOver: times[index + 1] !== undefined,
          turnS,
        }))
        .filter(({ fromS, toS }) => toS - fromS > TURNS * turnS)
        .map((gap, index) => ({ ...gap, times: index + 1 })),
    )
    .sort((one, other) => one.fromS - other.fromS)
}

function scaled(of: (scaled: ReturnType<typeof scalingOf>, by: By) => number): Measurement {
  return { of: (context, { by = {} }) => of(scalingOf(context.run()), by) }
}

function scalingOf(measured: Measured) {
  const { index, stations } = scaledNode(measured)
  const station = existing(
    stations.find(({ scaling }) => scaling !== null),
    'autoscaler',
  )
  const { readyMs, syncMs, target, min, max } = existing(station.scaling, 'autoscaler')
  const instances = courseAt(measured, index, 'instances')
  const changes = instances.values.flatMap((count, span) => {
    const before = instances.values[span - 1] ?? count
    const previous = instances.values[span - 2] ?? before
    // A change within a span shows in two of them.
    const isGoing = (before - previous) * (count - before) > 0
    return count === before || isGoing ? [] : [{ atS: span * instances.spanS, by: count - before }]
  })
  const times = { readyS: readyMs / 1000, syncS: syncMs / 1000 }
  return {
    ...times,
    target,
    min,
    max,
    instances,
    changes,
    slotsEach: station.slots,
    busy: courseAt(measured, index, 'busy'),
  }
}
