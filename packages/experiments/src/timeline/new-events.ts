import { makesRequests } from '@plimsoll/catalog'
import { type Flow, type FlowNode, groupsOf } from '@plimsoll/flow'
import { connectionName } from '../design/connection-name.ts'
import { labelOf } from '../design/part-names.ts'
import { type EventKind, kindInfo, type StruckBy } from './event-kinds.ts'
import { tidy } from './load-shapes.ts'
import { type TimelineEvent, timelineEvent } from './timeline-event.ts'
import { runLengthS, usualLoad } from './timeline-view.ts'

export interface StruckPart {
  readonly by: StruckBy
  readonly id: string
  readonly name: string
}

/** Ids of what is selected. */
export interface Selected {
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
  readonly groups: readonly string[]
}

/** What a fault of this kind can be of: components, connections, then groups. */
export function partsFor(kind: EventKind, flow: Flow): readonly StruckPart[] {
  const strikes = new Set(kindInfo(kind).strikes)
  const nodes = flow.nodes.filter(({ type }) => (kind === 'cold' ? type === 'Cache' : !makesRequests(type)))
  return [
    ...(strikes.has('node') ? nodes : []).map(({ id }) => ({
      by: 'node' as const,
      id,
      name: labelOf(flow, { of: 'node', id }),
    })),
    ...(strikes.has('edge') ? flow.edges : []).map(({ id }) => ({
      by: 'edge' as const,
      id,
      name: connectionName(flow, id),
    })),
    ...(strikes.has('zone') && (kind !== 'cold' || nodes.length > 0) ? groupsOf(flow) : []).map(({ id, label }) => ({
      by: 'zone' as const,
      id,
      name: label || id,
    })),
  ]
}

/** Where events go that nobody has drawn: a third of the run, then a sixth. */
const USUAL = { from: 1 / 3, to: 1 / 2 } as const
const MORE_LOAD = 2

/** An event of a kind, of what is selected where that fits; a text says why there is none. */
export function newEvent(
  kind: EventKind,
  flow: Flow,
  { selected, times }: { selected?: Selected; times?: { readonly fromS: number; readonly toS: number } } = {},
): TimelineEvent | string {
  const { end, strikes } = kindInfo(kind)
  const durationS = runLengthS(flow)
  const { fromS, toS } = times ?? usualTimes(durationS)
  const set = { fromS, toS: end === 'none' || (end === 'once' && times === undefined) ? null : toS }
  if (strikes.length === 0) {
    const usual = usualLoad(flow, fromS)
    if (usual === 0) return 'Nothing makes requests yet: add a client and connect it.'
    const more = tidy(MORE_LOAD * usual)
    const shaped = kind === 'ramp' || kind === 'day'
    return timelineEvent(kind, { ...set, rps: shaped ? tidy(usual) : more, toRps: more })
  }
  const part = selectedPart(partsFor(kind, flow), flow, selected)
  if (part === undefined) return MISSING[kind] ?? 'There is nothing that this could be of.'
  return timelineEvent(kind, { ...(kind === 'breakdowns' ? { fromS: 0, toS: null } : set), part: pick(part) })
}

const MISSING: Partial<Record<EventKind, string>> = {
  cold: 'There is no cache in the design.',
  cut: 'There is no connection in the design.',
  lose: 'There is no connection in the design.',
}

const pick = ({ by, id }: StruckPart) => ({ by, id })

const usualTimes = (durationS: number) => ({ fromS: roundS(durationS * USUAL.from), toS: roundS(durationS * USUAL.to) })

/** In whole seconds where there are enough of them. */
const roundS = (timeS: number): number => (timeS >= 5 ? Math.round(timeS) : tidy(timeS))

/** What is selected, else the first server, else the first part. */
function selectedPart(parts: readonly StruckPart[], flow: Flow, selected?: Selected): StruckPart | undefined {
  const ids = { node: selected?.nodes, edge: selected?.edges, zone: selected?.groups }
  const servers = new Set(flow.nodes.flatMap(({ type, id }) => (type === 'Server' ? [id] : [])))
  return (
    parts.find(({ by, id }) => ids[by]?.includes(id)) ??
    parts.find(({ by, id }) => by === 'node' && servers.has(id)) ??
    parts[0]
  )
}

