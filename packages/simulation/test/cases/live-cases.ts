import {
  createRng,
  dotTone,
  findBottlenecks,
  finishRates,
  type LiveRun,
  type Rng,
  type RunCommand,
  requestsPerSecond,
} from '@plimsoll/simulation'
import { RANDOM_RETRY_CHANCE } from '../../src/live/config.ts'
import { edgeImpact, failurePerTick, nodeImpact } from '../../src/live/rules/formulas.ts'
import { bestOf, pickByWeight } from '../../src/live/rules/pick.ts'
import { visitTimeMs } from '../../src/live/rules/step.ts'
import { measureUtilization } from '../../src/live/rules/utilization.ts'
import { createState } from '../../src/live/state.ts'
import { advance } from '../../src/live/tick.ts'
import { REQUEST_TYPES } from '../../src/results.ts'
import { chain, edge, flow, node, ONE_A_TICK, without } from '../support/flows.ts'
import { Bench, NOTHING_HAPPENS, started, tick } from '../support/runs.ts'
import { type CaseRunner, Unmapped } from './reference-case.ts'

interface Given {
  readonly seed: number
  readonly title: string
  /** The figures that the case expects. */
  readonly asked: readonly string[]
}

/** A kind of case, known by the names of its inputs. */
interface LiveKind {
  readonly needs: readonly string[]
  /** Further inputs that it understands. */
  readonly may?: readonly string[]
  readonly measure: (inputs: never, given: Given) => Readonly<Record<string, unknown>>
}

const LONE_CLIENT = { retryOnError: false } as const

/** The live engine's cases: each kind is measured in its own way, inside the engine. */
export const liveRunner: CaseRunner = {
  measure({ title, inputs, expected }, { seed, length }) {
    const names = Object.keys(inputs)
    const kind = KINDS.find(
      ({ needs, may = [] }) =>
        needs.every((name) => names.includes(name)) && names.every((name) => [...needs, ...may].includes(name)),
    )
    if (kind === undefined) throw new Unmapped(`Nothing in the live engine is measured from ${names.join(', ')}.`)
    const asked = Object.keys(expected)
    const measured = kind.measure(lengthened(inputs, length) as never, { seed, title, asked })
    const unknown = asked.find((name) => !Object.hasOwn(measured, name))
    if (unknown !== undefined) throw new Unmapped(`Nothing in the live engine is called ${unknown}.`)
    return measured
  },
}

function lengthened(inputs: Readonly<Record<string, unknown>>, length: number): Readonly<Record<string, unknown>> {
  return typeof inputs.ticks === 'number' ? { ...inputs, ticks: inputs.ticks * length } : inputs
}

