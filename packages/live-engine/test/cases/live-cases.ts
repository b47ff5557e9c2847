import type { NodeData } from '@plimsoll/catalog'
import type { RunCommand } from '@plimsoll/live-engine'
import {
  createRng,
  DOT_TONES,
  dotTone,
  findBottlenecks,
  finishRates,
  REQUEST_TYPES,
  type Rng,
  requestsPerSecond,
} from '@plimsoll/simulation'
import { CannotBeRead, type CaseRunner, demand } from '../../../../tooling/reference-cases/reference-case.ts'
import { LIFETIME_MS, RANDOM_RETRY_CHANCE, TICK_MS } from '../../src/config.ts'
import { edgeImpact, failurePerTick, nodeImpact } from '../../src/rules/formulas.ts'
import { bestOf, pickByWeight } from '../../src/rules/pick.ts'
import { visitOver } from '../../src/rules/step.ts'
import { measureUtilization } from '../../src/rules/utilization.ts'
import { createState } from '../../src/state.ts'
import { advance } from '../../src/tick.ts'
import { chain, edge, flow, node, ONE_A_TICK } from '../support/flows.ts'
import { Bench, lasting, NOTHING_HAPPENS, started } from '../support/runs.ts'
import { PATH_INPUTS, pathOf, quickSteps, readSteps } from './live-paths.ts'
import { failureIn } from './live-situations.ts'

interface Given {
  readonly seed: number
  readonly title: string
  readonly expected: Readonly<Record<string, unknown>>
}

/** A kind of case, known by the names of its inputs. */
interface LiveKind {
  readonly needs: readonly string[]
  /** Further inputs that it understands. */
  readonly may?: readonly string[]
  readonly measure: (inputs: never, given: Given) => Readonly<Record<string, unknown>>
}

const LONE_CLIENT = { retryOnError: false } as const

/** Components with every overload threshold that settings give. */
const THRESHOLDS = [false, true].flatMap((more, place) => [
  node('Server', `server-${place}`, { autoScaling: more }),
  node('Server', `single-${place}`, { autoScaling: more, concurrencyModel: 'Single-Threaded' }),
  node('Database', `database-${place}`, { autoScaling: more }),
  node('Database', `replicated-${place}`, { autoScaling: more, replication: true }),
])

/** The live engine's cases: each kind is measured in its own way, inside the engine. */
export const liveRunner: CaseRunner = {
  by: 'the live engine',
  measure({ title, inputs, expected }, { seed, length }) {
    const names = Object.keys(inputs)
    const kind = KINDS.find(
      ({ needs, may = [] }) =>
        needs.every((name) => names.includes(name)) && names.every((name) => [...needs, ...may].includes(name)),
    )
    if (kind === undefined) throw new CannotBeRead(`Nothing in the live engine is measured from ${names.join(', ')}.`)
    const measured = kind.measure(lengthened(inputs, length) as never, { seed, title, expected })
    const unknown = Object.keys(expected).find((name) => !Object.hasOwn(measured, name))
    if (unknown !== undefined) throw new CannotBeRead(`Nothing in the live engine is called ${unknown}.`)
    return measured
  },
}

function lengthened(inputs: Readonly<Record<string, unknown>>, length: number): Readonly<Record<string, unknown>> {
  return typeof inputs.ticks === 'number' ? { ...inputs, ticks: inputs.ticks * length } : inputs
}

/** Figures whose names hold numbers (`0_9` is 0.9), one for each that is expected. */
const named = (expected: Given['expected'], pattern: RegExp, measure: (...numbers: readonly number[]) => number) =>
  Object.fromEntries(
    Object.keys(expected).flatMap((name) => {
      const found = pattern.exec(name)
      return found === null ? [] : [[name, measure(...found.slice(1).map((text) => Number(text.replace('_', '.'))))]]
    }),
  )

