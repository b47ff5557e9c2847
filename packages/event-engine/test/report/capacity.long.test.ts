import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { balancer, cache, client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'

type Data = Readonly<Record<string, unknown>>

const ONE_SLOT = { cpuCores: 1, concurrencyModel: 'Single-Threaded' }

/** Ten requests a second, or as many as told, at an API of 5 ms and one slot, which sends a worker a message for each, 100 ms away. */
const handingOver = ({ rps = 10, call = {}, message = {} }: { rps?: number; call?: Data; message?: Data }): Drawn => ({
  nodes: [client('c'), server('api', { ...ONE_SLOT, averageProcessingTime: 5 }), server('w')],
  edges: [
    edge('c', 'api', call),
    edge(
      'api',
      'w',
      { communicationPattern: 'Async', deliveryGuarantee: 'At-Least-Once', latencyMs: 100, ...message },
      'amqp',
    ),
  ],
  simulation: { arrivals: 'open', load: { atS: 0, rps }, durationS: 300, warmUpS: 30 },
})

describe('a sender that waits until its message is handed over', () => {
  it.each([
    ['At-Least-Once', 1000 / 205],
    ['Exactly-Once', 1000 / 405],
  ])('[SIM-391] carries what its slots can, %s', (deliveryGuarantee, atRps) => {
    const { saturation, steadiness } = reportOf(handingOver({ rps: 4, message: { deliveryGuarantee } }))
    expect(saturation.limits[0]).toMatchObject({ id: 'api', limit: 'slots', waitsFor: null, isUpperBound: true })
    expect(saturation.limits[0]?.atRps).toBeCloseTo(atRps, 1)
    expect(steadiness.state).toBe(atRps > 4 ? 'steady' : 'none')
  })

  it('[SIM-391] is overloaded beyond it', () => {
    const { steadiness, figures } = reportOf(handingOver({ rps: 5.5 }))
    expect(steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'api', limit: 'slots' }] })
    expect(figures.response.mean).toBeNull()
  })

  it('[SIM-391] does not wait At-Most-Once', () => {
    const { saturation } = reportOf(handingOver({ message: { deliveryGuarantee: 'At-Most-Once' } }))
    expect(saturation.limits[0]).toMatchObject({ id: 'api', limit: 'service', atRps: expect.closeTo(200, 0) })
  })

  it('[SIM-391] is held once for a message that is delivered again', () => {
    const drawn = handingOver({ rps: 2, message: { retryEnabled: true, maxRetries: 3, retryStrategy: 'Constant' } })
    const failing = { ...drawn, nodes: [...drawn.nodes.slice(0, 2), server('w', { failureProbability: 0.5 })] }
    expect(reportOf(failing).saturation.limits[0]).toMatchObject({ id: 'api', atRps: expect.closeTo(1000 / 205, 1) })
  })
})

describe('a component that calls nobody', () => {
  it('[SIM-1039] is overloaded by what is tried again, not held by calls', () => {
    const { steadiness, saturation } = reportOf({
      nodes: [client('c'), server('api'), server('d', { ...ONE_SLOT, averageProcessingTime: 8 })],
      edges: [
        edge('c', 'api'),
        edge('api', 'd', { timeout: 40, retryEnabled: true, maxRetries: 3, retryStrategy: 'Constant' }),
      ],
      simulation: { arrivals: 'open', load: { atS: 0, rps: 80 }, durationS: 60, warmUpS: 6, service: 'exp' },
    })
    expect(steadiness.state).toBe('none')
    expect(steadiness.overloaded[0]).toMatchObject({ id: 'd', limit: 'service' })
    // It completes 125 a second, of 80 with their retries.
    expect(saturation.limits[0]?.atRps).toBeLessThan(70)
  })
})

describe('the time until a message is handed over', () => {
  it.each([
    ['At-Least-Once', 200],
    ['Exactly-Once', 400],
    ['At-Most-Once', 0],
  ])('[SIM-395] is spent in the network of its connection, %s', (deliveryGuarantee, ms) => {
    const { hops, otherMs, meanMs } = reportOf(handingOver({ rps: 1, message: { deliveryGuarantee } })).timeSpent
    expect(meanMs).toBeGreaterThan(ms)
    expect(hops.find(({ id }) => id === 'api-w')?.networkMs ?? 0).toBeCloseTo(ms, -0.5)
    expect(otherMs).toBeLessThan(1)
  })
})

