import { runModel } from '../../../src/events/engine/run-model.ts'
import type { LinkModel, Model, NodeModel, SourceModel, StationModel, Step } from '../../../src/events/model.ts'
import type { RunOutcome } from '../../../src/events/outcome.ts'
import { mergeRuns, type Replications } from '../../../src/events/report/merge.ts'
import type { EventReport } from '../../../src/events/report/report.ts'
import type { EventSettings } from '../../../src/events/settings.ts'

/*
 * Models made by hand, without a flow.
 */

const NONE = [0, 0, 0, 0] as const

interface MadeNode {
  readonly slots?: number
  readonly serviceMs?: number
  readonly admission?: number
  readonly discipline?: StationModel['discipline']
}

export interface MadeLink {
  readonly source: number
  readonly target: number
  readonly pool?: LinkModel['pool']
  readonly holds?: boolean
  readonly latencyMs?: number
  readonly requestLineMs?: number
  readonly limits?: LinkModel['limits']
  readonly retry?: LinkModel['retry']
  readonly timeoutMs?: number
}

interface Made {
  readonly nodes: readonly MadeNode[]
  readonly links: readonly MadeLink[]
  readonly rps: number
  readonly arrivals?: SourceModel['arrivals']
}

/** A client, node 0, in front of stations that are called along the links. */
export function madeModel({ nodes, links, rps, arrivals = 'open' }: Made): Model {
  const stations = nodes.map((node, index) => station(node, index + 1))
  const programOf = (node: number): readonly Step[] =>
    links.flatMap(({ source }, index) =>
      source === node ? [{ links: [index], copies: false, unlessHit: false, inBackground: false }] : [],
    )
  return {
    nodes: [null, ...nodes].map((node, index) =>
      nodeModel(index, { isClient: node === null, program: programOf(index) }),
    ),
    stations,
    links: links.map(link),
    sources: [source(rps, arrivals)],
    faults: [],
    retryBudget: Number.POSITIVE_INFINITY,
  }
}

const nodeId = (index: number): string => (index === 0 ? 'client' : `node-${index}`)

const nodeModel = (
  index: number,
  { isClient, program }: { isClient: boolean; program: readonly Step[] },
): NodeModel => {
  const stationIndex = isClient ? null : index - 1
  return {
    id: nodeId(index),
    stationOf: [stationIndex, stationIndex, stationIndex, stationIndex],
    hitRate: NONE,
    program: [program, program, program, program],
    balancing: { by: 'weight' },
    health: null,
    ejection: null,
    isOnCircle: false,
    outageMs: Number.POSITIVE_INFINITY,
  } as NodeModel
}

const station = (
  { slots = 1, serviceMs = 10, admission = Number.POSITIVE_INFINITY, discipline = 'fifo' }: MadeNode,
  node: number,
): StationModel => ({
  key: nodeId(node),
  node,
  discipline,
  slots,
  instances: 1,
  admission,
  memoryLimit: Number.POSITIVE_INFINITY,
  meanMs: [serviceMs, serviceMs, serviceMs, serviceMs],
  distribution: { kind: 'exponential' },
  extraMs: 0,
  failureProbability: 0,
  limits: [],
  storage: [null, null, null, null],
  coldStart: null,
  scaling: null,
  hasPriorities: false,
})

const link = (
  {
    source,
    target,
    pool = null,
    holds = true,
    latencyMs = 0,
    requestLineMs = 0,
    limits = [],
    retry = null,
    timeoutMs = Number.POSITIVE_INFINITY,
  }: MadeLink,
  index: number,
): LinkModel =>
  ({
    id: `link-${index}`,
    source,
    target,
    weight: 1,
    latencyMs,
    jitter: { kind: 'none' },
    far: null,
    setupMs: 0,
    requestLineMs,
    responseLineMs: 0,
    requestBytes: 0,
    responseBytes: 0,
    loss: null,
    reconnect: null,
    failureProbability: 0,
    limits,
    pool,
    holds,
    replies: holds,
    timeoutMs,
    cancelsOnTimeout: false,
    expiryMs: Number.POSITIVE_INFINITY,
    retry,
    breaker: null,
    failsOver: false,
    serviceFactor: 1,
    serviceMs: 0,
    hitRate: NONE,
    deadLetters: false,
    cost: null,
    stationOf: null,
    priority: 0,
  }) as LinkModel

const source = (rps: number, arrivals: SourceModel['arrivals']): SourceModel =>
  ({
    node: 0,
    arrivals,
    interarrival: { kind: 'exponential' },
    perSecond: () => rps,
    mostPerSecond: rps,
    isSteady: true,
    users: 0,
    thinkMs: 0,
    mix: [1, 0, 0, 0],
    localMs: 0,
    localHitRate: NONE,
    retry: null,
    chatter: [],
  }) as SourceModel

/** So long a run is, with a tenth of it left out. */
export const DURATION_MS = 60_000
const SETTINGS = {
  durationMs: DURATION_MS,
  warmUpMs: DURATION_MS / 10,
  load: [],
  faults: [],
} as unknown as EventSettings

/** Runs of a model, the first with seed 1. */
export const madeRuns = (model: Model, replications = 5): readonly RunOutcome[] =>
  Array.from({ length: replications }, (_, index) =>
    runModel(model, { seed: index + 1, durationMs: SETTINGS.durationMs, warmUpMs: SETTINGS.warmUpMs }),
  )

/** What they show together. */
export const madeReport = (
  model: Model,
  { outcomes = madeRuns(model), ...given }: Partial<Replications> = {},
): EventReport =>
  mergeRuns({ name: 'Made', flow: { nodes: [], edges: [] }, settings: SETTINGS, model, notes: [], outcomes, ...given })
