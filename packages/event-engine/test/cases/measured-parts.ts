import { REQUEST_TYPES } from '@plimsoll/simulation'
import { CannotBeRead, existing } from '../../../../tooling/reference-cases/reference-case.ts'
import type { StationModel } from '../../src/model.ts'
import type { LinkOutcome, NodeOutcome, RequestCounts } from '../../src/outcome.ts'
import type { Measured } from './bench.ts'
import { cycleOf } from './bench.ts'
import type { DiagramNode } from './diagram.ts'

/** A node of the diagram and what was measured of it. */
export interface MeasuredNode extends NodeOutcome {
  readonly id: string
  readonly type: string
  readonly index: number
  readonly stations: readonly StationModel[]
}

/** An edge of the diagram and what was measured of it. */
export interface MeasuredEdge extends LinkOutcome {
  readonly id: string
  readonly source: string
  readonly index: number
}

export const isClient = ({ type }: Pick<DiagramNode, 'type'>): boolean => type === 'Client'

/** All but the clients. */
export const nodesOf = ({ diagram, model, outcome }: Measured): readonly MeasuredNode[] =>
  diagram.nodes
    .filter((node) => !isClient(node))
    .map(({ id, type }) => {
      const index = model.nodes.findIndex((node) => node.id === id)
      const measured = existing(outcome.nodes[index], `measurement of ${id}`)
      return { ...measured, id, type, index, stations: model.stations.filter(({ node }) => node === index) }
    })

/** Of breakers, or of instances. */
export const changesOf = ({ outcome }: Measured, of: 'edge' | 'node') =>
  outcome.changes.list.filter((change) => change.of === of)

export const edgesOf = ({ model, outcome }: Measured): readonly MeasuredEdge[] =>
  model.links.map(({ id, source }, index) => ({
    ...existing(outcome.links[index], `measurement of ${id}`),
    id,
    source: model.nodes[source]?.id ?? '',
    index,
  }))

/** Edges that begin at a client. */
export const clientEdges = (measured: Measured): readonly MeasuredEdge[] => {
  const clients = measured.diagram.nodes.filter(isClient).map(({ id }) => id)
  return edgesOf(measured).filter(({ source }) => clients.includes(source))
}

/** Nodes that serve requests with a number of slots that is known. */
export const servingNodes = (measured: Measured): readonly MeasuredNode[] =>
  nodesOf(measured).filter(({ meanSlots }) => meanSlots > 0 && Number.isFinite(meanSlots))

/** The only node that a figure without a name can mean. */
export function only<T>(nodes: readonly T[]): T {
  const [first, second] = nodes
  if (first === undefined || second !== undefined) throw new CannotBeRead('it is not clear which node is meant')
  return first
}

const TYPES: Readonly<Record<string, string>> = {
  server: 'Server',
  db: 'Database',
  database: 'Database',
  cache: 'Cache',
  lb: 'LoadBalancer',
}

/** By its id, by the shortest id that begins so, or by a word for the only node of a type. */
export function nodeNamed(measured: Measured, name: string): MeasuredNode {
  const nodes = nodesOf(measured)
  const beginning = nodes.filter(({ id }) => id.startsWith(name))
  const shortest = Math.min(...beginning.map(({ id }) => id.length))
  const candidates = [
    nodes.filter(({ id }) => id === name),
    beginning.filter(({ id }) => id.length === shortest),
    nodes.filter(({ type }) => type === TYPES[name.toLowerCase()]),
  ]
  return existing(candidates.find(({ length }) => length === 1)?.[0], `node ${name}`)
}

/** The requests of a client by its id, or of a type; null where the name means neither. */
export function requestsNamed({ diagram, model, outcome }: Measured, name: string): RequestCounts | null {
  if (diagram.nodes.some((node) => node.id === name && !isClient(node))) return null
  const client = model.sources.findIndex(({ node }) => model.nodes[node]?.id === name)
  const type = REQUEST_TYPES.findIndex((one) => one.toLowerCase() === name.toLowerCase())
  return outcome.byClient[client] ?? outcome.byClass[type] ?? null
}

export const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** A figure by spans of the run, and their length in seconds. */
export interface Course {
  readonly spanS: number
  readonly values: readonly number[]
}

export const courseOf = (
  { outcome: { series } }: Measured,
  of: 'arrived' | 'completed' | 'failed' | 'attempts' | 'responseMsSum',
): Course => ({ spanS: series.spanMs / 1000, values: series[of] })

/** What a node had, by spans. */
export const courseAt = (
  { outcome: { series } }: Measured,
  node: number,
  of: 'inSystem' | 'instances' | 'busy',
): Course => ({ spanS: series.spanMs / 1000, values: existing(series[of][node], 'course of the node') })

/** Sum over the spans of a time. */
export const sumWithin = ({ spanS, values }: Course, fromS: number, toS: number): number =>
  sumOf(values.slice(Math.round(fromS / spanS), Math.round(toS / spanS)), (value) => value)

export const meanWithin = (course: Course, fromS: number, toS: number): number =>
  sumWithin(course, fromS, toS) / Math.max(1, Math.round(toS / course.spanS) - Math.round(fromS / course.spanS))

/** The value at a time, between the midpoints of the spans beside it. */
export function valueAt({ spanS, values }: Course, atS: number): number {
  const position = atS / spanS - 0.5
  const before = Math.min(Math.max(Math.floor(position), 0), values.length - 2)
  const [low = Number.NaN, high = low] = values.slice(before, before + 2)
  return low + (position - before) * (high - low)
}

/** When, from a time on, the course first is at or below a limit; Infinity: never. */
export function firstTimeBelow({ spanS, values }: Course, limit: number, fromS: number): number {
  const index = values.findIndex((value, at) => (at + 0.5) * spanS >= fromS && value <= limit)
  return index < 0 ? Number.POSITIVE_INFINITY : (index + 0.5) * spanS
}

/** The mean cycle of a load that repeats itself, after the warm-up: a value for each part, by a running mean over `smooth` parts. */
export function meanCycle(measured: Measured, { spanS, values }: Course, smooth: number): readonly number[] {
  const parts = Math.round(cycleOf(measured.diagram) / spanS)
  if (parts === 0) throw new CannotBeRead('the load does not repeat itself')
  const from = Math.round((values.length * spanS - measured.outcome.measuredMs / 1000) / spanS)
  const cycles = Math.floor((values.length - from) / parts)
  const meanOf = (count: number, of: (index: number) => number) =>
    sumOf(
      Array.from({ length: count }, (_, index) => of(index)),
      (value) => value,
    ) / count
  const means = Array.from({ length: parts }, (_, part) =>
    meanOf(cycles, (cycle) => values[from + cycle * parts + part] ?? Number.NaN),
  )
  const reach = (smooth - 1) / 2
  return means.map((_, part) => meanOf(smooth, (index) => means[(part + index - reach + parts) % parts] ?? Number.NaN))
}
