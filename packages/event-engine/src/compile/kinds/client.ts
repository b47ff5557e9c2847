import { NODE_KINDS, type NodeData } from '@plimsoll/catalog'
import { scramble, TRAFFIC } from '@plimsoll/simulation'
import { sinOfTurns } from '../../portable-math.ts'
import { retryWaits } from '../../rules/retry-waits.ts'
import { amount, MOST, share } from '../amount.ts'
import type { Notes } from '../notes.ts'
import { steady, stepped } from '../rates.ts'
import { type NodeCompiler, type NodeScope, PLAIN, type Traffic } from './plan.ts'

type Client = NodeData<'Client'>
type Data = Partial<Client>
type Pattern = Omit<Traffic['pattern'], 'key'>

const { properties } = NODE_KINDS.Client

const none = () => 0

const DEVICE_MS: Readonly<Record<Client['devicePerformance'], (notes: Notes) => number>> = {
  Low: ({ assume }) => assume('deviceLow'),
  Medium: ({ assume }) => assume('deviceMedium'),
  High: ({ assume }) => assume('deviceHigh'),
}

const ACCESS_MS: Readonly<Record<Client['connectionType'], (notes: Notes) => number>> = {
  Wired: ({ assume }) => assume('accessWired'),
  WiFi: ({ assume }) => assume('accessWifi'),
  '5G': ({ assume }) => assume('access5g'),
  Cellular: ({ assume }) => assume('accessCellular'),
  Satellite: ({ assume }) => assume('accessSatellite'),
}

const CHECK_MS: Readonly<Record<Client['authenticationMethod'], (notes: Notes) => number>> = {
  None: none,
  Basic: none,
  'API Key': none,
  OAuth: ({ assume }) => assume('tokenCheck'),
  JWT: ({ assume }) => assume('tokenCheck'),
  'Client Certificate': ({ assume }) => assume('certificateCheck'),
}

/** Steps that stand for a sine: each has its value in the middle, so that all of them have the same mean. */
const PERIOD_STEPS = 512

const PATTERNS: Readonly<Record<Client['requestPattern'], (data: Data, scope: NodeScope) => Pattern>> = {
  Steady: () => steady(1),
  Bursty: ({ burstFactor }) => {
    const factor = amount(burstFactor, properties.burstFactor.default)
    const { everyMs, lastingMs } = TRAFFIC.bursty
    return {
      at: (timeMs) => (timeMs % everyMs < lastingMs ? factor : 1),
      changesAt: (timeMs) => timeMs - (timeMs % everyMs) + (timeMs % everyMs < lastingMs ? lastingMs : everyMs),
      isSteady: false,
      periodMs: everyMs,
    }
  },
  Periodic: ({ periodSeconds }) => {
    const periodMs = amount(periodSeconds, properties.periodSeconds.default, 0.1) * 1000
    const { amplitude } = TRAFFIC.periodic
    const swing = stepped(periodMs / PERIOD_STEPS, (step) => 1 + amplitude * sinOfTurns((step + 0.5) / PERIOD_STEPS))
    return { ...swing, periodMs }
  },
  Random: (_data, { notes }) => {
    const stepMs = notes.assume('patternStep') * 1000
    const { from, to } = TRAFFIC.random
    const factorOf = (seed: number, step: number) =>
      from + ((to - from) * scramble(seed ^ scramble(step))) / 0x1_0000_0000
    return {
      ...steady((from + to) / 2),
      isSteady: false,
      ofRun: (seed) => ({ ...stepped(stepMs, (step) => factorOf(seed, step)), key: `random ${seed}` }),
    }
  },
}

/** Connections that such a program cannot open. */
const CANNOT_USE: Readonly<Record<Client['clientType'], readonly string[]>> = {
  Browser: ['tcp', 'udp', 'mqtt', 'amqp', 'kafka', 'eventStream', 'database'],
  'Mobile App': ['kafka', 'database'],
  'Desktop App': [],
  'IoT Device': ['kafka', 'database'],
  'API Client': [],
}

/** Regions of servers that are near to the people of an area. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  'North America': ['us-east-1', 'us-west-2'],
  Europe: ['eu-west-1'],
  Asia: ['ap-northeast-1', 'ap-southeast-1'],
}

export const client: NodeCompiler<'Client'> = (data, scope) => ({
  ...PLAIN,
  group: null,
  traffic: trafficOf(data, scope),
})

function trafficOf(data: Data, scope: NodeScope): Traffic {
  const { notes, kept } = scope
  const ttlS = data.cacheEnabled === true ? amount(data.cacheTTL, properties.cacheTTL.default) : 0
  return {
    users: Math.round(amount(data.concurrentUsers, properties.concurrentUsers.default)),
    scale: scope.settings.loadScale?.[scope.id] ?? 1,
    thinkMs: amount(data.thinkTimeBetweenRequests, properties.thinkTimeBetweenRequests.default),
    pattern: {
      ...PATTERNS[data.requestPattern ?? 'Steady'](data, scope),
      key: [data.requestPattern, data.burstFactor, data.periodSeconds].join(),
    },
    localMs: data.devicePerformance === undefined ? 0 : DEVICE_MS[data.devicePerformance](notes),
    local: (readsPerSecond) => kept.ofUsers(ttlS, readsPerSecond),
    localTtlS: ttlS,
    retryWaitsMs: data.retryOnError === true ? retriesOf(data, notes) : [],
    latencyMs: data.connectionType === undefined ? 0 : ACCESS_MS[data.connectionType](notes),
    bandwidthMbps: amount(data.bandwidthLimit, Number.POSITIVE_INFINITY, 1e-6),
    lossProbability: share(data.packetLossRate),
    stability: share(data.networkStability, 1),
    reconnectAttempts: Math.round(amount(data.reconnectAttempts, properties.reconnectAttempts.default, 0, 1000)),
    keepsConnections: data.connectionPersistence !== false,
    isSecure: data.requireSecureConnection === true,
    checkMs: CHECK_MS[data.authenticationMethod ?? 'None'](notes),
    areas: (data.geographicDistribution ?? []).map((area) => (region) => !isNear(area, region)),
    cannotUse: data.clientType === undefined ? [] : CANNOT_USE[data.clientType],
    speaks: data.supportedProtocols ?? [],
    prefers: data.preferredProtocol ?? null,
  }
}

const retriesOf = (data: Data, { assume }: Notes): readonly number[] =>
  retryWaits({
    strategy: 'Exponential',
    intervalMs: assume('clientRetry'),
    maxRetries: Math.round(amount(data.maxRetries, properties.maxRetries.default, 0, 100)),
    mostMs: MOST,
  })

const isNear = (area: string, region: string): boolean =>
  Object.hasOwn(NEAR, area) && (NEAR[area]?.includes(region) ?? false)
