import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { Balancing, Model } from '../model.ts'
import { NONE } from './call-records.ts'
import type { Link } from './link.ts'
import { CROSSING, LINK, SOURCE, STATION } from './rows.ts'
import type { Run } from './run.ts'
import type { RunningNode, RunningStep } from './running-node.ts'
import type { Source } from './source.ts'
import type { Station } from './station.ts'

const CLASSES = REQUEST_TYPES.length

/** How the express path serves at a station. */
export const SERVICE = {
  /** Not on that path. */
  none: 0,
  /** Exponential, constant or other service times. */
  exponential: 1,
  fixed: 2,
  other: 3,
} as const

/** Balancing that compares, or may compare, the number of open calls. */
const COMPARING: ReadonlySet<Balancing['by']> = new Set(['least-connections', 'two-choices', 'session'])

/** What follows a service on the express path, where it is not a single link. */
export const AFTERWARDS = {
  over: -1,
  /** The general path decides. */
  general: -2,
  /** One of several links: by rotation; by weight; by another chooser. */
  rotated: -3,
  weighed: -4,
  chosen: -5,
  /** By weight, where all weights are 1. */
  even: -6,
} as const

/** Finds the stations and links of the express path, and fills their rows. It depends on the model only, so it holds for the whole run. */
export function planExpress(run: Run): void {
  const touched = touchedByFaults(run.model)
  const rounds = layRounds(run)
  const { ints, floats } = run.stationRows
  for (const station of run.stations) {
    const node = run.nodes[station.model.node]!
    const at = station.index * STATION.width.ints
    for (let one = 0; one < station.fifos.length; one += 1) {
      ints[at + STATION.ints.afterwards + one * STATION.block.ints] = AFTERWARDS.general
    }
    if (touched.nodes.has(node.index) || !isPlainStation(station)) continue
    ints[at + STATION.ints.service] = serviceOf(station)
    ints[at + STATION.ints.node] = node.index
    for (let one = 0; one < station.fifos.length; one += 1) {
      const intsAt = at + one * STATION.block.ints
      ints[intsAt + STATION.ints.fifo] = station.fifos[one]!
      ints[intsAt + STATION.ints.afterwards] = afterwardsOf(node, one, touched.links)
      ints[intsAt + STATION.ints.round] = rounds.get(node.program[one]?.[0]) ?? NONE
      ints[intsAt + STATION.ints.unlessHit] = node.program[one]?.[0]?.unlessHit ? 1 : 0
      const floatsAt = station.index * STATION.width.floats + one * STATION.block.floats
      floats[floatsAt + STATION.floats.meanMs] = station.meanMs[one]!
      floats[floatsAt + STATION.floats.hitRate] = node.hitRate[one]!
    }
  }
  run.steps = run.stations.flatMap(({ model }) => run.nodes[model.node]!.program.map(([step]) => step))
  run.onward = new Int32Array(run.links.length)
  for (const link of run.links) planLink(run, link, touched.nodes.has(link.target))
  for (const source of run.sources) planSource(run, source, touched.links)
}

/** Puts the rotations of all steps into one array. Returns the offset of each. */
function layRounds(run: Run): ReadonlyMap<RunningStep | undefined, number> {
  const nodes = new Map<RunningStep | undefined, number>()
  let length = 0
  for (const step of run.nodes.flatMap(({ program }) => program.flat())) {
    if (nodes.has(step)) continue
    nodes.set(step, length)
    length += step.round.length
  }
  run.rounds = new Int32Array(length)
  for (const [step, at] of nodes) {
    if (step === undefined) continue
    run.rounds.set(step.round, at)
    step.round = run.rounds.subarray(at, at + step.round.length)
  }
  return nodes
}

function planSource({ sourceRows, nodes, asksForUsers }: Run, source: Source, cutLinks: ReadonlySet<number>): void {
  const at = source.index * SOURCE.width.ints
  const isPlain = source.isPoisson && !source.hasLocalWork && !asksForUsers
  sourceRows.ints[at + SOURCE.ints.onlyClass] = isPlain ? source.onlyClass : NONE
  sourceRows.floats[source.index * SOURCE.width.floats + SOURCE.floats.meanMs] = source.meanMs
  for (const one of source.model.mix.keys()) {
    sourceRows.ints[at + SOURCE.ints.firstCall + one] = firstCallOf(nodes[source.model.node]!, one, cutLinks)
  }
}

/** The link of the only call of a client's requests, if it is plain. */
function firstCallOf(node: RunningNode, requestClass: number, cutLinks: ReadonlySet<number>): number {
  const program = node.program[requestClass]!
  const [step] = program
  const [link] = step?.links ?? []
  if (step === undefined || link === undefined || program.length > 1 || step.links.length > 1) return NONE
  const isPlain =
    !step.copies &&
    !step.inBackground &&
    !node.isOnCircle &&
    link.model.message === null &&
    node.model.health === null &&
    node.model.ejection === null &&
    !link.keepsAny &&
    link.model.pool === null &&
    link.breaker === null &&
    isPlainCrossing(link) &&
    !cutLinks.has(link.index)
  return isPlain ? link.index : NONE
}

