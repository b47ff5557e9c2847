import type { Distribution } from '../model.ts'
import { DISTRIBUTION_HELP, parseDistribution } from './distribution.ts'
import type { Reader } from './reader.ts'

/** Poisson arrivals of two states, a burst and a calm, that last exponential times with these means. */
export interface BurstSettings {
  readonly burstS: number
  readonly calmS: number
  /** The rate in a burst over that in a calm; Infinity: nothing comes in a calm. */
  readonly factor: number
  /** Mean over time of all clients together; null: as the clients have it. */
  readonly rps: number | null
}

export interface ArrivalSettings {
  readonly arrivals: 'open' | 'closed' | 'deterministic'
  /** Shape of the time between open arrivals; exponential is a Poisson process. */
  readonly interarrival: Distribution
  readonly bursts: BurstSettings | null
}

const POISSON: ArrivalSettings = { arrivals: 'open', interarrival: { kind: 'exponential' }, bursts: null }

const BURST_HELP =
  'must be mmpp:factor=10,burstS=1,calmS=9 (factor above 0), or with the rates burstRps=100,calmRps=10 in place of the factor'

/** `open`, `closed`, `deterministic`, `open:` and the shape of the time between two, or `mmpp:` and two states. */
export function readArrivals(from: Reader): ArrivalSettings {
  const text = from.raw('arrivals')
  if (typeof text === 'string' && text.startsWith('open:')) {
    const interarrival = parseDistribution(text.slice('open:'.length))
    if (interarrival === null) from.fault('arrivals', `open: ${DISTRIBUTION_HELP}`)
    return interarrival === null ? POISSON : { ...POISSON, interarrival }
  }
  if (typeof text === 'string' && /^mmpp(:|$)/.test(text)) {
    const bursts = parseBursts(text.slice('mmpp:'.length))
    if (bursts === null) from.fault('arrivals', BURST_HELP)
    return { ...POISSON, bursts }
  }
  if (text === 'closed' && from.has('recorded')) from.fault('arrivals', 'cannot be closed where requests are recorded')
  return { ...POISSON, arrivals: from.choice('arrivals', 'open', ['open', 'closed', 'deterministic']) }
}

function parseBursts(text: string): BurstSettings | null {
  const given: Partial<Record<string, number>> = {}
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name = '', value] = /^\s*(factor|burstRps|calmRps|burstS|calmS)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    const number = Number(value)
    if (!(number >= 0 && number <= 1e12)) return null
    given[name] = number
  }
  const { burstS = 1, calmS = 9, burstRps, calmRps, factor = 10 } = given
  if (burstS === 0 || calmS === 0) return null
  if (burstRps === undefined && calmRps === undefined) return factor === 0 ? null : { burstS, calmS, factor, rps: null }
  if (!burstRps || calmRps === undefined || given.factor !== undefined) return null
  const rps = (burstS * burstRps + calmS * calmRps) / (burstS + calmS)
  return { burstS, calmS, factor: burstRps / calmRps, rps }
}