const KINDS: readonly LiveKind[] = [
  {
    needs: ['users', 'think', 'ticks'],
    may: ['burstFactor', 'periodSeconds'],
    measure: ({ users, think, ticks, ...pattern }: Arrivals, { seed, title }) => {
      const requestPattern = patternOf(pattern, title)
      const isRandom = requestPattern === 'Random'
      const settings = { requestPattern, ...pattern }
      const counts = countArrivals({ users, think, ticks }, settings, isRandom ? createRng(seed) : NOTHING_HAPPENS)
      const meanPerTick = sum(counts) / counts.length
      const [least, most] = [Math.min(...counts), Math.max(...counts)]
      return {
        perTick: least === most ? most : counts,
        total: sum(counts),
        minPerTick: least,
        maxPerTick: most,
        meanPerTick,
        sdPerTick: Math.sqrt(sum(counts.map((count) => (count - meanPerTick) ** 2)) / (counts.length - 1)),
        perTickInBurst: most,
        perTickOutside: least,
        burstTicksPerCycle: counts.slice(0, 100).filter((count) => count === most).length,
      }
    },
  },
  {
    needs: ['requests'],
    measure: ({ requests }: { requests: number }, { seed }) => {
      const bench = new Bench(chain(), createRng(seed))
      const made = Array.from({ length: requests }, () => bench.request('c'))
      const meanKB = sum(made.map(({ sizeKB }) => sizeKB)) / requests
      const sizes = (type: string) => made.filter((request) => request.type === type).map(({ sizeKB }) => sizeKB)
      return {
        ...Object.fromEntries(REQUEST_TYPES.map((type) => [type, sizes(type).length / requests])),
        meanKB,
        sdKB: Math.sqrt(sum(made.map(({ sizeKB }) => (sizeKB - meanKB) ** 2)) / requests),
        ranges: Object.fromEntries(
          REQUEST_TYPES.map((type) => [type, [Math.min(...sizes(type)), Math.max(...sizes(type))]]),
        ),
      }
    },
  },
  {
    needs: ['required_ms'],
    may: ['failureProbability'],
    measure: ({ required_ms, failureProbability = 0 }: { required_ms: number; failureProbability?: number }) => {
      const server = { averageProcessingTime: required_ms, failureProbability }
      const bench = new Bench(chain({ server }), NOTHING_HAPPENS)
      const request = bench.request('c')
      const reason = bench.live(request)
      return { failsAtAge_ms: bench.now - request.createdAt, reason }
    },
  },
  {
    needs: ['util', 'threshold', 'entries'],
    measure: ({ util, threshold, entries }: { util: number; threshold: number; entries: number }, { seed }) => {
      const turnedAway = (utilization: number) => {
        const edges = THRESHOLDS.map(({ id }) => edge('c', id))
        const bench = new Bench(flow([node('Client', 'c'), ...THRESHOLDS], edges), createRng(seed))
        const station = bench.network.stations.find((one) => one.client === null && one.threshold === threshold)
        if (station === undefined) throw new CannotBeRead(`No component can have the threshold ${threshold}.`)
        station.utilization = utilization
        const outcomes = Array.from({ length: entries }, () => bench.step(bench.arrived(`c-${station.id}`)))
        return outcomes.filter((outcome) => outcome === 'Node overload').length
      }
      return { failFrac: turnedAway(util) / entries, atOrBelowThreshold: turnedAway(threshold) + turnedAway(0) }
    },
  },
  {
    needs: ['util', 'traversals'],
    measure: ({ util, traversals }: { util: number; traversals: number }, { seed, expected }) => {
      const send = (utilization: number) => {
        const bench = new Bench(chain(), createRng(seed))
        bench.link('c-s').utilization = utilization
        let failed = 0
        let hopped = 0
        let requiredMs = 0
        while (failed + hopped < traversals) {
          const request = bench.request('c')
          if (bench.step(request) === 'Network congestion') failed += 1
          if (request.hoppedAt === null) continue
          hopped += 1
          requiredMs = request.visit.requiredMs
        }
        return { failed, requiredMs }
      }
      const hot = send(util)
      const warm = send(0.9)
      return {
        failFrac: hot.failed / traversals,
        addedMs: hot.requiredMs - warm.requiredMs,
        ...named(expected, /^at(\d+(?:_\d+)?)$/, (utilization) => send(utilization).failed / traversals),
      }
    },
  },
  {
    needs: ['perSecond'],
    measure: ({ perSecond }: { perSecond: readonly number[] }) => ({
      perTick: perSecond.map(failurePerTick),
      perSecondSurvival: perSecond.map((chance) => (1 - failurePerTick(chance)) ** 10),
    }),
  },
  {
    needs: ['nodes', 'maxRetries', 'requests'],
    may: ['p'],
    measure: ({ nodes, p = RANDOM_RETRY_CHANCE, maxRetries, requests }: Retries, { seed, expected }) => {
      demand(Number.isInteger(nodes) && nodes >= 2, `A path leads from a client to a node; it has not ${nodes} nodes.`)
      demand(p === RANDOM_RETRY_CHANCE, `The engine retries with a chance of ${RANDOM_RETRY_CHANCE}, not ${p}.`)
      demand((nodes + maxRetries) * TICK_MS <= LIFETIME_MS, `No request lives long enough for ${nodes} nodes.`)
      const bench = new Bench(pathOf(quickSteps(nodes - 1), { client: { maxRetries } }), createRng(seed))
      const destination = bench.network.stations.at(-1) ?? null
      const counts = Array.from({ length: maxRetries + 2 }, () => 0)
      for (let done = 0; done < requests; done += 1) {
        const request = bench.request('0', { destination })
        bench.live(request)
        counts[request.retries] = (counts[request.retries] ?? 0) + 1
      }
      const shares = counts.map((count) => count / requests)
      const percent = (tone: string) => 100 * sum(shares.filter((_, retries) => DOT_TONES[dotTone(retries)] === tone))
      return {
        retries: shares.slice(0, -1),
        exceeded: shares.at(-1),
        colours: String(expected.colours).replace(
          /(\w+) [\d.]+ %/g,
          (_, tone) => `${tone} ${percent(tone).toFixed(3)} %`,
        ),
      }
    },
  },
  {
    needs: ['rng'],
    may: ['quantised', ...PATH_INPUTS],
    measure: ({ rng, quantised = true, ...inputs }: { rng: unknown; quantised?: boolean }, { title, expected }) => {
      demand(quantised, 'The engine goes by whole ticks.')
      const ids = Array.isArray(expected.path) ? expected.path.map(String) : []
      const bench = new Bench(pathOf(readSteps(title, inputs), { ids }), constantIn(rng))
      const [source] = bench.network.sources
      const request = bench.request(source?.id ?? '')
      // Where nothing on the path answers such requests, its end does.
      request.destination ??= bench.network.stations.at(-1) ?? null
      const perNodeTicks: number[] = []
      for (let outcome = 'live'; outcome === 'live'; ) {
        const visit = request.path.length - 1
        bench.now += TICK_MS
        outcome = bench.step(request)
        perNodeTicks[visit] = (perNodeTicks[visit] ?? 0) + 1
      }
      return { responseMs: bench.now - request.createdAt, path: request.path, perNodeTicks }
    },
  },
  {
    needs: ['averageLatency'],
    may: ['queryComplexity'],
    measure: (database: Partial<NodeData<'Database'>>) => {
      const { nodes, edges } = chain({ database })
      const bench = new Bench(flow(nodes, [...edges, edge('c', 'd')]), NOTHING_HAPPENS)
      const databasePart = (id: string) => visitOver(bench.link(id), false).nodeMs
      return { required_dbPart_ms: databasePart('c-d'), viaServer_dbPart_ms: databasePart('s-d') }
    },
  },
  {
    needs: ['scores', 'draws'],
    measure: ({ scores, draws }: { scores: readonly number[]; draws: number }, { seed }) => {
      const rng = createRng(seed)
      const places = scores.map((_, place) => place)
      const counts = scores.map(() => 0)
      for (let done = 0; done < draws; done += 1) {
        const best = bestOf(places, (place) => scores[place] ?? 0, 3)
        const picked = pickByWeight(best, ({ score }) => score, rng)?.item ?? -1
        counts[picked] = (counts[picked] ?? 0) + 1
      }
      return { prob: counts.map((count) => count / draws) }
    },
  },
  {
    needs: ['nodeCapacity', 'edgeConcurrency'],
    measure: (inputs: { nodeCapacity: readonly number[]; edgeConcurrency: readonly number[] }, { expected }) => {
      const utilizationWith = (requests: number, capacity: number) => {
        const bench = new Bench(chain({ server: { instances: 1, maxConcurrentRequests: capacity } }), NOTHING_HAPPENS)
        const there = Array.from({ length: requests }, () => bench.arrived('c-s', { visit: lasting(TICK_MS) }))
        measureUtilization(bench.network, there)
        return bench.station('s').utilization
      }
      return {
        nodeImpact: inputs.nodeCapacity.map((capacity) => nodeImpact(capacity, lasting(TICK_MS))),
        edgeImpact: inputs.edgeConcurrency.map((concurrency) => edgeImpact(concurrency * 10, { ticks: 1 })),
        ...named(expected, /^utilWith(\d+)on(\d+)$/, utilizationWith),
      }
    },
  },
  {
    needs: ['samples'],
    measure: ({ samples }: { samples: readonly (readonly [number, number])[] }, { expected }) => {
      const history = samples.map(([timestamp, completedRequestCount]) => ({ timestamp, completedRequestCount }))
      return {
        rps: requestsPerSecond(history),
        ...named(expected, /^with(\d+)samples?$/, (count) => requestsPerSecond(history.slice(0, count))),
      }
    },
  },
  {
    needs: ['pairs'],
    measure: ({ pairs }: { pairs: readonly (readonly [number, number])[] }) => {
      const rates = pairs.map(([completed, failed]) => finishRates({ completed, failed }))
      return {
        success: rates.map(({ successRate }) => successRate.toFixed(2)),
        error: rates.map(({ errorRate }) => errorRate.toFixed(2)),
      }
    },
  },
  {
    needs: ['completed', 'failed', 'ticks'],
    measure: ({ completed, failed, ticks }: { completed: number; failed: number; ticks: number }) => {
      const { nodes, edges } = pathOf(quickSteps(1))
      const making = (id: string, count: number) =>
        node('Client', id, { ...ONE_A_TICK, ...LONE_CLIENT, concurrentUsers: count * ONE_A_TICK.concurrentUsers })
      const busy = (completing: number, failing: number) =>
        flow([making('0', completing), making('lone', failing), ...nodes.slice(1)], edges)
      // A request is made, and ends two ticks later.
      const arrivalTicks = Math.max(1, ticks - 2)
      const duePart = (total: number, tick: number) =>
        Math.floor(((tick + 1) * total) / arrivalTicks) - Math.floor((tick * total) / arrivalTicks)
      const run = started(busy(0, 0), { rng: NOTHING_HAPPENS })
      for (let done = 0; done < ticks; done += 1) {
        run.update(done < arrivalTicks ? busy(duePart(completed, done), duePart(failed, done)) : busy(0, 0))
        run.tick()
      }
      const { metricHistory, completedRequests, failedRequests } = run.snapshot()
      return {
        keptCompleted: run.history().completed.length,
        keptFailed: run.history().failed.length,
        keptSamples: metricHistory.length,
        completedCounter: completedRequests,
        failedCounter: failedRequests,
      }
    },
  },
  {
    needs: ['util'],
    measure: ({ util }: { util: readonly number[] }) => {
      const parts = util.map((utilization, index) => ({ id: String(index), utilization }))
      const found = findBottlenecks({ nodes: parts.slice(0, 4), edges: parts.slice(4) })
      return {
        listed: found.map(({ utilization }) => utilization),
        colours: found.map(({ level }) => `>${level}`),
      }
    },
  },
  {
    needs: ['cases'],
    measure: ({ cases }: { cases: readonly string[] }) => {
      const failures = cases.map(failureIn)
      return {
        reasons: failures.map((failure) => failure?.failureReason ?? null),
        retriesBeforeFail: failures.map((failure) => failure?.retryCount ?? null),
      }
    },
  },
  {
    needs: ['script'],
    measure: ({ script }: { script: readonly (RunCommand | 'tick')[] }) => {
      const run = started(chain())
      run.command('reset')
      const after = script.map((word) => {
        if (word === 'tick') run.tick()
        else run.command(word)
        return run.snapshot()
      })
      return { elapsed: after.map(({ elapsedTime }) => elapsedTime), states: after.map(({ state }) => state) }
    },
  },
]

