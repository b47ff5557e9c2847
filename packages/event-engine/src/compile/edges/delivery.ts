import { EDGE_KINDS } from '@plimsoll/catalog'
import type { LinkModel } from '../../model.ts'
import { packetsOf } from '../../rules/packet-loss.ts'
import { jitterOf, retryWaits } from '../../rules/retry-waits.ts'
import { amount, MOST, share } from '../amount.ts'
import { isAlwaysCopied } from './calling.ts'
import { type EdgeContext, roundTripMs, sentRequestKB } from './context.ts'
import { packetBytesOf } from './time.ts'
import { TRANSPORTS } from './transport.ts'

const { properties } = EDGE_KINDS.default

/** A longer timeout is none. */
const LONGEST_TIMEOUT_MS = 1e8

const BREAKER_STATES = { Closed: 'closed', Open: 'open', 'Half-Open': 'half-open' } as const

const MS_PER_HOUR = 3_600_000

/** What becomes of a message that is lost, late or fails. */
export function delivery(
  edge: EdgeContext,
  losesLater: boolean,
): Pick<
  LinkModel,
  | 'loss'
  | 'reconnect'
  | 'failureProbability'
  | 'timeoutMs'
  | 'cancelsOnTimeout'
  | 'expiryMs'
  | 'retry'
  | 'breaker'
  | 'failsOver'
  | 'deadLetters'
> {
  const { data, settings } = edge
  return {
    loss: lossOf(edge, losesLater),
    ...stabilityOf(edge),
    timeoutMs: timeoutOf(edge),
    cancelsOnTimeout: settings.cancelOnTimeout,
    expiryMs: expiryOf(edge),
    retry: retryOf(edge),
    breaker: breakerOf(edge),
    failsOver: failsOver(edge),
    deadLetters: data.deadLetterQueueEnabled === true,
  }
}

/** `losesLater`: a fault makes it lose packets. */
function lossOf(edge: EdgeContext, losesLater: boolean): LinkModel['loss'] {
  const { data, source, type, notes } = edge
  const probability = either(share(data.packetLossRate), source.traffic?.lossProbability ?? 0)
  if (probability === 0 && !losesLater) return null
  const isLost = TRANSPORTS[type].mayLose && (data.reliability ?? 'Best-Effort') === 'Best-Effort'
  return {
    probability,
    packets: packetsOf(sentRequestKB(edge), packetBytesOf(data)),
    delayMs: isLost ? Number.POSITIVE_INFINITY : Math.max(notes.assume('retransmission'), 2 * roundTripMs(edge)),
  }
}

/** An unstable access is restored by tries of a round trip, each as likely to work as the access is stable; without tries the request fails. */
function stabilityOf(edge: EdgeContext): Pick<LinkModel, 'reconnect' | 'failureProbability'> {
  const { data, source } = edge
  const failureProbability = share(data.failureProbability)
  const { stability, reconnectAttempts } = source.traffic ?? { stability: 1, reconnectAttempts: 0 }
  if (stability === 1) return { reconnect: null, failureProbability }
  if (reconnectAttempts === 0) {
    return { reconnect: null, failureProbability: either(failureProbability, 1 - stability) }
  }
  const tries = stability === 0 ? reconnectAttempts : (1 - (1 - stability) ** reconnectAttempts) / stability
  return { reconnect: { probability: 1 - stability, ms: tries * roundTripMs(edge) }, failureProbability }
}

function timeoutOf({ data }: EdgeContext): number {
  const timeoutMs = Math.min(
    amount(data.timeout, Number.POSITIVE_INFINITY),
    amount(data.queryTimeout, Number.POSITIVE_INFINITY),
  )
  return timeoutMs > LONGEST_TIMEOUT_MS ? Number.POSITIVE_INFINITY : timeoutMs
}

const expiryOf = ({ data }: EdgeContext): number =>
  Math.min(
    amount(data.messageExpirationMs, Number.POSITIVE_INFINITY),
    amount(data.retentionPeriodHours, Number.POSITIVE_INFINITY) * MS_PER_HOUR,
  )

function retryOf({ data, settings }: EdgeContext): LinkModel['retry'] {
  if (data.retryEnabled !== true || data.deliveryGuarantee === 'At-Most-Once') return null
  const strategy = data.retryStrategy ?? 'Exponential'
  const waitsMs = retryWaits({
    strategy,
    intervalMs: amount(data.retryIntervalMs, properties.retryIntervalMs.default),
    maxRetries: Math.round(amount(data.maxRetries, properties.maxRetries.default, 0, 1000)),
    mostMs: MOST,
  })
  return { waitsMs, jitter: jitterOf(strategy, settings.jitter) }
}

function breakerOf({ data, notes: { assume } }: EdgeContext): LinkModel['breaker'] {
  if (data.circuitBreakerEnabled !== true) return null
  const window = assume('breakerWindow')
  return {
    window,
    minimumCalls: window,
    failureShare: assume('breakerShare'),
    openMs: assume('breakerOpen') * 1000,
    probes: assume('breakerProbes'),
    initial: BREAKER_STATES[data.circuitBreakerStatus ?? 'Closed'],
  }
}

/** Chance that one of two independent things happens. */
const either = (a: number, b: number): number => (b === 0 ? a : a === 0 ? b : 1 - (1 - a) * (1 - b))

const failsOver = (edge: EdgeContext): boolean => {
  const strategy = edge.data.failoverStrategy ?? 'None'
  return strategy !== 'None' && !isAlwaysCopied(edge)
}
