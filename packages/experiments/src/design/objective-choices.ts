import { makesRequests } from '@plimsoll/catalog'
import { compile, isAboutRequests, OBJECTIVE_METRICS, type ObjectiveMetric } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { REQUEST_TYPES } from '@plimsoll/simulation'
import { planOf } from '../runs/plan.ts'
import { connectionName } from './connection-name.ts'
import { labelOf, nameIn } from './part-names.ts'

/** What an objective can be about. */
export interface ObjectiveScope {
  /** As it stands behind the `@`; empty: the whole design. */
  readonly at: string
  readonly name: string
  readonly group: 'Clients' | 'Request types' | 'Components' | 'Connections with messages' | null
  readonly metrics: readonly ObjectiveChoice[]
}

export interface ObjectiveChoice {
  readonly metric: ObjectiveMetric
  readonly name: string
  readonly unit: string
  readonly comparison: '<' | '>'
  /** The usual one, in the unit. */
  readonly limit: number
}

/** Limits to begin with. */
const USUAL = {
  mean: 50,
  p50: 50,
  p95: 100,
  p99: 250,
  p999: 1000,
  throughput: 1000,
  errorRate: 0.1,
  'delay.mean': 1000,
  'delay.p50': 1000,
  'delay.p95': 2000,
  'delay.p99': 5000,
  'delay.p999': 10_000,
  lag: 1000,
  messageLoss: 1,
} as const satisfies Readonly<Record<ObjectiveMetric, number>>

const CHOICES = (Object.keys(OBJECTIVE_METRICS) as ObjectiveMetric[]).map((metric): ObjectiveChoice => {
  const { name, unit } = OBJECTIVE_METRICS[metric]
  return { metric, name, unit, comparison: metric === 'throughput' ? '>' : '<', limit: USUAL[metric] }
})
const OF_REQUESTS = CHOICES.filter(({ metric }) => isAboutRequests(metric))
const OF_MESSAGES = CHOICES.filter(({ metric }) => !isAboutRequests(metric))

/** All that an objective of this design can be about, each with its figures: about messages only where some are sent. */
export function objectiveScopes(flow: Flow): readonly ObjectiveScope[] {
  const sending = messageEdges(flow)
  return [
    { at: '', name: 'The whole design', group: null, metrics: sending.length > 0 ? CHOICES : OF_REQUESTS },
    ...flow.nodes
      .filter(({ type }) => makesRequests(type))
      .map(({ id }) => ({ ...nodeScope(flow, id, 'client:'), group: 'Clients' as const })),
    ...REQUEST_TYPES.map((type) => ({
      at: `type:${type}`,
      name: type,
      group: 'Request types' as const,
      metrics: OF_REQUESTS,
    })),
    ...flow.nodes
      .filter(({ type }) => !makesRequests(type))
      .map(({ id }) => ({ ...nodeScope(flow, id), group: 'Components' as const })),
    ...sending.map((id) => ({
      at: nameFor(flow, { of: 'edge', id }),
      name: connectionName(flow, id),
      group: 'Connections with messages' as const,
      metrics: OF_MESSAGES,
    })),
  ]
}

/** The text of an objective, such as `p99@API < 250 ms`. */
export const objectiveText = ({ at }: ObjectiveScope, { metric, comparison, unit }: ObjectiveChoice, limit: number) =>
  `${metric}${at === '' ? '' : `@${at}`} ${comparison} ${limit} ${unit}`

const nodeScope = (flow: Flow, id: string, by = '') => ({
  at: `${by}${nameFor(flow, { of: 'node', id })}`,
  name: labelOf(flow, { of: 'node', id }),
  metrics: OF_REQUESTS,
})

/** They divide an objective into its parts. */
const RESERVED = /[<>=@:]/

const nameFor = (flow: Flow, part: { readonly of: 'node' | 'edge'; readonly id: string }): string =>
  nameIn(flow, { id: part.id, label: labelOf(flow, part), reserved: RESERVED })

function messageEdges(flow: Flow): readonly string[] {
  const { ok, plan } = planOf(flow, { engine: 'events' })
  const compiled = ok ? compile(flow, plan.settings, { mayIdle: true }) : null
  if (!compiled?.ok) return []
  const ids = new Set(flow.edges.map(({ id }) => id))
  return compiled.model.links.flatMap(({ id, message }) => (message !== null && ids.has(id) ? [id] : []))
}
