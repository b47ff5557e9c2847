import { CannotBeRead } from '../../../../../tooling/reference-cases/reference-case.ts'
import { balancer, type Diagram, link, users, workers } from '../diagram.ts'

export type Inputs = Readonly<Record<string, unknown>>

/** A system that a case tells in a few figures. */
interface Shape {
  /** Its inputs; of those between `|`, one. */
  readonly has: readonly string[]
  /** Further inputs that it understands. */
  readonly may?: readonly string[]
  readonly draw: (inputs: Inputs) => Diagram
}

/** Draws such a system; null where its inputs are of none that is known. */
export function diagramOfShape({ profile = 'N0', settings, ...inputs }: Inputs): Diagram | null {
  const names = Object.keys(inputs)
  const shape = SHAPES.find(({ has, may = [] }) => {
    const known = [...has.flatMap((keys) => keys.split('|')), ...may]
    return (
      has.every((keys) => keys.split('|').some((key) => names.includes(key))) &&
      names.every((name) => known.includes(name))
    )
  })
  const drawn = shape?.draw(inputs)
  if (drawn === undefined) return null
  return { profile: String(profile), ...drawn, settings: { ...drawn.settings, ...(settings as object | undefined) } }
}

const chain = (ids: readonly string[], data: Inputs = {}) =>
  ids.slice(1).map((id, index) => link(ids[index] as string, id, data))

const SHAPES: readonly Shape[] = [
  {
    has: ['consumers', 'perConsumerPerS', 'phases|rate'],
    may: ['topic', 'partitions', 'seconds'],
    draw: ({ topic, consumers, perConsumerPerS, rate, seconds, phases = [[seconds, rate]], ...inputs }) => {
      const { partitions } = { ...(topic as Inputs | undefined), ...inputs }
      const listed = phases as readonly (readonly [number, number])[]
      const endOf = (index: number) => listed.slice(0, index + 1).reduce((sum, [forS]) => sum + forS, 0)
      const load = listed.slice(1).map(([forS, rps], index) => ({ atS: endOf(index), forS, rps }))
      const single = { instances: consumers, concurrencyModel: 'Single-Threaded' }
      const topicData = { kind: 'kafka', communicationPattern: 'Async', partitioning: true, partitions }
      return {
        nodes: [users(listed[0]?.[1] ?? 0), workers('consumers', 1, 1000 / Number(perConsumerPerS), single)],
        edges: [link('c', 'consumers', topicData)],
        settings: { load, durationS: endOf(listed.length) },
      }
    },
  },
  {
    has: ['mu|S_ms|S_s', 'lam|lambda|rps|rate|N|slo'],
    may: ['c', 'K', 'Z_s', 'Z_ms', 'service', 'arrivals'],
    draw: ({ mu, S_s, S_ms = 1000 * Number(S_s), c = 1, K, N, Z_s = 0, Z_ms = 1000 * Number(Z_s), slo, ...inputs }) => {
      const slots = Number(c)
      const meanMs = mu === undefined ? Number(S_ms) : 1000 / Number(mu)
      const { lam, lambda = lam, rps = lambda, rate = rps ?? (500 * slots) / meanMs, ...settings } = inputs as Inputs
      const client = N === undefined ? users(Number(rate)) : users(Number(N), Number(Z_ms))
      return {
        nodes: [client, workers('s', slots, meanMs, K === undefined ? {} : { maxConcurrentRequests: K })],
        edges: [link('c', 's')],
        settings: { ...(N === undefined ? {} : { arrivals: 'closed' }), ...settings },
        ...(slo !== undefined && { objective: objectiveOf(String(slo)) }),
      }
    },
  },
  /** Each call of a chain is tried again, and the last service always fails. One request, well apart from the next. */
  {
    has: ['layers', 'retries|triesPerLayer'],
    draw: ({ layers, triesPerLayer, retries = Number(triesPerLayer) - 1 }) => {
      const ids = Array.from({ length: Number(layers) }, (_, index) => `s${index}`)
      const retrying = { retryEnabled: true, maxRetries: retries, retryStrategy: 'Constant', retryIntervalMs: 100 }
      return {
        nodes: [
          users(1, 10_000_000),
          ...ids.map((id) => workers(id, 1000, 1, id === ids.at(-1) ? { failureProbability: 1 } : {})),
        ],
        edges: chain(['c', ...ids], retrying),
        settings: { arrivals: 'deterministic', service: 'det', callStyle: 'synchronous', durationS: 25_000 },
      }
    },
  },
  {
    has: ['backends', 'failing'],
    draw: ({ backends, failing }) => {
      const [failed, others] = [Number(failing), Number(backends) - Number(failing)]
      const backend = (id: string, count: number, data = {}) => ({ ...workers(id, 1000, 10, data), count })
      return {
        nodes: [
          users(2 * Number(backends)),
          balancer('Round Robin'),
          backend('failing', failed, { failureProbability: 1 }),
          backend('s', others),
        ],
        edges: [link('c', 'lb'), link('lb', 'failing'), link('lb', 's')],
        settings: { arrivals: 'deterministic', service: 'det', outlierEjection: true, durationS: 300 },
      }
    },
  },
]

