import { REQUEST_TYPES } from '@plimsoll/simulation'
import type { ByClass, Distribution, Jitter } from './model.ts'
import { type ArrivalSettings, readArrivals } from './settings/arrivals.ts'
import { DISTRIBUTION_HELP, parseDistribution } from './settings/distribution.ts'
import { isRecord, Reader, type Report, type SettingsFault } from './settings/reader.ts'
import { type RecordedRow, readRecorded } from './settings/recorded.ts'
import { type LoadChange, type PlannedFault, readFaults, readLoad } from './settings/schedule.ts'

/** What a run is given beyond the diagram; saved with the flow under `simulation`. Times are ms or, with a name in `S`, seconds. */
export interface EventSettings extends ArrivalSettings {
  readonly durationMs: number
  /** At the beginning, counted in no figure. */
  readonly warmUpMs: number
  /** Shape of service times, where a node has none of its own. */
  readonly service: Distribution | 'zero'
  readonly serviceOf: Readonly<Record<string, Distribution | 'zero'>>
  /** `asDrawn`: by each connection's communication pattern. */
  readonly callStyle: 'asDrawn' | 'synchronous' | 'pipeline'
  /** Null: reads and writes as the databases say. */
  readonly requestMix: ByClass<number> | null
  readonly failurePer: 'request' | 'mtbf'
  readonly jitter: Jitter
  /** Retries at most this share of the calls that were answered (as token buckets that successes fill); Infinity: no budget. */
  readonly retryBudget: number
  readonly cancelOnTimeout: boolean
  readonly deriveHitRate: boolean
  /** Items and skew of popularity where a hit rate is derived. */
  readonly catalogue: { readonly items: number; readonly zipf: number }
  readonly outlierEjection: boolean
  /** An option beyond the algorithms of the catalog: of two targets chosen by chance, the one with fewer requests. */
  readonly lb: 'power-of-two' | null
  /** Memory that one request takes, MB; 0: not known. */
  readonly footprintMB: number
  /** Factors of the load by the id of a client, where another load is tried than the flow has; absent: 1. It is not saved. */
  readonly loadScale?: Readonly<Record<string, number>>
  /** Rates of all clients together from a time on (scaled by each one's share), for a time. */
  readonly load: readonly LoadChange[]
  readonly faults: readonly PlannedFault[]
  /** What comes in place of what the clients have: single requests, or rates. */
  readonly recorded: readonly RecordedRow[]
}

/** A user's flow that says nothing itself. */
export const DEFAULT_SETTINGS: EventSettings = {
  durationMs: 300_000,
  warmUpMs: 30_000,
  arrivals: 'open',
  interarrival: { kind: 'exponential' },
  bursts: null,
  service: { kind: 'lognormal', scv: 1 },
  serviceOf: {},
  callStyle: 'asDrawn',
  requestMix: [0.4, 0.3, 0.15, 0.15],
  failurePer: 'request',
  jitter: 'none',
  retryBudget: Number.POSITIVE_INFINITY,
  cancelOnTimeout: false,
  deriveHitRate: false,
  catalogue: { items: 1000, zipf: 1 },
  outlierEjection: false,
  lb: null,
  footprintMB: 0,
  load: [],
  faults: [],
  recorded: [],
}

/** Share of the duration that warms up unless a run says otherwise. */
export const WARM_UP_SHARE = 0.1

/** The longest simulated time, a year, and the most items that hit rates are derived for. */
const MOST = { seconds: 31_536_000, items: 1_000_000 } as const

export const LONGEST_RUN_MS = MOST.seconds * 1000

/** Settings of other readers: who runs, how often and how long, with which seeds, what for, how it is shown, and what it is compared with. */
const OF_OTHERS = [
  ...['engine', 'replications', 'seed', 'objectives', 'prices', 'animatedRequests', 'compare', 'sweep'],
  ...['precisionPercent', 'eventsM', 'stopAfterS'],
]

/** What holds anyway, by the only value that it may have. */
const FIXED = { linkQueue: true, fanOut: 'all', completeWhen: 'allDelivered', queueing: 'pooled' } as const

export type ReadSettings =
  | { readonly ok: true; readonly settings: EventSettings }
  | { readonly ok: false; readonly faults: readonly SettingsFault[] }

/**
 * Reads what is saved with a flow under `simulation`, or nothing: what it does not name is at its default. Every fault is given
 * with its path.
 */