/**
 * An API of one slot that pauses for a second before it tries a call again, of which half time out, however little the load is. They
 * count as made by the load, so that nothing computes their pauses.
 */
const pausing = ({ call = {}, users = {}, rps }: { call?: Data; users?: Data; rps: number }): Drawn => ({
  nodes: [
    client('c', users),
    server('api', { ...ONE_SLOT, averageProcessingTime: 5 }),
    server('s', { averageProcessingTime: 100 }),
  ],
  edges: [
    edge('c', 'api', call, 'http'),
    edge('api', 's', {
      timeout: 100 * Math.LN2,
      retryEnabled: true,
      maxRetries: 3,
      retryStrategy: 'Constant',
      retryIntervalMs: 1000,
    }),
  ],
  simulation: { arrivals: 'open', service: 'exp', load: { atS: 0, rps }, durationS: 300, warmUpS: 30 },
})

describe('slots that are taken all the time', () => {
  /** Of 1.875 tries with 0.875 pauses. */
  const mostRps = 1000 / (5 + 1.875 * 50 + 875)

  it('[SIM-392] limit what is carried, whatever they are held for', () => {
    const { steadiness, saturation } = reportOf(pausing({ rps: 3 }))
    expect(steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'api', limit: 'slots' }] })
    expect(saturation.limits[0]?.atRps).toBeLessThan(mostRps * 1.02)
    expect(saturation.limits[0]?.atRps).toBeGreaterThan(mostRps * 0.8)
  })

  it('[SIM-392] leave no room where requests time out or are turned away before they pile up', () => {
    const call = { httpVersion: 'HTTP/1.1', timeout: 1000 }
    const { saturation } = reportOf(pausing({ rps: 8, call }))
    expect(saturation.limits[0]).toMatchObject({ id: 'api', limit: 'slots' })
    expect(saturation.limits[0]?.atRps).toBeLessThan(mostRps * 1.02)
    expect(saturation.limits[0]?.atRps).toBeGreaterThan(mostRps * 0.8)
  })

  it('[SIM-392] do not count where there is room', () => {
    const { saturation, steadiness } = reportOf(pausing({ rps: 0.6 }))
    expect(saturation.limits[0]?.atRps).toBeGreaterThan(mostRps)
    expect(steadiness.state).toBe('steady')
  })
})

/** Six workers of 8 ms hold while they call three of 12 ms, 3 ms away: they carry 208.2 a second, by the closed network of six requests. */
const holding = (rps: number, durationS: number, call: Data = {}, users: Data = {}): Drawn => ({
  nodes: [
    client('c', { concurrentUsers: rps, ...users }),
    server('a', { cpuCores: 6, averageProcessingTime: 8 }),
    server('b', { cpuCores: 3, averageProcessingTime: 12 }),
  ],
  edges: [edge('c', 'a', call), edge('a', 'b', { latencyMs: 3, ...call })],
  simulation: { arrivals: 'open', service: 'exp', durationS, warmUpS: durationS / 10 },
})

