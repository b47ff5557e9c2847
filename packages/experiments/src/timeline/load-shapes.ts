import { type TimelineEvent, timelineEvent } from './timeline-event.ts'

/** A load that lasts for a time, as the engine reads it. */
export interface LoadStep {
  readonly fromS: number
  /** Null: to the end. */
  readonly toS: number | null
  readonly rps: number
}

const RAMP_STEPS = 10
const DAY_STEPS = 24

type Shape = Pick<TimelineEvent, 'kind' | 'fromS' | 'toS' | 'rps' | 'toRps'>

/** The steps that make up a change of the load. A step of a ramp or a day has the load of its middle. */
export function stepsOfLoad({ kind, fromS, toS, rps, toRps }: Shape): readonly LoadStep[] {
  if (kind === 'step') return [{ fromS, toS: null, rps }]
  if (toS === null || (kind !== 'ramp' && kind !== 'day')) return [{ fromS, toS, rps }]
  const count = kind === 'ramp' ? RAMP_STEPS : DAY_STEPS
  const shareAt = kind === 'ramp' ? rampShare : dayShare
  const timeOf = (index: number) => tidy(fromS + ((toS - fromS) * index) / count)
  return Array.from({ length: count }, (_, index) => ({
    fromS: timeOf(index),
    toS: timeOf(index + 1),
    rps: tidy(rps + (toRps - rps) * shareAt((index + 0.5) / count)),
  }))
}

const rampShare = (share: number): number => share
const dayShare = (share: number): number => (1 - Math.cos(2 * Math.PI * share)) / 2

/** The changes of the load that these steps, in the order in which they are saved, stand for: a ramp and a day are recognised by their steps. */
export function loadOfSteps(steps: readonly LoadStep[]): readonly TimelineEvent[] {
  const events: TimelineEvent[] = []
  for (let at = 0; at < steps.length; ) {
    const run = steps.slice(at, at + lengthOfRun(steps.slice(at)))
    const event = dayOf(run.slice(0, DAY_STEPS)) ?? rampOf(run)
    const first = steps[at] as LoadStep
    events.push(event?.event ?? single(first))
    at += event?.length ?? 1
  }
  return events
}

const single = ({ fromS, toS, rps }: LoadStep): TimelineEvent =>
  timelineEvent(toS === null ? 'step' : 'spike', { fromS, toS, rps, toRps: rps })

/** How many steps of one length follow one another without a gap. */
function lengthOfRun(steps: readonly LoadStep[]): number {
  const [first] = steps
  const lengthS = first === undefined || first.toS === null ? null : first.toS - first.fromS
  if (lengthS === null) return 1
  const end = steps.findIndex(
    ({ fromS, toS }, index) =>
      toS === null ||
      !isNear(toS - fromS, lengthS) ||
      (index > 0 && !isNear(fromS, steps[index - 1]?.toS ?? Number.NaN)),
  )
  return end < 0 ? steps.length : end
}

function rampOf(run: readonly LoadStep[]) {
  const [first, second] = run
  if (first === undefined || second === undefined || first.rps === second.rps) return null
  const change = second.rps - first.rps
  const end = run.findIndex(({ rps }, index) => !isNear(rps, first.rps + index * change))
  const steps = end < 0 ? run : run.slice(0, end)
  const last = steps.at(-1) as LoadStep
  if (steps.length !== RAMP_STEPS) return null
  const half = (last.rps - first.rps) / (steps.length - 1) / 2
  const rps = levelOf(first.rps - half)
  const toRps = levelOf(last.rps + half)
  return { length: steps.length, event: timelineEvent('ramp', { fromS: first.fromS, toS: last.toS, rps, toRps }) }
}

function dayOf(run: readonly LoadStep[]) {
  const [first, last, middle] = [run[0], run.at(-1), run[DAY_STEPS / 2]]
  if (run.length !== DAY_STEPS || !first || !last || !middle || first.rps === middle.rps) return null
  const low = dayShare(0.5 / DAY_STEPS)
  const range = (middle.rps - first.rps) / (dayShare((DAY_STEPS / 2 + 0.5) / DAY_STEPS) - low)
  const least = first.rps - low * range
  const levels = { rps: levelOf(least), toRps: levelOf(least + range) }
  const event = timelineEvent('day', { fromS: first.fromS, toS: last.toS, ...levels })
  const isDay = stepsOfLoad(event).every((step, index) => isNear(step.rps, run[index]?.rps ?? Number.NaN))
  return isDay ? { length: DAY_STEPS, event } : null
}

const TIDY = 1e5
/** Without the last digits, which sums of fractions leave. */
export const tidy = (value: number): number => Math.round(value * TIDY) / TIDY
/** A load that follows from steps whose last digits are left out. */
const levelOf = (rps: number): number => Math.round((rps * TIDY) / 10) / (TIDY / 10)
const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 10 / TIDY + 1e-9 * Math.max(Math.abs(one), Math.abs(other))