export function readSettings(value: unknown): ReadSettings {
  const faults: SettingsFault[] = []
  const report: Report = (path, message) => void faults.push({ path: `simulation.${path}`, message })
  if (value === undefined || value === null) return { ok: true, settings: DEFAULT_SETTINGS }
  if (!isRecord(value)) return { ok: false, faults: [{ path: 'simulation', message: 'must be an object' }] }
  const settings = readAll(new Reader(value, '', report), report)
  return faults.length === 0 ? { ok: true, settings } : { ok: false, faults }
}

function readAll(from: Reader, report: Report): EventSettings {
  const defaults = DEFAULT_SETTINGS
  const durationMs = from.number('durationS', defaults.durationMs / 1000, { min: 0.001, max: MOST.seconds }) * 1000
  const warmUpMs = from.number('warmUpS', (durationMs * WARM_UP_SHARE) / 1000, { max: durationMs / 1000 }) * 1000
  const settings: EventSettings = {
    durationMs,
    warmUpMs,
    ...readArrivals(from),
    ...readService(from),
    callStyle: from.choice('callStyle', defaults.callStyle, ['asDrawn', 'synchronous', 'pipeline']),
    requestMix: readMix(from, report),
    failurePer: from.choice('failurePer', defaults.failurePer, ['request', 'mtbf']),
    jitter: from.choice('jitter', defaults.jitter, ['none', 'full', 'equal', 'decorrelated']),
    retryBudget: from.number('retryBudget', defaults.retryBudget, { orNull: Number.POSITIVE_INFINITY }),
    cancelOnTimeout: from.flag('cancelOnTimeout', defaults.cancelOnTimeout),
    deriveHitRate: from.flag('deriveHitRate', defaults.deriveHitRate),
    catalogue: readCatalogue(from, report),
    outlierEjection: from.flag('outlierEjection', defaults.outlierEjection),
    lb: from.raw('lb') == null ? null : from.choice('lb', 'power-of-two', ['power-of-two']),
    footprintMB: from.number('footprintMB', defaults.footprintMB),
    load: readLoad(from, report),
    faults: readFaults(from, report),
    recorded: readRecorded(from, report),
  }
  for (const name of OF_OTHERS) from.raw(name)
  for (const [name, only] of Object.entries(FIXED)) {
    if (from.has(name) && from.raw(name) !== only) from.fault(name, `can only be ${only}`)
  }
  from.finish()
  return settings
}

/** One shape for all, or shapes by the id of a component and a `default`. */
function readService(from: Reader): Pick<EventSettings, 'service' | 'serviceOf'> {
  const value = from.raw('service')
  const read = (path: string, text: unknown) => {
    const shape = text === 'zero' ? 'zero' : parseDistribution(text)
    if (shape === null) from.fault(path, DISTRIBUTION_HELP)
    return shape ?? DEFAULT_SETTINGS.service
  }
  if (value === undefined) return { service: DEFAULT_SETTINGS.service, serviceOf: {} }
  if (!isRecord(value)) return { service: read('service', value), serviceOf: {} }
  const { default: others, ...own } = value
  return {
    service: others === undefined ? DEFAULT_SETTINGS.service : read('service.default', others),
    serviceOf: Object.fromEntries(Object.entries(own).map(([id, text]) => [id, read(`service.${id}`, text)])),
  }
}

/** Parts by request type, in any unit; or `byDatabase`. */
function readMix(from: Reader, report: Report): EventSettings['requestMix'] {
  const value = from.raw('requestMix')
  if (value === undefined) return DEFAULT_SETTINGS.requestMix
  if (value === 'byDatabase') return null
  if (!isRecord(value)) {
    from.fault('requestMix', `must be an object with parts of ${REQUEST_TYPES.join(', ')}, or byDatabase`)
    return DEFAULT_SETTINGS.requestMix
  }
  const mix = new Reader(value, 'requestMix', report)
  const parts = REQUEST_TYPES.map((type) => mix.number(type, 0))
  mix.finish()
  const total = parts.reduce((sum, part) => sum + part, 0)
  if (total === 0) from.fault('requestMix', 'must have a part above 0')
  return total === 0 ? DEFAULT_SETTINGS.requestMix : (parts.map((part) => part / total) as unknown as ByClass<number>)
}

function readCatalogue(from: Reader, report: Report): EventSettings['catalogue'] {
  const { catalogue } = DEFAULT_SETTINGS
  const value = from.raw('catalogue')
  if (value === undefined) return catalogue
  if (!isRecord(value)) {
    from.fault('catalogue', 'must be an object with items and zipf')
    return catalogue
  }
  const read = new Reader(value, 'catalogue', report)
  const items = Math.round(read.number('items', catalogue.items, { min: 1, max: MOST.items }))
  const zipf = read.number('zipf', catalogue.zipf, { max: 10 })
  read.finish()
  return { items, zipf }
}