describe('slots that calls hold, near what they can carry', () => {
  it('[SIM-394] may be too few while a run cannot tell', () => {
    const { steadiness, saturation, figures } = reportOf(holding(203, 60), 10)
    expect(steadiness).toMatchObject({ state: 'unsettled', overloaded: [{ id: 'a', limit: 'slots' }] })
    expect(saturation.limits[0]?.load).toBeGreaterThan(0.85)
    expect(figures.response.mean).toBeNull()
  })

  it.each([212, 225])(
    '[SIM-389] are too few for %d requests a second, and are not told to carry more than they can',
    (rps) => {
      const { steadiness, figures, saturation } = reportOf(holding(rps, 60), 10)
      expect(steadiness).toMatchObject({
        state: 'none',
        overloaded: [{ id: 'a', limit: 'slots', isUpperBound: false }],
      })
      expect(figures.response.mean).toBeNull()
      expect(steadiness.overloaded[0]?.atRps).toBeLessThan(208.3)
      expect(steadiness.overloaded[0]?.atRps).toBeGreaterThan(203)
      expect(saturation.limits[0]).toEqual(steadiness.overloaded[0])
    },
  )

  const near = [212, 300, {}] as const
  const retrying = [225, 120, { retryOnError: true, maxRetries: 3 }] as const
  it.each(sized({ small: [near, retrying], full: [near, [225, 300, {}] as const, retrying] }))(
    '[SIM-971] carry as much for %d requests a second that give up after 5 s, in %d s by users %j',
    (rps, durationS, users) => {
      const { steadiness, figures, saturation } = reportOf(holding(rps, durationS, { timeout: 5000 }, users), 10)
      expect(steadiness).toMatchObject({
        state: 'none',
        overloaded: [{ id: 'a', limit: 'slots', isUpperBound: false }],
      })
      expect(figures.response.mean).toBeNull()
      expect(figures.goodput?.mean).toBeLessThan(200)
      expect(steadiness.overloaded[0]?.atRps).toBeLessThan(208.3)
      expect(steadiness.overloaded[0]?.atRps).toBeGreaterThan(206)
      expect(saturation.limits[0]).toEqual(steadiness.overloaded[0])
      expect(steadiness.backlogPerSecond?.mean).toBeGreaterThan(0.8 * (rps - 208.2))
    },
  )

  it('[SIM-972] carry at most so much where calls of theirs are given up before they are answered', () => {
    const drawn = holding(225, 60)
    const impatient = edge('a', 'b', { latencyMs: 3, timeout: 40 })
    const { steadiness, nodes } = reportOf({ ...drawn, edges: [edge('c', 'a'), impatient] }, 10)
    const { failed = 0, completed = 0 } = nodes.find(({ id }) => id === 'a') ?? {}
    expect(failed).toBeGreaterThan(0.02 * completed)
    expect(steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'a', limit: 'slots', isUpperBound: true }] })
  })

  it('[SIM-394] are enough where a run can tell', () => {
    expect(reportOf(holding(197, 300), 10).steadiness).toMatchObject({ state: 'steady', overloaded: [] })
  })
})