interface Retries {
  readonly nodes: number
  readonly p?: number
  readonly maxRetries: number
  readonly requests: number
}

/** `always 0.99`, or the number alone. */
function constantIn(rng: unknown): Rng {
  const [, number] = /^(?:(?:always|constant(?:ly)?|fixed(?: at)?) )?(0?\.\d+|0)$/.exec(String(rng)) ?? []
  if (number === undefined) throw new CannotBeRead(`"${rng}" is no source of random numbers.`)
  return () => Number(number)
}

interface Arrivals extends Pattern {
  readonly users: number
  readonly think: number
  readonly ticks: number
}

interface Pattern {
  readonly burstFactor?: number
  readonly periodSeconds?: number
}

const PATTERNS = ['Steady', 'Bursty', 'Periodic', 'Random'] as const

/** By what it needs, or by the word in the title. */
function patternOf({ burstFactor, periodSeconds }: Pattern, title: string): (typeof PATTERNS)[number] {
  if (burstFactor !== undefined) return 'Bursty'
  if (periodSeconds !== undefined) return 'Periodic'
  return PATTERNS.find((pattern) => title.toLowerCase().includes(pattern.toLowerCase())) ?? 'Steady'
}

/** Requests made in each tick by one lone client. */
function countArrivals({ users, think, ticks }: Arrivals, settings: object, rng: Rng = NOTHING_HAPPENS): number[] {
  const client = { concurrentUsers: users, thinkTimeBetweenRequests: think, ...LONE_CLIENT, ...settings }
  const state = createState(flow([node('Client', 'c', client)]), { rng, idSalt: 0 })
  return Array.from({ length: ticks }, () => {
    const before = state.created
    advance(state)
    return state.created - before
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
