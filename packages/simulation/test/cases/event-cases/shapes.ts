import { Unmapped } from '../reference-case.ts'
import { balancer, draw, link, named, type RoughEdge, type RoughNode, users, workers } from './draw.ts'
import { CASE_SETTINGS, list, number, readSettings, record } from './read-settings.ts'
import type { Happenings, Scenario } from './scenario.ts'

type Inputs = Readonly<Record<string, unknown>>
type Profiles = Readonly<Record<string, Inputs>>

/** The profile of systems that are told in a few numbers: nothing happens but what they tell. Without it, the file's first. */
const NEUTRAL = 'N0'

interface Shape {
  /** Keys that tell it from the others. */
  readonly has: readonly string[]
  build(inputs: Inputs, profiles: Profiles): Scenario
}

/** A system told in a few numbers instead of a diagram; null where they tell none that is known. */
export function readShape(inputs: Inputs, profiles: Profiles): Scenario | null {
  return SHAPES.find(({ has }) => has.every((key) => Object.hasOwn(inputs, key)))?.build(inputs, profiles) ?? null
}

const SHAPES: readonly Shape[] = [
  /** Consumers of one group at a partitioned topic. */
  {
    has: ['consumers', 'perConsumerPerS'],
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
  /** One queue with workers, whose greatest load within an objective is looked for. */
  {
    has: ['S_ms', 'c', 'slo'],
    build: (inputs, profiles) => {
      const slots = number(inputs.c)
      const rps = (0.5 * slots * 1000) / number(inputs.S_ms)
      return scenarioOf({
        nodes: [users(rps), workers('s', slots, number(inputs.S_ms))],
        edges: [link('c', 's')],
        profiles,
        happens: { objective: objectiveOf(String(inputs.slo)) },
      })
    },
  },
  /** A loss system: arrivals and service a second, workers, places. */
  {
    has: ['lam', 'mu', 'c', 'K'],
    build: (inputs, profiles) =>
      scenarioOf({
        nodes: [
          users(number(inputs.lam)),
          workers('s', number(inputs.c), 1000 / number(inputs.mu), { maxConcurrentRequests: number(inputs.K) }),
        ],
        edges: [link('c', 's')],
        profiles,
      }),
  },
  /** A chain of so many calls, of which each is tried again, to a service that always fails. One request, well apart from the next. */
  {
    has: ['layers'],
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

export const scenarioOf = ({ nodes, edges, settings, profiles, happens = {}, durationS }: Told): Scenario => ({
  flow: draw(nodes, edges, profiles[NEUTRAL] ?? Object.values(profiles)[0]),
  settings: settings === undefined ? CASE_SETTINGS : readSettings(settings),
  happens,
  durationS: durationS ?? null,
  requests: null,
  adjust: (model) => model,
})

/** `p95<=500ms`. */
function objectiveOf(words: string): { readonly share: number; readonly mostMs: number } {
  const [, digits, most, unit] = /^p(\d{2,3})\s*<=?\s*([\d.]+)\s*(ms|s)$/.exec(words) ?? []
  if (digits === undefined) throw new Unmapped(`"${words}" is no objective that is known.`)
  return { share: Number(digits) / 10 ** digits.length, mostMs: Number(most) * (unit === 's' ? 1000 : 1) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
