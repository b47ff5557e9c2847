import type { ByClass, Fault, LinkModel, Model, NodeModel, SourceModel, StationModel } from '../../model.ts'
import type { NewParts } from '../add-parts.ts'
import type { Present, Run } from '../run.ts'

/** A model whose parts point at each other by the positions that they have, or will have, in a run. */
export interface Matched {
  readonly model: Model
  readonly present: Present
  /** By station and by source of the model: its position. */
  readonly stations: readonly number[]
  readonly sources: readonly number[]
}

/** Positions of the parts of a run that a model does not have. */
export interface Gone {
  readonly nodes: ReadonlySet<number>
  readonly links: ReadonlySet<number>
}

/**
 * Finds the parts of a model in a run, also among those that were removed: nodes by their ids, stations by their keys as long as they
 * serve in the same way, connections by their ids as long as they lead from and to the same nodes, sources by their clients as long
 * as their arrivals are closed or not. What is not found is new, and follows behind all others.
 */
export function matchParts(run: Run, model: Model): Matched {
  const nodeAt = positions(
    run.nodes.map((node) => node.model.id),
    model.nodes.map(({ id }) => id),
  )
  const nodeOf = (node: number) => nodeAt[node]!
  const stations = model.stations.map((station): StationModel => ({ ...station, node: nodeOf(station.node) }))
  const stationAt = positions(run.stations.map(stationKey), stations.map(asModel(stationKey)))
  const stationOf = (station: number) => stationAt[station]!
  const links = model.links.map(
    (link): LinkModel => ({
      ...link,
      source: nodeOf(link.source),
      target: nodeOf(link.target),
      stationOf: link.stationOf && (link.stationOf.map(stationOf) as unknown as ByClass<number>),
    }),
  )
  const linkAt = positions(run.links.map(linkKey), links.map(asModel(linkKey)))
  const linkOf = (link: number) => linkAt[link]!
  const matchedLinks = links.map(
    (link): LinkModel => ({ ...link, answersOver: link.answersOver === null ? null : linkOf(link.answersOver) }),
  )
  const nodes = model.nodes.map(
    (node): NodeModel => ({
      ...node,
      stationOf: node.stationOf.map((station) =>
        station === null ? null : stationOf(station),
      ) as unknown as NodeModel['stationOf'],
      program: node.program.map((steps) =>
        steps.map((step) => ({ ...step, links: step.links.map(linkOf) })),
      ) as unknown as NodeModel['program'],
    }),
  )
  const sources = model.sources.map(
    (source): SourceModel => ({
      ...source,
      node: nodeOf(source.node),
      backgroundTraffic: source.backgroundTraffic.map((messages) => ({ ...messages, link: linkOf(messages.link) })),
    }),
  )
  const sourceAt = positions(run.sources.map(sourceKey), sources.map(asModel(sourceKey)))
  const faults = model.faults.map((fault): Fault => {
    if ('link' in fault) return { ...fault, link: linkOf(fault.link) }
    if (fault.kind !== 'breakdowns') return { ...fault, node: nodeOf(fault.node) }
    const others = fault.others.map((one) => ({ ...one, node: nodeOf(one.node) }))
    return { ...fault, node: nodeOf(fault.node), others }
  })
  const present = {
    nodes: nodeAt,
    links: linkAt,
    sources: sources.map(({ node }, index) => [
      sourceAt[index]!,
      ...run.sources.flatMap((former) =>
        former.model.node === node && former.index !== sourceAt[index] ? [former.index] : [],
      ),
    ]),
  }
  return {
    model: { ...model, nodes, stations, links: matchedLinks, sources, faults },
    present,
    stations: stationAt,
    sources: sourceAt,
  }
}

export const goneFrom = (run: Run, { present }: Matched): Gone => ({
  nodes: without(run.nodes, present.nodes),
  links: without(run.links, present.links),
})

function without(all: readonly unknown[], present: readonly number[]): ReadonlySet<number> {
  const gone = new Set(all.keys())
  for (const position of present) gone.delete(position)
  return gone
}

/** Parts of a model that a run does not have. */
export function newParts(run: Run, { model, present, stations, sources }: Matched): NewParts {
  const isNew = (known: readonly unknown[], positions: readonly number[]) => (_: unknown, index: number) =>
    positions[index]! >= known.length
  return {
    nodes: model.nodes.filter(isNew(run.nodes, present.nodes)),
    stations: model.stations.filter(isNew(run.stations, stations)),
    links: model.links.filter(isNew(run.links, present.links)),
    sources: model.sources.filter(isNew(run.sources, sources)),
  }
}

/** By wanted key: where it is among the known, or else behind them. */
function positions(known: readonly string[], wanted: readonly string[]): readonly number[] {
  const positionOf = new Map(known.map((key, position) => [key, position]))
  return wanted.map((key) => {
    const position = positionOf.get(key) ?? positionOf.size
    positionOf.set(key, position)
    return position
  })
}

const asModel =
  <T>(keyOf: (part: { readonly model: T }) => string) =>
  (model: T): string =>
    keyOf({ model })

const stationKey = ({ model: { node, key, discipline } }: { readonly model: StationModel }): string =>
  JSON.stringify([node, key, discipline])

const linkKey = ({ model: { id, source, target } }: { readonly model: LinkModel }): string =>
  JSON.stringify([id, source, target])

const sourceKey = ({ model: { node, arrivals } }: { readonly model: SourceModel }): string =>
  JSON.stringify([node, arrivals === 'closed'])