describe('slots that calls hold where auto-scaling looks at the work', () => {
  /** One worker of 10 ms, at most eight, that holds while it calls a store of 30 ms, 5 ms away: 20 a second, at which a fifth of it works. */
  const scaled = (rps: number, durationS: number, scalingThreshold: number): Drawn => ({
    nodes: [
      client('c', { concurrentUsers: rps }),
      server('a', {
        cpuCores: 1,
        concurrencyModel: 'Worker Pool',
        averageProcessingTime: 10,
        autoScaling: true,
        minInstances: 1,
        maxInstances: 8,
        scalingThreshold,
        scalingMetric: 'CPU',
      }),
      server('b', { cpuCores: 64, averageProcessingTime: 30 }),
    ],
    edges: [edge('c', 'a'), edge('a', 'b', { latencyMs: 5 })],
    simulation: { arrivals: 'open', service: 'det', durationS, warmUpS: durationS / 10 },
  })

  const withInstances = (node: Drawn['nodes'][number], instances: number) =>
    node.id === 'a' ? { ...node, data: { ...node.data, instances } } : node

  it('[SIM-1050] [SIM-1051] are no more than it has left there, which a warning tells', () => {
    const { steadiness, saturation, nodes, warnings } = reportOf(scaled(30, 60, 70), 4)
    expect(nodes.find(({ id }) => id === 'a')?.instances?.mean).toBe(1)
    expect(steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'a', limit: 'slots', isUpperBound: true }] })
    expect(saturation.limits[0]?.atRps).toBeLessThan(20.01)
    expect(saturation.limits[0]?.atRps).toBeGreaterThan(19)
    const adds = {
      of: 'a',
      text: expect.stringMatching(/^Auto-scaling adds no instance: it looks at the slots at work/),
    }
    expect(warnings).toContainEqual(adds)
  })

  it('[SIM-1051] are not told to be more by auto-scaling that has no more to add', () => {
    const drawn = pausing({ rps: 3 })
    const scaling = { autoScaling: true, minInstances: 1, maxInstances: 1, instances: 1, scalingThreshold: 70 }
    const atBound = drawn.nodes.map((node) =>
      node.id === 'api' ? { ...node, data: { ...node.data, ...scaling } } : node,
    )
    const { steadiness, warnings } = reportOf({ ...drawn, nodes: atBound })
    expect(steadiness.overloaded).toMatchObject([{ id: 'api', limit: 'slots', isUpperBound: false }])
    expect(warnings.map(({ text }) => text).join()).not.toContain('Auto-scaling adds')
  })

  it('[SIM-1050] are as many as there may be where it adds some', () => {
    const { saturation, nodes, warnings } = reportOf(scaled(30, 300, 10), 2)
    expect(nodes.find(({ id }) => id === 'a')?.instances?.mean).toBeGreaterThan(1)
    expect(saturation.limits[0]).toMatchObject({ id: 'a', limit: 'slots', atRps: expect.closeTo(160, 0) })
    expect(warnings.map(({ text }) => text).join()).not.toContain('Auto-scaling adds')
  })

  it('[SIM-1156] are as many as there may be where a look may see enough of them at work to add some', () => {
    const { saturation, nodes } = reportOf(scaled(4, 60, 50), 2)
    expect(nodes.find(({ id }) => id === 'a')?.instances?.mean).toBe(1)
    const own = saturation.limits.find(({ limit }) => limit === 'slots')
    expect(own).toMatchObject({ instances: { most: 8, had: 1 }, atRps: expect.closeTo(160, 0) })
  })

  it('[SIM-1156] are those that there were where a run is too short for a look, too', () => {
    const { saturation, warnings } = reportOf(scaled(30, 20, 70), 4)
    const own = { id: 'a', limit: 'slots', isUpperBound: true, instances: null }
    expect(saturation.limits[0]).toMatchObject({ ...own, atRps: expect.closeTo(20, 0) })
    expect(warnings.map(({ text }) => text).join()).not.toContain('Auto-scaling')
  })

  it('[SIM-1156] [SIM-1051] are those that it keeps where it takes some away', () => {
    const drawn = scaled(30, 1800, 70)
    const four = { ...drawn, nodes: drawn.nodes.map((node) => withInstances(node, 4)) }
    const { saturation, nodes, warnings } = reportOf(four, 2)
    const kept = nodes.find(({ id }) => id === 'a')?.instances?.mean ?? 0
    expect(kept).toBeGreaterThan(1)
    expect(kept).toBeLessThan(1.5)
    const own = { id: 'a', limit: 'slots', isUpperBound: true, instances: null }
    expect(saturation.limits[0]).toMatchObject({ ...own, atRps: expect.closeTo(20 * kept, 0) })
    const keeps = { of: 'a', text: expect.stringMatching(/^Auto-scaling keeps 1\.\d+ of 8 instances: it looks at the/) }
    expect(warnings).toContainEqual(keeps)
  })
})

describe('shares of calls that follow from the load', () => {
  const told = 'The capacities of its targets are for the shares of the calls that they got in these runs'
  const warnsOf = (algorithm: string, secondMs: number) =>
    reportOf({
      nodes: [
        client('c', { concurrentUsers: 12 }),
        balancer('b', { algorithm }),
        server('s', { ...ONE_SLOT, averageProcessingTime: 50 }),
        server('t', { ...ONE_SLOT, averageProcessingTime: secondMs }),
      ],
      edges: [edge('c', 'b'), edge('b', 's'), edge('b', 't')],
      simulation: { arrivals: 'open', service: 'exp', durationS: 300 },
    }).warnings.filter(({ of, text }) => of === 'b' && text.startsWith(told)).length

  it('[SIM-1160] are told where they are unequal, and the load makes them so', () => {
    expect(warnsOf('Least Connections', 100)).toBe(1)
    expect(warnsOf('Least Connections', 50)).toBe(0)
    expect(warnsOf('Round Robin', 100)).toBe(0)
  })
})

