import { compile } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { connectionName } from '../design/connection-name.ts'
import { labelOf } from '../design/part-names.ts'
import { niceStep, round } from '../plots/axis.ts'
import { type PlanFault, planOf } from '../runs/plan.ts'
import { formatNumber, formatShare } from '../words/numbers.ts'
import { describeLoad } from './describe-load.ts'
import { EVENT_FIELDS, kindInfo } from './event-kinds.ts'
import { drawnEndS } from './move-event.ts'
import { readTimeline, savedTimeline, type Timeline, type UnreadEntry } from './saved-timeline.ts'
import type { TimelineEvent } from './timeline-event.ts'

/** A timeline as it is drawn: shares are of the run, from 0 to 1. */
export interface TimelineView {
  /** Simulated seconds of a run. */
  readonly durationS: number
  /** Times that are drawn or dragged are multiples of it. */
  readonly stepS: number
  readonly ticks: readonly { readonly share: number; readonly text: string }[]
  readonly rows: readonly EventRow[]
  readonly unread: readonly UnreadEntry[]
  /** The load of all clients over the run; null: the design cannot be simulated. */
  readonly load: LoadCurve | null
}

export interface EventRow {
  readonly event: TimelineEvent
  /** What it is and what it is of. */
  readonly title: string
  /** `20 s to 30 s`. */
  readonly when: string
  readonly from: number
  readonly to: number
  /** Why the engine would refuse it. */
  readonly fault: string | null
}

export interface LoadCurve {
  readonly points: readonly { readonly share: number; readonly rps: number }[]
  readonly mostRps: number
  /** As the `d` of an SVG path in a box of `LOAD_BOX`. */
  readonly path: string
  /** `300 rps, at most 600 rps`. */
  readonly text: string
}

const TICKS = 6
const STEPS = 100
const SAMPLES = 240

/** How long a run of the design is that has the events of its timeline. */
export const runLengthS = (flow: Flow): number => planOf(flow, { engine: 'events' }).plan.settings.durationMs / 1000

export function timelineView(flow: Flow): TimelineView {
  const { events, unread } = readTimeline(flow.simulation)
  const durationS = runLengthS(flow)
  const tickS = niceStep(durationS / TICKS)
  const stepS = stepOf(durationS)
  const shareOf = (timeS: number) => Math.min(1, timeS / durationS)
  // Each is looked at by itself only where not all are fine.
  const isFine = timelineFault(events, flow) === null && events.every((event) => timesFault(event) === null)
  return {
    durationS,
    stepS,
    ticks: Array.from({ length: Math.floor(durationS / tickS + 1e-9) + 1 }, (_, index) => ({
      share: (index * tickS) / durationS,
      text: `${formatNumber(index * tickS)} s`,
    })),
    rows: events.map((event) => ({
      event,
      title: describeEvent(event, flow),
      when: describeTimes(event),
      from: shareOf(event.fromS),
      to: shareOf(drawnEndS(event, { durationS, stepS })),
      fault: isFine ? null : eventFault(event, flow),
    })),
    unread,
    load: loadCurve(flow, durationS),
  }
}

const stepOf = (durationS: number): number => niceStep(durationS / STEPS)

/** What it is and what it is of: `API slow × 10`. */
function describeEvent({ part, ...event }: TimelineEvent, flow: Flow): string {
  return TITLES[event.kind](event, part === null ? '' : nameOf(part, flow))
}

type Told = Omit<TimelineEvent, 'part'>

const TITLES: Readonly<Record<TimelineEvent['kind'], (event: Told, name: string) => string>> = {
  step: describeLoad,
  spike: describeLoad,
  ramp: describeLoad,
  day: describeLoad,
  outage: ({ instance }, name) => `Outage of ${name}${instance === null ? '' : `, instance ${instance}`}`,
  slow: ({ factor }, name) => `${name} slow × ${formatNumber(factor)}`,
  cold: (_, name) => `${name} emptied`,
  cut: (_, name) => `${name} cut`,
  lose: ({ sharePercent }, name) => `${name} loses ${formatShare(sharePercent / 100)} of its packets`,
  breakdowns: ({ upS, downS }, name) =>
    `Breakdowns of ${name}: ${formatNumber(upS)} s up, ${formatNumber(downS)} s down in the mean`,
}

function nameOf({ by, id }: NonNullable<TimelineEvent['part']>, flow: Flow): string {
  if (by === 'zone') return flow.groups?.find((one) => one.id === id)?.label || id
  return by === 'node' ? labelOf(flow, { of: 'node', id }) : connectionName(flow, id)
}

