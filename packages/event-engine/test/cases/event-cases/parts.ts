import { REQUEST_TYPES } from '@plimsoll/simulation'
import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import type { StationModel } from '../../../src/model.ts'
import type { LinkOutcome, NodeOutcome, RequestCounts } from '../../../src/outcome.ts'
import type { Measured } from './bench.ts'
import { type DrawnEdge, type DrawnNode, isClient } from './scenario.ts'

/** A node of the drawing and what was measured of it. */
export interface Place {
  readonly node: DrawnNode
  readonly index: number
  readonly outcome: NodeOutcome
  readonly stations: readonly StationModel[]
}

/** An edge of the drawing and what was measured of it. */
export interface Way {
  readonly edge: DrawnEdge
  readonly index: number
  readonly outcome: LinkOutcome
}

/** All but the clients, in the order of the drawing. */
export function places({ scenario, model, outcome }: Measured): readonly Place[] {
  return scenario.flow.nodes
    .filter((node) => !isClient(node))
    .map((node) => {
      const index = model.nodes.findIndex(({ id }) => id === node.id)
      const measured = outcome.nodes[index]
      if (measured === undefined) throw new Error(`${node.id} was not measured.`)
      return { node, index, outcome: measured, stations: model.stations.filter((one) => one.node === index) }
    })
}

export function ways({ scenario, model, outcome }: Measured): readonly Way[] {
  return model.links.map(({ id }, index) => {
    const edge = scenario.flow.edges.find((one) => one.id === id)
    const measured = outcome.links[index]
    if (edge === undefined || measured === undefined)
      throw new Error(`The link ${id} is not drawn, or was not measured.`)
    return { edge, index, outcome: measured }
  })
}

/** Places that work on requests, with a number of slots that is known. */
export const workplaces = (measured: Measured): readonly Place[] =>
  places(measured).filter(({ outcome }) => outcome.meanSlots > 0 && Number.isFinite(outcome.meanSlots))

/** Words that a metric may use for a type of node. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  server: 'Server',
  db: 'Database',
  database: 'Database',
  cache: 'Cache',
  lb: 'LoadBalancer',
}

/**
 * The place that a metric means: by its id, by the shortest id that begins so, or by a word for the only node of a type. Null: there
 * is none, or more than one.
 */
export function placeNamed(measured: Measured, name: string): Place | null {
  const all = places(measured)
  const candidates = [
    all.filter(({ node }) => node.id === name),
    shortest(all.filter(({ node }) => node.id.startsWith(name))),
    all.filter(({ node }) => node.type === TYPE_WORDS[name.toLowerCase()]),
  ]
  return candidates.find(({ length }) => length === 1)?.[0] ?? null
}

/** The requests of a client by its id, or of a type; null where the name means neither. */
export function requestsNamed({ scenario, model, outcome }: Measured, name: string): RequestCounts | null {
  if (scenario.flow.nodes.some((node) => node.id === name && !isClient(node))) return null
  const client = model.sources.findIndex(({ node }) => model.nodes[node]?.id === name)
  const type = REQUEST_TYPES.findIndex((one) => one.toLowerCase() === name.toLowerCase())
  return outcome.byClient[client] ?? outcome.byClass[type] ?? null
}

const shortest = (found: readonly Place[]): readonly Place[] => {
  const length = Math.min(...found.map(({ node }) => node.id.length))
  return found.filter(({ node }) => node.id.length === length)
}

/** The only place that a metric without a name can mean. */
export function theWorkplace(measured: Measured): Place {
  const [first, second] = workplaces(measured)
  if (first === undefined || second !== undefined) throw new Unmapped('It is not clear which node is meant.')
  return first
}

/** Ways that begin at a client. */
export const firstWays = (measured: Measured): readonly Way[] => {
  const clients = measured.scenario.flow.nodes.filter(isClient).map(({ id }) => id)
  return ways(measured).filter(({ edge }) => clients.includes(edge.source))
}

export const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

export const refusals = ({ outcome }: Way): number => sumOf(Object.values(outcome.refused), (count) => count)