describe('a hit rate that is derived', () => {
  /** Ten items, so many reads a second, of which the cache's misses take 10 ms at the database. */
  const cached = (ttl: number | null, readsPerSecond: number, maxConnections = 1000): Drawn => ({
    nodes: [
      client('c', { concurrentUsers: readsPerSecond }),
      server('s', { averageProcessingTime: 1 }),
      cache('k', { ...(ttl === null ? KEEPS_HALF : { ttl }) }),
      database('d', { maxConnections }),
    ],
    edges: [edge('c', 's'), edge('s', 'k'), edge('s', 'd', {}, 'database')],
    simulation: { arrivals: 'open', service: 'exp', deriveHitRate: true, catalogue: { items: 10, zipf: 0 } },
  })
  const KEEPS_HALF = { cacheSizeValue: 5, cacheSizeUnit: 'MB', averageItemSize: 1024 }
  const warningsOf = (drawn: Drawn) => reportOf(drawn, 2).warnings.filter(({ of }) => of === 'k')
  const ofThisLoad = expect.stringMatching('^The capacities of what is behind it are for its hit rate in these runs')
  const waited = expect.stringMatching(
    '^Its hit rate is derived as if nothing waited: a fetch would take 10 ms, and took',
  )

  it('[SIM-1167] is said to be of this load where items get stale, and not where there is room for some', () => {
    expect(warningsOf(cached(1, 100))).toEqual([{ of: 'k', text: ofThisLoad }])
    expect(warningsOf(cached(null, 100))).toEqual([])
  })

  it('[SIM-1168] is said to be of other fetches where these had to wait', () => {
    // The database is busy for a tenth of the time. Of 300 reads a second for each item four miss at a time: it is for two fifths.
    expect(warningsOf(cached(1, 100, 1)).map(({ text }) => text)).not.toContainEqual(waited)
    expect(warningsOf(cached(1, 3000, 1)).map(({ text }) => text)).toContainEqual(waited)
  })
})

describe('a fault that makes a component slow', () => {
  /** Ten a second at a server of 20 a second, for 100 s. */
  const slowed = (...faults: readonly Data[]): Drawn => ({
    nodes: [client('c'), server('s', { ...ONE_SLOT, averageProcessingTime: 50 })],
    edges: [edge('c', 's')],
    simulation: { arrivals: 'open', faults: faults.map((fault) => ({ node: 's', kind: 'slow', ...fault })) },
  })
  const during = 'The capacities leave out the faults that make a component slow for a part of the run.'
  const textsOf = (drawn: Drawn) => reportOf(drawn).warnings.map(({ text }) => text)

  it.each([3, 0.25])('[SIM-393] for a time, by %d, changes no capacity', (factor) => {
    const drawn = slowed({ factor, fromS: 50, forS: 1 }, { factor, fromS: 60, forS: 40 })
    expect(reportOf(drawn).saturation.limits[0]).toMatchObject({ id: 's', atRps: expect.closeTo(20, 1) })
    expect(textsOf(drawn)).toContain(during)
  })

  it.each([1.5, 0.25])('[SIM-393] during the whole run, by %d, does', (factor) => {
    const drawn = slowed({ factor, fromS: 0, forS: 100 }, { factor: 2, fromS: 50, forS: 1 })
    expect(reportOf(drawn).saturation.limits[0]?.atRps).toBeCloseTo(20 / factor, 1)
    expect(textsOf(slowed({ factor, fromS: 0, forS: 100 }))).not.toContain(during)
  })
})

