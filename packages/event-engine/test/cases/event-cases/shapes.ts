import { Unmapped } from '../../../../../tooling/reference-cases/reference-case.ts'
import { balancer, draw, link, named, type RoughEdge, type RoughNode, users, workers } from './draw.ts'
import { list, number, record } from './read-settings.ts'
import { type Happenings, type Scenario, scenarioOfFlow, withTold } from './scenario.ts'

type Inputs = Readonly<Record<string, unknown>>
type Profiles = Readonly<Record<string, Inputs>>

/** The profile of systems that are told in a few numbers: nothing happens but what they tell. Without it, the file's first. */
export const neutral = (profiles: Profiles): Inputs | undefined => profiles.N0 ?? Object.values(profiles)[0]

interface Shape {
  /** Keys that tell it from the others; of those in a list, one. */
  readonly has: readonly (string | readonly string[])[]
  /** Further keys that it understands. */
  readonly may?: readonly string[]
  build(inputs: Inputs, profiles: Profiles): Scenario
}

/** A system told in a few numbers instead of a diagram; null where they tell none that is known. */
export function readShape({ profile: _, settings, ...inputs }: Inputs, profiles: Profiles): Scenario | null {
  const told = Object.keys(inputs)
  const shape = SHAPES.find(
    ({ has, may = [] }) =>
      has.every((keys) => [keys].flat().some((key) => told.includes(key))) &&
      told.every((key) => [...has.flat(), ...may].includes(key)),
  )
  const scenario = shape?.build(inputs, profiles) ?? null
  return scenario === null || settings === undefined ? scenario : withTold(scenario, record(settings))
}

const SHAPES: readonly Shape[] = [
  /** Consumers of one group at a partitioned topic. */
  {
    has: ['consumers', 'perConsumerPerS', ['phases', 'rate']],
    may: ['topic', 'partitions', 'seconds'],
    build(inputs, profiles) {
      const { partitions } = { ...(inputs.topic === undefined ? {} : record(inputs.topic)), ...inputs } as Inputs
      const phases = inputs.phases === undefined ? [[number(inputs.seconds), number(inputs.rate)]] : list(inputs.phases)
      const [first, ...later] = phases.map((phase) => list(phase).map(number) as [number, number])
      if (first === undefined) throw new Unmapped('No phase of load is told.')
      const starts = later.map((_, index) => first[0] + sum(later.slice(0, index).map(([forS]) => forS)))
      const consumers = { instances: number(inputs.consumers), concurrencyModel: 'Single-Threaded', cpuCores: 1 }
      return scenarioOf({
        nodes: [users(first[1]), workers('consumers', 1, 1000 / number(inputs.perConsumerPerS), consumers)],
        edges: [
          link('c', 'consumers', {
            kind: 'kafka',
            communicationPattern: 'Async',
            partitioning: true,
            partitions: number(partitions),
          }),
        ],
        settings: { load: later.map(([forS, rps], index) => ({ atS: starts[index], forS, rps })) },
        profiles,
        happens: { firstPhaseS: first[0] },
        durationS: first[0] + sum(later.map(([forS]) => forS)),
      })
    },
  },
  /** One queue with workers: arrivals and service a second or their means; users who think; places; an objective of its greatest load. */
  {
    has: [
      ['mu', 'S_ms', 'S_s'],
      ['lam', 'lambda', 'rps', 'rate', 'N', 'slo'],
    ],
    may: ['c', 'K', 'Z_s', 'Z_ms', 'service', 'arrivals'],
    build: (inputs, profiles) => {
      const { mu, S_s, S_ms, c = 1, K, N, slo, service, arrivals } = inputs
      const slots = number(c)
      const meanMs = mu === undefined ? number(S_ms ?? 1000 * number(S_s)) : 1000 / number(mu)
      const told = inputs.lam ?? inputs.lambda ?? inputs.rps ?? inputs.rate
      const rps = told === undefined ? (0.5 * slots * 1000) / meanMs : number(told)
      const thinkMs = inputs.Z_ms ?? 1000 * number(inputs.Z_s ?? 0)
      const client = users(rps)
      const thinking = { ...client.data, concurrentUsers: N, thinkTimeBetweenRequests: thinkMs }
      return scenarioOf({
        nodes: [
          N === undefined ? client : { ...client, data: thinking },
          workers('s', slots, meanMs, K === undefined ? {} : { maxConcurrentRequests: number(K) }),
        ],
        edges: [link('c', 's')],
        settings: {
          ...(N !== undefined && { arrivals: 'closed' }),
          ...(arrivals !== undefined && { arrivals }),
          ...(service !== undefined && { service }),
        },
        profiles,
        happens: slo === undefined ? {} : { objective: objectiveOf(String(slo)) },
      })
    },
  },
  /** A chain of so many calls, of which each is tried again, to a service that always fails. One request, well apart from the next. */
  {
    has: ['layers', ['retries', 'triesPerLayer']],
    build(inputs, profiles) {
      const names = named(number(inputs.layers))
      const retries = inputs.retries === undefined ? number(inputs.triesPerLayer) - 1 : number(inputs.retries)
      const retrying = { retryEnabled: true, maxRetries: retries, retryStrategy: 'Constant', retryIntervalMs: 100 }
      const client = users(1)
      const apart = { ...client.data, concurrentUsers: 1, thinkTimeBetweenRequests: REQUEST_APART_S * 1000 }
      return scenarioOf({
        nodes: [
          { ...client, data: apart },
          ...names.map((id) => workers(id, 1000, 1, id === names.at(-1) ? { failureProbability: 1 } : {})),
        ],
        edges: names.map((id, index) => link(names[index - 1] ?? 'c', id, retrying)),
        settings: {
          arrivals: 'deterministic',
          service: 'det',
          callStyle: 'synchronous',
          durationS: REQUEST_APART_S * 2.5,
        },
        profiles,
        durationS: REQUEST_APART_S * 2.5,
      })
    },
  },
  /** Targets behind a balancer of which some fail every request. */
  {
    has: ['backends', 'failing'],
    build(inputs, profiles) {
      const names = named(number(inputs.backends))
      const failing = names.slice(0, number(inputs.failing))
      return scenarioOf({
        nodes: [
          users(names.length * 2),
          balancer('Round Robin'),
          ...names.map((id) => workers(id, 1000, 10, failing.includes(id) ? { failureProbability: 1 } : {})),
        ],
        edges: [link('c', 'lb'), ...names.map((id) => link('lb', id))],
        settings: { arrivals: 'deterministic', service: 'det', outlierEjection: true, durationS: 300 },
        profiles,
        durationS: 300,
      })
    },
  },
]