/** Events for a usual question, and how long a run must be for them where it is shorter. */
export interface Preset {
  readonly name: string
  /** A text says why there are none. */
  events(flow: Flow, selected: Selected): PresetEvents | string
}

interface PresetEvents {
  readonly events: readonly TimelineEvent[]
  /** Absent: the run is long enough. */
  readonly durationS?: number
}

const MINUTE_S = 60
const RESTART_S = 10
const MOST_RESTARTS = 20
const SLOWER = 10

export const PRESETS: readonly Preset[] = [
  {
    name: 'An instance dies',
    events: (flow, selected) => {
      const server = serverOf(flow, selected, 2) ?? serverOf(flow, selected, 1)
      if (server === undefined) return 'There is no server in the design.'
      const part = { by: 'node', id: server.id } as const
      const instance = instancesOf(server) > 1 ? 1 : null
      return { events: [timelineEvent('outage', { part, instance, ...usualTimes(runLengthS(flow)) })] }
    },
  },
  {
    name: 'A zone goes',
    events: (flow, selected) => {
      const zone = selectedPart(
        partsFor('outage', flow).filter(({ by }) => by === 'zone'),
        flow,
        selected,
      )
      if (zone === undefined) return 'There is no group in the design: draw one around the components of a zone.'
      return { events: [timelineEvent('outage', { part: pick(zone), ...usualTimes(runLengthS(flow)) })] }
    },
  },
  {
    name: 'Latency × 10',
    events: (flow, selected) => {
      const part = selectedPart(
        partsFor('slow', flow).filter(({ by }) => by === 'node'),
        flow,
        selected,
      )
      if (part === undefined) return 'There is no component in the design that could be slow.'
      return {
        events: [timelineEvent('slow', { part: pick(part), factor: SLOWER, ...usualTimes(runLengthS(flow)) })],
      }
    },
  },
  {
    name: 'The cache is emptied',
    events: (flow, selected) => {
      const event = newEvent('cold', flow, { selected })
      if (typeof event === 'string') return event
      return { events: [event] }
    },
  },
  {
    name: 'Traffic doubles in a minute',
    events: (flow) => {
      const durationS = Math.max(runLengthS(flow), 3 * MINUTE_S)
      const { fromS } = usualTimes(durationS)
      const usual = usualLoad(flow, fromS)
      if (usual === 0) return 'Nothing makes requests yet: add a client and connect it.'
      const loads = { rps: tidy(usual), toRps: tidy(2 * usual) }
      return longEnough(flow, durationS, [
        timelineEvent('ramp', { fromS, toS: fromS + MINUTE_S, ...loads }),
        timelineEvent('step', { fromS: fromS + MINUTE_S, rps: loads.toRps, toRps: loads.toRps }),
      ])
    },
  },
  {
    name: 'A deploy restarts one after the other',
    events: (flow, selected) => {
      const server = serverOf(flow, selected, 2) ?? serverOf(flow, selected, 1)
      if (server === undefined) return 'There is no server in the design.'
      const count = Math.min(MOST_RESTARTS, instancesOf(server))
      const durationS = Math.max(runLengthS(flow), 3 * count * RESTART_S)
      const { fromS } = usualTimes(durationS)
      const part = { by: 'node', id: server.id } as const
      return longEnough(
        flow,
        durationS,
        Array.from({ length: count }, (_, index) =>
          timelineEvent('outage', {
            part,
            instance: count > 1 ? index + 1 : null,
            fromS: fromS + index * RESTART_S,
            toS: fromS + (index + 1) * RESTART_S,
          }),
        ),
      )
    },
  },
]

const longEnough = (flow: Flow, durationS: number, events: readonly TimelineEvent[]): PresetEvents => ({
  events,
  ...(durationS > runLengthS(flow) && { durationS }),
})

const instancesOf = ({ data }: FlowNode): number => Number(Reflect.get(data, 'instances')) || 1

/** A server with at least so many instances: the selected one, or else the first. */
function serverOf(flow: Flow, { nodes }: Selected, least: number): FlowNode | undefined {
  const fit = flow.nodes.filter((node) => node.type === 'Server' && instancesOf(node) >= least)
  return fit.find(({ id }) => nodes.includes(id)) ?? fit[0]
}