describe('an instance that is out', () => {
  /** Thirty a second at two instances that do 20 a second each, one of which is out from 30 s of 300 on. */
  const losingOne = (fault: Data): Drawn => ({
    nodes: [
      client('c', { concurrentUsers: 30 }),
      server('s', { ...ONE_SLOT, instances: 2, averageProcessingTime: 50 }),
    ],
    edges: [edge('c', 's', { timeout: 1000 })],
    simulation: { arrivals: 'open', durationS: 300, warmUpS: 30, faults: { node: 's', instance: 2, ...fault } },
  })

  it('[SIM-973] lets the work of callers that gave up pile up', () => {
    const { steadiness, figures } = reportOf(losingOne({ fromS: 30, forS: 270 }))
    expect(figures.inFlightAtEnd?.mean).toBeLessThan(60)
    expect(steadiness.state).toBe('none')
    expect(steadiness.backlogPerSecond?.mean).toBeCloseTo(10, -0.5)
    expect(figures.response.mean).toBeNull()
  })

  it('[SIM-974] does not lower the capacities, which the report says', () => {
    const { saturation, warnings } = reportOf(losingOne({ fromS: 100, forS: 5 }))
    expect(saturation.limits[0]).toMatchObject({ id: 's', limit: 'service', atRps: expect.closeTo(40, 0) })
    expect(warnings.map(({ text }) => text)).toContain('The capacities leave out the outages that are set.')
    const unharmed = reportOf({ ...losingOne({}), simulation: { arrivals: 'open', durationS: 60 } })
    expect(unharmed.warnings.map(({ text }) => text).join()).not.toContain('outages')
  })
})

describe('calls that an outage sends elsewhere', () => {
  /** A hundred a second over two servers that do 200 a second each. */
  const over = (balancing: Data, call: Data, simulation: Data, first: Data = {}): Drawn => {
    const own = { ...ONE_SLOT, averageProcessingTime: 5 }
    return {
      nodes: [
        client('c', { concurrentUsers: 100 }),
        balancer('b', balancing),
        server('s', { ...own, ...first }),
        server('t', own),
      ],
      edges: [edge('c', 'b'), edge('b', 's', call), edge('b', 't', call, 'http')],
      simulation: { arrivals: 'open', service: 'exp', durationS: 200, warmUpS: 20, ...simulation },
    }
  }
  const OUT = { faults: { node: 's', fromS: 50, forS: 50 } }
  const CHECKED = { healthCheckEnabled: true, healthCheckInterval: 1 }
  const FAILS_OVER = { failoverStrategy: 'Active-Active' }
  const atRps = (drawn: Drawn, of: string) =>
    reportOf(drawn, 2).saturation.limits.find(({ id, limit }) => id === of && limit === 'service')?.atRps

  it.each([
    ['health checks', over(CHECKED, {}, OUT)],
    ['health checks, during breakdowns', over(CHECKED, {}, { faults: { node: 's', upS: 20, downS: 10 } })],
    ['failover', over({}, FAILS_OVER, OUT)],
    ['failover, of a cut', over({}, FAILS_OVER, { faults: { edge: 'b-s', fromS: 50, forS: 50 } })],
    ['health checks, by weight', over({ ...CHECKED, algorithm: 'Weighted' }, {}, OUT)],
  ])('[SIM-1170] load no other component, by %s', (_, drawn) => {
    expect(atRps(drawn, 't')).toBeCloseTo(400, 0)
    expect(atRps(drawn, 's')).toBeCloseTo(400, 0)
  })

  it('[SIM-1170] load it where the balancing looks at the load', () => {
    expect(atRps(over({ ...CHECKED, algorithm: 'Least Connections' }, {}, OUT), 't')).toBeLessThan(350)
  })

  it('[SIM-1171] load it by those that fail at any load, and not by those that the load makes fail', () => {
    // Half of the calls, and of the other half those that fail at the first one, a fifth.
    expect(atRps(over({}, FAILS_OVER, {}, { failureProbability: 0.2 }), 't')).toBeCloseTo(200 / 0.6, -1)
    expect(atRps(over({}, FAILS_OVER, {}, { maxConcurrentRequests: 1 }), 't')).toBeCloseTo(400, 0)
  })

  it('[SIM-958] count as calls beside the first', () => {
    // Of 180 s measured 50 s, in which half of the calls behind the balancer fail: of two calls a request.
    expect(reportOf(over({}, FAILS_OVER, OUT), 2).figures.amplification?.mean).toBeCloseTo(
      1 + ((50 / 180) * 0.5) / 2,
      2,
    )
  })
})
