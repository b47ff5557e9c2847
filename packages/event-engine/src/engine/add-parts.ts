import { COARSER } from '../measure/series.ts'
import type { LinkModel, NodeModel, SourceModel, StationModel } from '../model.ts'
import { Link } from './link.ts'
import type { Run } from './run.ts'
import { RunningNode, watchesCalls } from './running-node.ts'
import { MOST_OPEN_SESSIONS } from './sessions.ts'
import { Source } from './source.ts'
import { Station } from './station.ts'

/** Nodes beyond which the slices of those that are added have wider buckets: they take memory. */
const MOST_FINE = 20

/** Parts that a run does not have yet. */
export interface NewParts {
  readonly nodes: readonly NodeModel[]
  readonly stations: readonly StationModel[]
  readonly links: readonly LinkModel[]
  readonly sources: readonly SourceModel[]
}

/** Adds parts to a run, behind those that it has. They point at each other by their positions in the run. */
export function addParts(run: Run, { nodes, stations, links, sources }: NewParts): void {
  const { streams, changes, now } = run
  const fifoOf = (delay: number) => run.events.fifoOf(delay)
  const { newLevel } = run
  const nodeModels = [...run.nodes.map(({ model }) => model), ...nodes]
  for (const link of links) {
    const isWatched = watchesCalls(nodeModels[link.source]!)
    run.links.push(new Link(link, run.links.length, { streams, fifoOf, newLevel, isWatched, changes, now }))
  }
  const { responses, countsOccupancy } = run
  const allStations = run.stations.length + stations.length
  responses?.grow(allStations, { width: nodeModels.length > MOST_FINE ? COARSER : 1, hasSpans: false })
  for (const station of stations) {
    const surroundings = { streams, responses, fifoOf, newLevel, countsOccupancy, now }
    run.stations.push(new Station(station, run.stations.length, surroundings))
  }
  const isClosed = [...run.sources.map(({ model }) => model), ...sources].some(({ arrivals }) => arrivals === 'closed')
  const mostSessions = isClosed ? Number.POSITIVE_INFINITY : MOST_OPEN_SESSIONS
  for (const node of nodes) {
    const surroundings = { streams, links: run.links, mostSessions }
    run.nodes.push(new RunningNode(node, run.nodes.length, surroundings))
  }
  for (const ofNode of run.stationsByNode) for (const station of ofNode) station.joinNode(ofNode)
  const all = run.sources.length + sources.length
  for (const source of sources) {
    const { id } = nodeModels[source.node]!
    if (source.arrivals === 'closed') run.closedUsers.grow(run.sources.length, source.users)
    run.sources.push(new Source(source, run.sources.length, { streams, id, sources: all }))
  }
  run.requests.grow(run.sources.length)
  if (responses !== null) run.series.grow(run.nodes.length, run.links.length)
}

/** Notes what depends on all parts of the present model together. */
export function noteModel(run: Run): void {
  const { nodes, links, sources } = run.model
  for (const link of run.links) {
    const { answersOver } = link.model
    link.answerLine = answersOver === null ? link.responseLine : run.links[answersOver]!.requestLine
  }
  run.asksForUsers =
    nodes.some(({ balancing }) => balancing.by === 'user' || balancing.by === 'session') ||
    links.some(({ far, perKB }) => far !== null || perKB !== null)
  run.hasCycles = nodes.some(({ isOnCycle }) => isOnCycle)
  if (!run.hasCycles) run.paths.clear()
  run.hasClosedUsers = sources.some(({ arrivals }) => arrivals === 'closed')
  run.closedDemand.isUsed = [...nodes, ...links].some(({ hitsByDemand }) => hitsByDemand !== null)
  const carries = run.links.map(({ model }) => model.message !== null)
  for (const { program } of run.nodes)
    for (const { links: called, inBackground } of program.flat())
      if (inBackground) for (const { index } of called) carries[index] = true
  run.messages.count(carries, run.series.spans)
}
