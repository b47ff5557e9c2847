import type { ByClass, Distribution, Jitter } from '../../../src/events/model.ts'
import type { LoadChange, PlannedFault } from '../../../src/events/settings/schedule.ts'
import { DEFAULT_SETTINGS, type EventSettings } from '../../../src/events/settings.ts'
import { REQUEST_TYPES } from '../../../src/results.ts'
import { Unmapped } from '../reference-case.ts'

/** What a case goes by that does not name a setting. */
export const CASE_SETTINGS: EventSettings = {
  ...DEFAULT_SETTINGS,
  durationMs: 600_000,
  warmUpMs: 60_000,
  arrivals: 'open',
  service: { kind: 'exponential' },
  callStyle: 'pipeline',
  requestMix: mixOf({ Read: 1 }),
}

type Reader = (value: unknown) => Partial<EventSettings>

const READERS: Readonly<Record<string, Reader>> = {
  arrivals: (value) => arrivalsOf(text(value)),
  service: (value) => (typeof value === 'string' ? { service: distributionOf(value) } : servicesOf(record(value))),
  callStyle: (value) => ({ callStyle: oneOf(value, ['asDrawn', 'synchronous', 'pipeline']) }),
  requestMix: (value) => ({ requestMix: mixOf(record(value)) }),
  failurePer: (value) => ({ failurePer: oneOf(value, ['request', 'mtbf']) }),
  jitter: (value) => ({ jitter: oneOf<Jitter>(value, ['none', 'full', 'equal', 'decorrelated']) }),
  retryBudget: (value) => ({ retryBudget: number(value) }),
  cancelOnTimeout: (value) => ({ cancelOnTimeout: value === true }),
  deriveHitRate: (value) => ({ deriveHitRate: value === true }),
  catalogue: (value) => ({
    catalogue: { items: number(record(value).items), zipf: number(record(value).zipf) },
  }),
  outlierEjection: (value) => ({ outlierEjection: value === true }),
  lb: (value) => ({ lb: oneOf<'power-of-two'>(value, ['power-of-two']) }),
  footprintMB: (value) => ({ footprintMB: number(value) }),
  load: (value) => ({ load: list(value).map((one) => loadOf(record(one))) }),
  faults: (value) => ({ faults: list(value).map((one) => faultOf(record(one))) }),
  durationS: (value) => ({ durationMs: 1000 * number(value), warmUpMs: 0 }),
  /** Lines of a connection always queue. */
  linkQueue: (value) => always(value, true),
  /** Copies always go to all targets, and a request is done when all are delivered. */
  fanOut: (value) => always(value, 'all'),
  completeWhen: (value) => always(value, 'allDelivered'),
}

/** Whether a run can be told it. */
export const isSetting = (name: string): boolean => Object.hasOwn(READERS, name)

/** Reads `settings` of a case; throws `Unmapped` on what it does not know. */
export function readSettings(given: Readonly<Record<string, unknown>>): EventSettings {
  const read = Object.entries(given).map(([key, value]) => readSetting(key, value))
  return Object.assign({ ...CASE_SETTINGS }, ...read) as EventSettings
}

/** Reads one of them. */
export function readSetting(key: string, value: unknown): Partial<EventSettings> {
  const reader = isSetting(key) ? READERS[key] : undefined
  if (reader === undefined) throw new Unmapped(`No setting of a run is called ${key}.`)
  return reader(value)
}

/** `exp`, `det`, `lognormal:scv=3`, `h2:scv=4,balanced-means`, `erlang2`. */
function distributionOf(words: string): Distribution {
  const [, kind = '', rest = ''] = /^([a-z0-9]+)(?::(.*))?$/.exec(words) ?? []
  const scv = Number(/(?:^|scv=)([\d.]+)/.exec(rest)?.[1])
  const phases = Number(/^erlang:?(\d+)$/.exec(words)?.[1])
  if (kind === 'exp' && rest === '') return { kind: 'exponential' }
  if (kind === 'det' && rest === '') return { kind: 'deterministic' }
  if (kind === 'lognormal' && scv > 0) return { kind: 'lognormal', scv }
  if (kind === 'h2' && scv > 1) return { kind: 'hyperexponential', scv }
  const [, share, factor] = /^two-point:share=([\d.e-]+),factor=([\d.]+)$/.exec(words) ?? []
  if (share !== undefined) return { kind: 'two-point', share: Number(share), factor: Number(factor) }
  if (phases >= 1) return { kind: 'erlang', phases }
  throw new Unmapped(`"${words}" is no distribution that is known.`)
}

