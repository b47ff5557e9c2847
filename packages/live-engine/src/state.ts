import type { Flow } from '@plimsoll/flow'
import { DotSampler, Kept, type MetricSample, type Rng } from '@plimsoll/simulation'
import { HISTORY, TICK_MS } from './config.ts'
import { EarlierWays } from './earlier-ways.ts'
import { ClientRates } from './metrics/client-rates.ts'
import { Counts } from './metrics/counts.ts'
import { MissingConnections } from './missing-connections.ts'
import type { LiveRequest } from './model.ts'
import { buildNetwork, type Network } from './network.ts'
import type { SimulatedRequest } from './results.ts'
import { Routes } from './routes.ts'

/** All that a run holds between two ticks. Counts are of requests, however many one live request stands for. */
export interface LiveState {
  readonly rng: Rng
  /** What the ids of this run's requests are scrambled with. */
  readonly idSalt: number
  network: Network
  routes: Routes
  readonly earlierWays: EarlierWays
  missingConnections: MissingConnections
  elapsed: number
  /** In the order of their creation. */
  readonly live: LiveRequest[]
  serial: number
  /** Among the network's sources, the one that makes its requests first. */
  firstSource: number
  created: number
  /** Requests that each client had made at the last edit, by its id. */
  madeBefore: ReadonlyMap<string, number>
  completed: number
  failed: number
  retries: number
  readonly keptCompleted: Kept<SimulatedRequest>
  readonly keptFailed: Kept<SimulatedRequest>
  readonly samples: Kept<MetricSample>
  readonly counts: Counts
  readonly clientRates: ClientRates
  readonly dots: DotSampler
}

export function createState(flow: Flow, { rng, idSalt }: { rng: Rng; idSalt: number }): LiveState {
  const network = buildNetwork(flow)
  const earlierWays = new EarlierWays()
  return {
    rng,
    idSalt,
    network,
    routes: new Routes(network.stations),
    earlierWays,
    missingConnections: new MissingConnections(network, earlierWays),
    elapsed: 0,
    live: [],
    serial: 0,
    firstSource: 0,
    created: 0,
    madeBefore: new Map(),
    completed: 0,
    failed: 0,
    retries: 0,
    keptCompleted: new Kept(HISTORY.completed),
    keptFailed: new Kept(HISTORY.failed),
    samples: new Kept(HISTORY.samples),
    counts: new Counts(),
    clientRates: new ClientRates(),
    dots: new DotSampler(network.edgeIds, crossingsPerSecond(network)),
  }
}

/** Requests that each client has made since Start, by its id, those included that are no longer there. */
export const madeBy = ({
  madeBefore,
  network,
}: Pick<LiveState, 'madeBefore' | 'network'>): ReadonlyMap<string, number> =>
  new Map([...madeBefore, ...network.sources.map(({ id, client }) => [id, client?.made ?? 0] as const)])

/** About as many as there are if each request takes three hops. */
const crossingsPerSecond = ({ sources }: Network): number =>
  sources.reduce((sum, { client }) => sum + (client?.perTick ?? 0), 0) * (1000 / TICK_MS) * 3