const REQUEST_APART_S = 10_000

/** `[0.01, 100]`: a request asks 100 services, each of which is slow with a chance of 0.01. */
export function fanOut(slowShare: number, width: number, profiles: Profiles): Scenario {
  const names = named(width)
  return {
    ...scenarioOf({
      nodes: [users(1), workers('p', 1000, 1), ...names.map((id) => workers(id, 1000, 10))],
      edges: [
        link('c', 'p'),
        ...names.map((id) => link('p', id, { kind: 'eventStream', communicationPattern: 'Pub-Sub' })),
      ],
      settings: { service: { p: 'det', default: `two-point:share=${slowShare},factor=${SLOW_FACTOR}` } },
      profiles,
      happens: { slowMs: 10 * Math.sqrt(SLOW_FACTOR) },
    }),
    requests: Math.max(LEAST_FANNED_OUT, 400_000 / width),
  }
}

/** Enough to know a share to half a percent with ten replications; each takes the whole width. */
const LEAST_FANNED_OUT = 1600
const SLOW_FACTOR = 100

interface Told {
  readonly nodes: readonly RoughNode[]
  readonly edges: readonly RoughEdge[]
  readonly settings?: Inputs
  readonly profiles: Profiles
  readonly happens?: Happenings
  readonly durationS?: number
}

export function scenarioOf({ nodes, edges, settings = {}, profiles, happens = {}, durationS }: Told): Scenario {
  const flow = draw(nodes, edges, neutral(profiles))
  const scenario = scenarioOfFlow(flow, { told: settings, happens })
  return durationS === undefined ? scenario : { ...scenario, durationS }
}

/** `p95<=500ms`. */
function objectiveOf(words: string): { readonly share: number; readonly mostMs: number } {
  const [, digits, most, unit] = /^p(\d{2,3})\s*<=?\s*([\d.]+)\s*(ms|s)$/.exec(words) ?? []
  if (digits === undefined) throw new Unmapped(`"${words}" is no objective that is known.`)
  return { share: Number(digits) / 10 ** digits.length, mostMs: Number(most) * (unit === 's' ? 1000 : 1) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
