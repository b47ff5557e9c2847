import { EDGE_KINDS, isEdgeType, isNodeType, NODE_KINDS } from '@plimsoll/catalog'
import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import { knownData } from '../../../src/compile/known-data.ts'
import type { Model } from '../../../src/model.ts'
import type { RunOutcome } from '../../../src/outcome.ts'
import type { EventSettings } from '../../../src/settings.ts'
import { number, readSettings } from './read-settings.ts'

type Told = Readonly<Record<string, unknown>>

/** A diagram of which only some properties are told. */
export interface Drawing {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly DrawnEdge[]
}

export interface DrawnNode {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface DrawnEdge extends DrawnNode {
  readonly source: string
  readonly target: string
}

export interface RunOptions {
  readonly seed: number
  readonly durationMs: number
  readonly warmUpMs: number
  readonly spanMs?: number
  readonly trace?: ReadonlySet<number>
  /** Whether the time by requests in a node is kept. */
  readonly countsOccupancy?: boolean
}

/** What is measured: the way from a drawing to figures. */
export interface EventEngine {
  compile(
    flow: Drawing,
    settings: EventSettings,
  ):
    | { readonly ok: true; readonly model: Model }
    | { readonly ok: false; readonly faults: readonly { readonly path: string; readonly message: string }[] }
  runModel(model: Model, options: RunOptions): RunOutcome
}

/** What a case has the engine run. */
export interface Scenario {
  readonly flow: Drawing
  /** The settings of its run as the case tells them, and as they are read. */
  readonly told: Told
  readonly settings: EventSettings
  /** What happens during the run, for the figures and sentences that speak of it. */
  readonly happens: Happenings
  /** Seconds, warm-up included; null: as many as the requests take. */
  readonly durationS: number | null
  /** Of a run whose duration is told. */
  readonly warmUpS: number
  /** Completed requests that a run takes at least; null: as many as the case says. */
  readonly requests: number | null
  /** What the flow cannot say. */
  readonly adjust: (model: Model) => Model
}

export interface Happenings {
  readonly spike?: { readonly rps: number; readonly fromS: number; readonly toS: number }
  readonly window?: readonly [number, number]
  /** Seconds after which the load repeats itself. */
  readonly cycleS?: number
  /** The end of the first of several phases of load. */
  readonly firstPhaseS?: number
  /** A percentile of the response time that the greatest load must keep. */
  readonly objective?: { readonly share: number; readonly mostMs: number }
  /** Responses that took longer met a slow service. */
  readonly slowMs?: number
}

/** Scenarios by the names of a case's variants; the only one of a case without variants is `''`. */
export type Scenarios = ReadonlyMap<string, Scenario>

const CLIENT = 'Client'

export const isClient = ({ type }: DrawnNode): boolean => type === CLIENT

/** Changes the properties of nodes, and of edges, for which `data` gives some. */
export const withData = (
  scenario: Scenario,
  data: (part: DrawnNode | DrawnEdge) => Readonly<Record<string, unknown>> | null,
): Scenario => {
  const changed = <P extends DrawnNode>(part: P): P => {
    const more = data(part)
    return more === null ? part : { ...part, data: { ...part.data, ...more } }
  }
  const { nodes, edges } = scenario.flow
  return { ...scenario, flow: { nodes: nodes.map(changed), edges: edges.map(changed) } }
}

/**
 * Gives a property another value wherever the drawing tells it, or else wherever a kind has it; throws `Unmapped` where nothing does.
 */
export function withProperty(scenario: Scenario, name: string, value: unknown, from?: unknown): Scenario {
  const parts = [...scenario.flow.nodes, ...scenario.flow.edges]
  const telling = parts.filter(({ data }) => Object.hasOwn(data, name) && (from === undefined || data[name] === from))
  const having =
    telling.length > 0 || from !== undefined ? telling : parts.filter(({ type }) => hasProperty(type, name))
  if (having.length === 0)
    throw new Unmapped(`Nothing in the diagram has ${name}${from === undefined ? '' : ` ${from}`}.`)
  for (const { id, type } of having) {
    const isKept = !hasProperty(type, name) || Object.hasOwn(knownData(propertiesOf(type), { [name]: value }), name)
    if (!isKept) throw new Unmapped(`${id} cannot have ${name}: ${JSON.stringify(value)}.`)
  }
  return withData(scenario, ({ id }) => (having.some((part) => part.id === id) ? { [name]: value } : null))
}

const propertiesOf = (type: string) =>
  isNodeType(type) ? NODE_KINDS[type].properties : isEdgeType(type) ? EDGE_KINDS[type].properties : {}

const hasProperty = (type: string, name: string): boolean => Object.hasOwn(propertiesOf(type), name)

/** A flow that is run by the settings of a case. */
export function scenarioOfFlow(
  flow: Drawing,
  { told = {}, happens = {} }: { readonly told?: Told; readonly happens?: Happenings } = {},
): Scenario {
  const plain = { flow, told: {}, settings: readSettings({}), happens, durationS: null, warmUpS: 0, requests: null }
  return withTold({ ...plain, adjust: (model) => model }, told)
}

/** With further settings, in the words of a case. */
export function withTold(scenario: Scenario, more: Told): Scenario {
  const told = { ...scenario.told, ...more }
  return {
    ...scenario,
    told,
    settings: readSettings(told),
    durationS: more.durationS === undefined ? scenario.durationS : number(more.durationS),
    warmUpS: more.warmUpS === undefined ? scenario.warmUpS : number(more.warmUpS),
  }
}

/** The first planned time without a node; null: there is none. */
export function plannedOutage({ settings }: Scenario): { node: string; fromS: number; forS: number } | null {
  const outage = settings.faults.find(({ kind }) => kind === 'outage')
  return outage ? { node: outage.of, fromS: outage.fromS, forS: outage.forS } : null
}

/** The same with so many requests a second, whoever sends them. */
export const withRate = (scenario: Scenario, rps: number): Scenario =>
  withData(scenario, (part) => (isClient(part) ? { concurrentUsers: rps, thinkTimeBetweenRequests: 1000 } : null))

/** The same with so many users. */
export const withUsers = (scenario: Scenario, count: number): Scenario =>
  withData(scenario, (part) => (isClient(part) ? { concurrentUsers: count } : null))

/** Requests a second that the clients of an open load send on average. */
export const offeredRate = ({ flow }: Scenario): number =>
  flow.nodes
    .filter(isClient)
    .reduce((sum, { data }) => sum + (Number(data.concurrentUsers) * 1000) / Number(data.thinkTimeBetweenRequests), 0)

export const only = (scenarios: Scenarios): Scenario => {
  const [first, second] = scenarios.values()
  if (first === undefined || second !== undefined) throw new Unmapped('It takes one diagram, without variants.')
  return first
}