function arrivalsOf(words: string): Partial<EventSettings> {
  const [, kind, shape] = /^(open|closed|deterministic)(?::(.+))?$/.exec(words) ?? []
  const arrivals = oneOf<EventSettings['arrivals']>(kind, ['open', 'closed', 'deterministic'])
  return shape === undefined ? { arrivals } : { arrivals, interarrival: distributionOf(shape) }
}

function servicesOf({ default: otherwise = 'exp', ...nodes }: Readonly<Record<string, unknown>>) {
  const serviceOf = Object.entries(nodes).map(([id, words]) => [
    id,
    words === 'zero' ? ('zero' as const) : distributionOf(text(words)),
  ])
  return { service: distributionOf(text(otherwise)), serviceOf: Object.fromEntries(serviceOf) }
}

function mixOf(shares: Readonly<Record<string, unknown>>): ByClass<number> {
  const unknown = Object.keys(shares).find((type) => !REQUEST_TYPES.some((known) => known === type))
  if (unknown !== undefined) throw new Unmapped(`No request is called ${unknown}.`)
  return REQUEST_TYPES.map((type) => Number(shares[type] ?? 0)) as unknown as ByClass<number>
}

const loadOf = ({ atS, forS, rps }: Readonly<Record<string, unknown>>): LoadChange => ({
  atS: number(atS),
  forS: forS === undefined ? Number.POSITIVE_INFINITY : number(forS),
  rps: number(rps),
})

const NO_FAULT = { factor: 1, inFlight: 'fail', upS: 0, downS: 0, fromS: 0, forS: 0 } as const

/** `{ node, upS: 'Exp(60)', downS: 'Exp(6)', inFlight }`, or `{ node, fromS, forS, kind }`. */
function faultOf(given: Readonly<Record<string, unknown>>): PlannedFault {
  const { node, upS, downS, fromS, forS, kind, factor, inFlight } = given
  const inFlightIs = inFlight === undefined ? 'fail' : oneOf<PlannedFault['inFlight']>(inFlight, ['resume', 'fail'])
  if (upS !== undefined) {
    const means = { upS: exponentialMean(upS), downS: exponentialMean(downS) }
    return { ...NO_FAULT, ...means, of: text(node), kind: 'breakdowns', inFlight: inFlightIs }
  }
  return {
    ...NO_FAULT,
    of: text(node),
    kind: kind === undefined ? 'outage' : oneOf<PlannedFault['kind']>(kind, ['outage', 'slow', 'cut', 'cold']),
    fromS: number(fromS),
    forS: number(forS),
    factor: factor === undefined ? 1 : number(factor),
    inFlight: inFlightIs,
  }
}

/** An outage of a node for some seconds, in which its requests and new ones fail. */
export const outageOf = (node: string, fromS: number, forS: number): PlannedFault => ({
  ...NO_FAULT,
  of: node,
  kind: 'outage',
  fromS,
  forS,
})

const exponentialMean = (words: unknown): number => number(Number(/^Exp\(([\d.]+)\)$/.exec(text(words))?.[1]))

function always(value: unknown, known: unknown): Partial<EventSettings> {
  if (value !== known) throw new Unmapped(`A run cannot be told ${JSON.stringify(value)}.`)
  return {}
}

export const record = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Unmapped(`${JSON.stringify(value)} is no object.`)
}

/** A list; what is none is a list of one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export const number = (value: unknown): number => {
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw new Unmapped(`${JSON.stringify(value)} is no number.`)
}

export const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw new Unmapped(`${JSON.stringify(value)} is no text.`)
}

function oneOf<T extends string>(value: unknown, known: readonly T[]): T {
  const found = known.find((one) => one === value)
  if (found === undefined) throw new Unmapped(`${JSON.stringify(value)} is none of ${known.join(', ')}.`)
  return found
}