/** `p95<=500ms`. */
function objectiveOf(words: string): NonNullable<Diagram['objective']> {
  const [, digits, most, unit] = /^p(\d{2,3})\s*<=?\s*([\d.]+)\s*(ms|s)$/.exec(words) ?? []
  if (digits === undefined) throw new CannotBeRead(`"${words}" is no objective`)
  return { share: Number(digits) / 10 ** digits.length, mostMs: Number(most) * (unit === 's' ? 1000 : 1) }
}

/** Enough to know a share to half a percent with ten replications; each takes the whole width. */
const LEAST_FANNED_OUT = 1600
const SLOW_FACTOR = 100

/** A request asks `width` services, each of which is slow with a chance. */
export function fanOut(slowShare: number, width: number): Diagram {
  const copied = { kind: 'eventStream', communicationPattern: 'Pub-Sub' }
  return {
    profile: 'N0',
    nodes: [users(1), workers('p', 1000, 1), { ...workers('s', 1000, 10), count: width }],
    edges: [link('c', 'p'), link('p', 's', copied)],
    settings: { service: { p: 'det', default: `two-point:share=${slowShare},factor=${SLOW_FACTOR}` } },
    slowMs: 10 * Math.sqrt(SLOW_FACTOR),
    requests: Math.max(LEAST_FANNED_OUT, 400_000 / width),
  }
}

export const farm = (backends: number, meanMs: number, rps: number): Diagram => ({
  profile: 'N0',
  nodes: [users(rps), balancer('Round Robin'), { ...workers('s', 1, meanMs), count: backends }],
  edges: [link('c', 'lb'), link('lb', 's')],
})

/** Calls that all fail, at a steady rate, behind a breaker. */
export const failingBehindBreaker = (rps: number, calls: number, breaker: Inputs): Diagram => ({
  profile: 'N0',
  nodes: [users(rps), workers('s', 1000, 1, { failureProbability: 1 })],
  edges: [link('c', 's', { circuitBreakerEnabled: true })],
  settings: { arrivals: 'deterministic', service: 'det', durationS: calls / rps + 120 },
  breaker,
})

/** All fail at the very beginning, and try once more. */
export const failingTogether = (
  clients: number,
  retryStrategy: string,
  retryIntervalMs: number,
  jitter: string,
): Diagram => ({
  profile: 'N0',
  nodes: [users(clients * 1000), workers('s', 1_000_000, 1, { failureProbability: 1 })],
  edges: [link('c', 's', { retryEnabled: true, maxRetries: 1, retryStrategy, retryIntervalMs })],
  settings: {
    arrivals: 'deterministic',
    service: { s: 'zero' },
    jitter,
    load: [{ atS: 0.001, rps: 0 }],
    durationS: (3 * retryIntervalMs) / 1000,
  },
})

const SWEEP_REQUESTS = 40_000
const LOADS = 10

/** Two services in turn, the second behind a line of its own, under more and more load; the last beyond its capacity. */
export function sweep(least: number, most: number): Readonly<Record<string, Diagram>> {
  const edges = [
    link('c', 'a'),
    link('a', 'b', { bandwidthMbps: 10, averageRequestSizeKB: 8, averageResponseSizeKB: 0 }),
  ]
  const loads = Array.from({ length: LOADS }, (_, index) => least + ((most - least) * index) / (LOADS - 1))
  const at = (rps: number): Diagram => {
    const durationS = SWEEP_REQUESTS / rps
    const nodes = [users(rps), workers('a', 1, 10), workers('b', 1, 8)]
    return { profile: 'N0', nodes, edges, settings: { durationS, warmUpS: durationS / 10 } }
  }
  return Object.fromEntries([...loads, 150].map((rps) => [`${rps.toFixed(1)} rps`, at(rps)]))
}

/** Something of everything whose times and rates can be stretched. */
export const TOWN: Diagram = {
  profile: 'N0',
  nodes: [
    users(60),
    balancer('Least Connections'),
    workers('one', 4, 40),
    workers('two', 2, 25, { maxConcurrentRequests: 40 }),
    { id: 'cache', type: 'Cache', data: { averageLatency: 1, maxThroughput: 4000, expectedHitRate: 0.6 } },
    { id: 'db', type: 'Database', data: { maxConnections: 4, averageLatency: 30 } },
  ],
  edges: [
    link('c', 'lb', { latencyMs: 5, timeout: 2000 }),
    link('lb', 'one', { latencyMs: 1, bandwidthMbps: 20, averageRequestSizeKB: 2, averageResponseSizeKB: 8 }),
    link('lb', 'two', {
      timeout: 400,
      retryEnabled: true,
      maxRetries: 2,
      retryStrategy: 'Exponential',
      retryIntervalMs: 50,
    }),
    link('one', 'cache'),
    link('two', 'cache'),
    link('cache', 'db', { latencyMs: 2 }),
  ],
  settings: { service: 'lognormal:scv=2', callStyle: 'synchronous', jitter: 'full' },
}