function planLink(run: Run, link: Link, isTouched: boolean): void {
  const { ints, floats } = run.linkRows
  const at = link.index * LINK.width.ints
  ints[at + LINK.ints.fifo] = link.fifo
  ints[at + LINK.ints.timeoutFifo] = link.timeoutFifo
  ints[at + LINK.ints.crossing] =
    (COMPARING.has(run.nodes[link.model.source]!.balancing.by) ? CROSSING.isCompared : 0) |
    (link.isPlain ? CROSSING.isPlain : 0) |
    (isPlainAnswer(link) ? CROSSING.isPlainAnswer : 0)
  const floatsAt = link.index * LINK.width.floats
  floats[floatsAt + LINK.floats.fixedMs] = link.fixedMs
  floats[floatsAt + LINK.floats.responseBytes] = link.model.replies ? link.model.responseBytes : 0
  const node = run.nodes[link.target]!
  const hasPlainService = link.serviceFactor === 1 && link.serviceMs === 0
  const isPlainArrival =
    !isTouched &&
    run.messages.byLink[link.index] === null &&
    hasPlainService &&
    !link.takesPoolSlotAtTarget &&
    link.expiryMs === Number.POSITIVE_INFINITY
  for (let one = 0; one < node.stationOf.length; one += 1) {
    const station = link.stationOf === null ? node.stationOf[one]! : link.stationOf[one]!
    const isExpress =
      isPlainArrival &&
      station !== NONE &&
      run.stationRows.ints[station * STATION.width.ints + STATION.ints.service] !== SERVICE.none
    ints[at + LINK.ints.station + one] = isExpress ? station : NONE
    if (!hasPlainService && station !== NONE)
      run.stationRows.ints[station * STATION.width.ints + STATION.ints.isMixed] = 1
  }
  const isAtOnce = link.isPlain && link.fixedMs === 0 && (ints[at + LINK.ints.crossing]! & CROSSING.isCompared) === 0
  if (isAtOnce)
    run.onward[link.index] = onwardOf(ints.subarray(at + LINK.ints.station, at + LINK.ints.station + CLASSES))
}

/** One target station and a bit for each class that goes there; the other classes are looked up in the link's row. */
function onwardOf(stations: Int32Array): number {
  const station = stations.find((one) => one !== NONE)
  if (station === undefined) return 0
  return stations.reduce((onward, one, index) => onward | (one === station ? 1 << index : 0), station << CLASSES)
}

/** First come, first served, without limits, and with plain service times. */
const isPlainStation = ({ model, shared, isLimited, hasPlainTimes, occupancy }: Station): boolean =>
  shared === null &&
  !isLimited &&
  hasPlainTimes &&
  occupancy === null &&
  model.failureProbability === 0 &&
  model.scaling === null &&
  !model.hasPriorities

function serviceOf({ model, fifos, extraMs, meanMs }: Station): number {
  if (fifos.every((fifo) => fifo !== NONE)) return SERVICE.fixed
  const isExponential = model.distribution.kind === 'exponential' && extraMs === 0 && meanMs.every((mean) => mean > 0)
  return isExponential ? SERVICE.exponential : SERVICE.other
}

function afterwardsOf(node: RunningNode, requestClass: number, cutLinks: ReadonlySet<number>): number {
  const program = node.program[requestClass]!
  const [step] = program
  if (step === undefined) return AFTERWARDS.over
  const isPlain =
    program.length === 1 &&
    !step.copies &&
    !step.inBackground &&
    !node.isOnCircle &&
    node.model.health === null &&
    step.links.every((link) => isPlainLink(link) && !cutLinks.has(link.index))
  if (!isPlain) return AFTERWARDS.general
  const [first, ...others] = step.links
  if (others.length === 0 && first) return first.index
  if (node.balancing.by === 'rotation') return AFTERWARDS.rotated
  if (node.balancing.by !== 'weight') return AFTERWARDS.chosen
  return step.weights.every((weight) => weight === 1) ? AFTERWARDS.even : AFTERWARDS.weighed
}

/** Nothing about its calls has to be remembered, either. */
const isPlainLink = (link: Link): boolean => link.isPlain && isPlainCrossing(link)

/** Its calls are sent at once, and all arrive after the same time. */
const isPlainCrossing = ({ isLimited, failureProbability, fixedMs, fifo }: Link): boolean =>
  !isLimited && failureProbability === 0 && (fixedMs === 0 || (fixedMs > 0 && fifo !== NONE))

const isPlainAnswer = ({ model, fixedBackMs, notesOutcomes }: Link): boolean =>
  !notesOutcomes && (!model.replies || fixedBackMs === 0)

/** Nodes and links with faults. */
function touchedByFaults({ faults }: Model): { nodes: ReadonlySet<number>; links: ReadonlySet<number> } {
  const nodes = new Set<number>()
  const links = new Set<number>()
  for (const fault of faults) {
    if (fault.kind === 'cut' || fault.kind === 'lose') links.add(fault.link)
    else nodes.add(fault.node)
  }
  return { nodes, links }
}