/** Figures whose names hold numbers, one for each that is asked for. */
const named = (asked: readonly string[], pattern: RegExp, measure: (...numbers: readonly number[]) => number) =>
  Object.fromEntries(
    asked.flatMap((name) => {
      const found = pattern.exec(name)
      return found === null ? [] : [[name, measure(...found.slice(1).map(Number))]]
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
        const bench = new Bench(chain(), createRng(seed))
        const place = ['s', 'd'].find((id) => bench.station(id).threshold === threshold)
        if (place === undefined) throw new Unmapped(`No component has the threshold ${threshold}.`)
        bench.station(place).utilization = utilization
        const link = place === 's' ? 'c-s' : 's-d'
        const outcomes = Array.from({ length: entries }, () => bench.step(bench.arrived(link)))
        return outcomes.filter((outcome) => outcome === 'Node overload').length
      }
      return { failFrac: turnedAway(util) / entries, atOrBelowThreshold: turnedAway(threshold) + turnedAway(0) }
    },
  },
  {
    needs: ['util', 'traversals'],
    measure: ({ util, traversals }: { util: number; traversals: number }, { seed }) => {
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
          requiredMs = request.requiredTime
        }
        return { failed, requiredMs }
      }
      const hot = send(util)
      const warm = send(0.9)
      return { failFrac: hot.failed / traversals, addedMs: hot.requiredMs - warm.requiredMs, at0_9: warm.failed }
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
    needs: ['nodes', 'p', 'maxRetries', 'requests'],
    measure: ({ nodes, p, maxRetries, requests }: Retries, { seed }) => {
      demand(nodes === 3, 'Only a path of three nodes is laid out.')
      demand(p === RANDOM_RETRY_CHANCE, `The engine retries with a chance of ${RANDOM_RETRY_CHANCE}, not ${p}.`)
      const bench = new Bench(chain({ client: { maxRetries } }), createRng(seed))
      const counts = Array.from({ length: maxRetries + 1 }, () => 0)
      let exceeded = 0
      for (let done = 0; done < requests; done += 1) {
        const request = bench.request('c', { destination: bench.station('d') })
        if (bench.live(request) === 'Exceeded maximum retry attempts') exceeded += 1
        else counts[request.retries] = (counts[request.retries] ?? 0) + 1
      }
      const shares = counts.map((count) => count / requests)
      const percent = (retries: number) => `${dotTone(retries)} ${(100 * (shares[retries] ?? 0)).toPrecision(3)} %`
      return { retries: shares, exceeded: exceeded / requests, colours: [0, 1, 2].map(percent).join(', ') }
    },
  },
  {
    needs: ['rng', 'quantised'],
    measure: ({ rng, quantised }: { rng: string; quantised: boolean }, { title }) => {
      demand(quantised, 'The engine goes by whole ticks.')
      const { serverMs, edgeMs, databaseMs } = timesIn(title)
      const bench = new Bench(
        chain({
          server: { averageProcessingTime: serverMs },
          database: { averageLatency: databaseMs },
          edges: { latencyMs: edgeMs },
        }),
        constantIn(rng),
      )
      const request = bench.request('c')
      const perNodeTicks: number[] = []
      for (let outcome = 'live'; outcome === 'live'; ) {
        const visit = request.path.length - 1
        bench.now += 100
        outcome = bench.step(request)
        perNodeTicks[visit] = (perNodeTicks[visit] ?? 0) + 1
      }
      return { responseMs: bench.now - request.createdAt, path: request.path, perNodeTicks }
    },
  },
  {
    needs: ['averageLatency'],
    measure: ({ averageLatency }: { averageLatency: number }) => {
      const { nodes, edges } = chain({ database: { averageLatency } })
      const bench = new Bench(flow(nodes, [...edges, edge('c', 'd')]), NOTHING_HAPPENS)
      const databasePart = (id: string) => visitTimeMs(bench.link(id), false) - bench.link(id).timeMs
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
    measure: (inputs: { nodeCapacity: readonly number[]; edgeConcurrency: readonly number[] }, { asked }) => {
      const utilizationWith = (requests: number, capacity: number) => {
        const bench = new Bench(chain({ server: { instances: 1, maxConcurrentRequests: capacity } }), NOTHING_HAPPENS)
        const there = Array.from({ length: requests }, () => bench.arrived('c-s'))
        measureUtilization(bench.network, there)
        return bench.station('s').utilization
      }
      return {
        nodeImpact: inputs.nodeCapacity.map(nodeImpact),
        edgeImpact: inputs.edgeConcurrency.map((concurrency) =>
          edgeImpact({ throughputRps: concurrency * 10, timeMs: 100 }),
        ),
        ...named(asked, /^utilWith(\d+)on(\d+)$/, utilizationWith),
      }
    },
  },
  {
    needs: ['samples'],
    measure: ({ samples }: { samples: readonly (readonly [number, number])[] }, { asked }) => {
      const history = samples.map(([timestamp, completedRequestCount]) => ({ timestamp, completedRequestCount }))
      return {
        rps: requestsPerSecond(history),
        ...named(asked, /^with(\d+)samples?$/, (count) => requestsPerSecond(history.slice(0, count))),
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
      const busy = (completing: number, failing: number) => {
        const { nodes, edges } = chain({ client: { concurrentUsers: completing } })
        return flow([...nodes, node('Client', 'lone', { concurrentUsers: failing, ...LONE_CLIENT })], edges)
      }
      const arrivalTicks = 150
      const run = started(busy((completed / arrivalTicks) * 10, (failed / arrivalTicks) * 10), { rng: NOTHING_HAPPENS })
      tick(run, arrivalTicks)
      run.update(busy(0, 0))
      const { metricHistory, completedRequests } = tick(run, ticks - arrivalTicks).snapshot()
      return {
        keptCompleted: run.history().completed.length,
        keptFailed: run.history().failed.length,
        keptSamples: metricHistory.length,
        completedCounter: completedRequests,
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
      const failures = cases.map((situation) => firstFailure(situationOf(situation)))
      return {
        reasons: failures.map((failure) => failure?.failureReason),
        retriesBeforeFail: failures.map((failure) => failure?.retryCount),
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
  readonly p: number
  readonly maxRetries: number
  readonly requests: number
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Unmapped(otherwise)
}

/** `client -> server (50 ms, edge 100 ms) -> database (5 ms)`: the times of a case that tells them in its title. */
function timesIn(title: string): { serverMs: number; edgeMs: number; databaseMs: number } {
  const TIMES = /client -> server \(([\d.]+) ms, edge ([\d.]+) ms\) -> database \(([\d.]+) ms\)/
  const [serverMs, edgeMs, databaseMs] = TIMES.exec(title)?.slice(1).map(Number) ?? []
  if (serverMs === undefined || edgeMs === undefined || databaseMs === undefined) {
    throw new Unmapped('The title does not tell the times.')
  }
  return { serverMs, edgeMs, databaseMs }
}

function constantIn(rng: string): Rng {
  const [, number] = /^always (0?\.\d+|0)$/.exec(rng) ?? []
  if (number === undefined) throw new Unmapped(`"${rng}" is no source of random numbers.`)
  return () => Number(number)
}

/** A run in which, sooner or later, the request meets what the text says. */
function situationOf(text: string): LiveRun {
  const [, retryOnError, maxRetries] =
    /^isolated client retryOnError=(true|false)(?: maxRetries=(\d+))?$/.exec(text) ?? []
  if (retryOnError !== undefined) {
    const retries = maxRetries === undefined ? {} : { maxRetries: Number(maxRetries) }
    const client = { ...ONE_A_TICK, retryOnError: retryOnError === 'true', ...retries }
    return started(flow([node('Client', 'c', client)]), { rng: NOTHING_HAPPENS })
  }
  if (text === 'node deleted under a request') return cutUnderRequest('s')
  if (text === 'edge deleted after next node chosen, retryOnError=false') return cutUnderRequest('s-d')
  throw new Unmapped(`"${text}" is no situation that is known.`)
}

/** Two ticks in, a request is in the middle of its visit of 151 ms to the server. */
function cutUnderRequest(id: string): LiveRun {
  const drawn = chain({ client: LONE_CLIENT })
  const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 3)
  run.update(without(drawn, id))
  return run
}

function firstFailure(run: LiveRun) {
  for (let ticks = 0; run.history().failed.length === 0 && ticks < 200; ticks += 1) run.tick()
  return run.history().failed[0]
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