function describeTimes({ kind, fromS, toS }: Pick<TimelineEvent, 'kind' | 'fromS' | 'toS'>): string {
  if (kind === 'breakdowns') return 'the whole run'
  if (toS === null && kindInfo(kind).end === 'once') return `at ${formatNumber(fromS)} s`
  return toS === null ? `from ${formatNumber(fromS)} s on` : `${formatNumber(fromS)} s to ${formatNumber(toS)} s`
}

/** Why the engine would refuse the event in a run of this design; null: it takes it. */
export function eventFault(event: TimelineEvent, flow: Flow): string | null {
  const ofTimes = timesFault(event)
  if (ofTimes !== null) return ofTimes
  const fault = timelineFault([event], flow)
  if (fault === null) return null
  const name = fault.path.split('.').at(-1) as keyof typeof EVENT_FIELDS
  const field = Object.hasOwn(EVENT_FIELDS, name) ? `${EVENT_FIELDS[name].label} ` : ''
  return `${field}${fault.message}.`
}

function timesFault({ kind, fromS, toS }: TimelineEvent): string | null {
  const { end, label } = kindInfo(kind)
  if (end === 'needed' && toS === null) return `${label} needs an end.`
  return toS !== null && toS <= fromS ? 'Must end after it begins.' : null
}

/** What the engine refuses first of these events alone. */
function timelineFault(events: readonly TimelineEvent[], flow: Flow): PlanFault | null {
  // What was recorded says how long a run is.
  const { durationS, recorded } = flow.simulation ?? {}
  const simulation = defined({ durationS, recorded, ...savedTimeline({ events, unread: [] }) })
  const { plan, faults } = planOf({ ...flow, simulation }, { engine: 'events' })
  const compiled = first(faults) === null ? compile(flow, plan.settings, { mayIdle: true }) : null
  return first(faults) ?? (compiled?.ok === false ? first(compiled.faults) : null)
}

const first = (faults: readonly PlanFault[]): PlanFault | null =>
  faults.find(({ path }) => /^simulation\.(load|faults)\b/.test(path)) ?? null

const defined = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Requests a second that arrive, by the patterns of the clients and the changes of the load. */
function loadCurve(flow: Flow, durationS: number): LoadCurve | null {
  const { ok, plan } = planOf(flow, { engine: 'events' })
  const compiled = ok ? compile(flow, { ...plan.settings, faults: [] }) : null
  if (!compiled?.ok) return null
  const { sources } = compiled.model
  const points = Array.from({ length: SAMPLES }, (_, index) => {
    const share = (index + 0.5) / SAMPLES
    return { share, rps: sources.reduce((sum, { rate }) => sum + rate.at(share * durationS * 1000), 0) }
  })
  const all = points.map(({ rps }) => rps)
  const [least, mostRps] = [Math.min(...all), Math.max(...all)]
  const text =
    least === mostRps ? `${formatNumber(mostRps)} rps` : `${formatNumber(least)} to ${formatNumber(mostRps)} rps`
  return { points, mostRps, path: pathOf(points, mostRps), text }
}

/** The run from left to right, no load at the bottom. */
export const LOAD_BOX = { width: 1000, height: 100 } as const

function pathOf(points: LoadCurve['points'], mostRps: number): string {
  const halfway = 0.5 / SAMPLES
  const x = (share: number) => round(share * LOAD_BOX.width)
  const y = (rps: number) => round(LOAD_BOX.height * (1 - rps / (mostRps || 1)))
  return points
    .map(({ share, rps }, index) => `${index === 0 ? 'M' : 'L'}${x(share - halfway)} ${y(rps)}H${x(share + halfway)}`)
    .join('')
}

/** The changes of the settings that keep another timeline, as one step. */
export function timelineChange(timeline: Timeline, durationS?: number) {
  const members = { ...savedTimeline(timeline), ...(durationS !== undefined && { durationS }) }
  const changes = Object.entries(members).map(([name, value]) => ({ type: 'set-simulation', name, value }) as const)
  return { type: 'several', changes } as const
}

/** The load at a time, as the design has it without changes; 0: nothing makes requests. */
export function usualLoad(flow: Flow, timeS: number): number {
  const { plan } = planOf(flow, { engine: 'events' })
  const compiled = compile(flow, { ...plan.settings, faults: [], load: [] })
  if (!compiled.ok) return 0
  return compiled.model.sources.reduce((sum, { rate }) => sum + rate.at(timeS * 1000), 0)
}
