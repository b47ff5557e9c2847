import { describe, expect, it } from 'vitest'
import { client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'
import { forAll } from '../models.ts'
import { DURATION_MS, madeModel, madeReport, madeRuns } from './made.ts'

const line = { source: 0, target: 1 }

/** Six workers hold while they call three, 3 ms away: they carry 208.2 a second, by the closed network of six requests. */
const holding = (rps: number) =>
  madeModel({
    nodes: [
      { serviceMs: 8, slots: 6 },
      { serviceMs: 12, slots: 3 },
    ],
    links: [line, { source: 1, target: 2, latencyMs: 3 }],
    rps,
  })

describe('a steady state', () => {
  it.each([0.5, 0.9])('[SIM-313] is there at a load of %d', (load) => {
    const { steadiness, figures } = madeReport(
      madeModel({ nodes: [{ serviceMs: 10 * load }], links: [line], rps: 100 }),
    )
    expect(steadiness).toMatchObject({ state: 'steady', overloaded: [] })
    expect(figures.goodput?.mean).toBeGreaterThan(95)
  })

  it.each([1, 1.05, 1.5, 5])(
    '[SIM-313] is not there at a load of %d: a backlog is told, and no response time',
    (load) => {
      const model = madeModel({ nodes: [{ serviceMs: 10 * load }], links: [line], rps: 100 })
      const report = madeReport(model, { objectives: [{ metric: 'p99', comparison: '<', limit: 1e9 }] })
      const { steadiness, figures, timeSpent, nodes, clients, verdict } = report
      expect(steadiness.state).toBe('none')
      expect(steadiness.overloaded).toMatchObject([{ id: 'node-1', limit: 'service' }])
      const growth = 100 - 100 / load
      expect(steadiness.backlogPerSecond?.mean).toBeGreaterThan(growth - 4)
      expect(steadiness.backlogPerSecond?.mean).toBeLessThan(growth + 4)
      const none = { mean: null, p50: null, p95: null, p99: null, p999: null, max: null }
      expect(figures.response).toEqual(none)
      expect(clients[0]?.response).toEqual(none)
      expect(timeSpent).toMatchObject({ meanMs: null, hops: [] })
      expect(nodes[1]).toMatchObject({ waitMs: null, responseMs: null, p99Ms: null })
      expect(figures.goodput?.mean).toBeGreaterThan((100 / load) * 0.95)
      expect(verdict).toBe('fail')
    },
  )

  it('[SIM-313] is there beyond the capacity where requests are turned away, and for users who wait', () => {
    const shedding = madeModel({ nodes: [{ serviceMs: 20, admission: 10 }], links: [line], rps: 100 })
    const closed = madeModel({ nodes: [{ serviceMs: 20 }], links: [line], rps: 100, arrivals: 'closed' })
    expect(madeReport(shedding).steadiness.state).toBe('steady')
    expect(madeReport(shedding).figures.errorRate?.mean).toBeCloseTo(50, -1)
    expect(madeReport(closed).steadiness.state).toBe('steady')
  })

  it('[SIM-313] is not there where the callers give up and the work goes on', () => {
    const impatient = { ...line, timeoutMs: 200 }
    const model = madeModel({ nodes: [{ serviceMs: 15 }], links: [impatient], rps: 100 })
    const { steadiness } = madeReport(model)
    expect(steadiness.state).toBe('none')
    expect(steadiness.backlogPerSecond?.mean).toBeGreaterThan(20)
  })

  it('[SIM-1154] is not there where more waits than there are users, who have given up', () => {
    const drawn = (timeout: number): Drawn => ({
      nodes: [client('c', { concurrentUsers: 30 }), server('s', { cpuCores: 1, averageProcessingTime: 50 })],
      edges: [edge('c', 's', { timeout })],
      simulation: { arrivals: 'closed', service: 'exp', durationS: 600 },
    })
    expect(reportOf(drawn(100_000)).steadiness.state).toBe('steady')
    const { state, backlogPerSecond } = reportOf(drawn(400)).steadiness
    expect(state).toBe('none')
    // Who gives up after 400 ms and thinks for 1,000 makes 1 / 1.4 a second, of which 20 are served.
    expect(Math.abs((backlogPerSecond?.mean ?? 0) - (30 / 1.4 - 20))).toBeLessThan(0.5)
  })

  it('[SIM-1154] is not there where few of many users wait at a time, and ever more is left behind', () => {
    const { state } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 3000, thinkTimeBetweenRequests: 100_000 }),
        server('s', { cpuCores: 1, averageProcessingTime: 50 }),
      ],
      edges: [edge('c', 's', { timeout: 1000 })],
      simulation: { arrivals: 'closed', service: 'exp', durationS: 250 },
    }).steadiness
    expect(state).toBe('none')
  })

  it('[SIM-1155] is there where all that waits too long is cancelled', () => {
    const { steadiness, figures } = reportOf({
      nodes: [client('c', { concurrentUsers: 153 }), database('d', { averageLatency: 1, writeIOPS: 30 })],
      edges: [edge('c', 'd', { timeout: 2000 })],
      simulation: {
        ...{ arrivals: 'open', service: 'exp', durationS: 120, cancelOnTimeout: true },
        requestMix: { Read: 80, Write: 20 },
      },
    })
    expect(steadiness.state).toBe('steady')
    expect(figures.errorRate?.mean).toBeLessThan(2)
  })

  it.each([
    ['calls that wait for as long as the run', 'default', { timeout: 120_000 }],
    ['messages, which nobody cancels', 'amqp', { timeout: 1000, communicationPattern: 'Async', partitioning: true }],
  ] as const)('[SIM-1155] [SIM-313] is not there for %s', (_, type, data) => {
    const { steadiness } = reportOf({
      nodes: [
        client('c', { concurrentUsers: 110 }),
        server('p', { averageProcessingTime: 1 }),
        server('q', { cpuCores: 1, concurrencyModel: 'Single-Threaded' }),
      ],
      edges: [edge('c', 'p'), edge('p', 'q', data, type)],
      simulation: { arrivals: 'open', service: 'exp', durationS: 120, cancelOnTimeout: true },
    })
    expect(steadiness).toMatchObject({ state: 'none', overloaded: [{ id: 'q' }] })
  })

  it('[SIM-946] [SIM-948] lets nothing pass, but miss, while the requests under way still grow', () => {
    const far = { ...line, latencyMs: DURATION_MS, hitRate: forAll(0.5) }
    const model = madeModel({ nodes: [{}], links: [far], rps: 40 })
    const { steadiness, objectives, verdict } = madeReport(model, {
      objectives: [
        { metric: 'p99', comparison: '<', limit: 1 },
        { metric: 'throughput', comparison: '>', limit: 30 },
      ],
    })
    expect(steadiness.state).toBe('unsettled')
    expect(objectives.map(({ result }) => result)).toEqual(['undecided', 'fail', 'undecided'])
    expect(verdict).toBe('fail')
  })

  it('[SIM-390] is there below what they carry, with a capacity that is called an upper bound', () => {
    const { steadiness, saturation } = madeReport(holding(180), { outcomes: madeRuns(holding(180), 10) })
    expect(steadiness.state).toBe('steady')
    const slots = saturation.limits.find(({ limit }) => limit === 'slots')
    expect(slots).toMatchObject({ isUpperBound: true, atRps: expect.closeTo(6000 / 26, 0) })
    expect(saturation.limits.find(({ limit }) => limit === 'service')).toMatchObject({ isUpperBound: false })
  })

  it('[SIM-313] is not there where a run had to be cut short', () => {
    const model = madeModel({ nodes: [{ serviceMs: 10 }], links: [line], rps: 50 })
    const outcomes = madeRuns(model, 2).map((one) => ({ ...one, endedEarly: 'too many in flight' as const }))
    const { steadiness, quality, warnings } = madeReport(model, { outcomes })
    expect(steadiness.state).toBe('none')
    expect(quality.endedEarly).toEqual([1, 2].map((seed) => ({ seed, reason: 'too many in flight' })))
    expect(warnings.map(({ text }) => text).join()).toContain(
      '2 runs (seeds 1, 2) ended before their time: too many in flight.',
    )
    const [whole, cut] = [madeRuns(model, 1), outcomes.slice(1)]
    expect(
      madeReport(model, { outcomes: [...whole, ...cut] })
        .warnings.map(({ text }) => text)
        .join(),
    ).toContain('The run with seed 2 ended before its time')
    const nothing = outcomes.map((one) => ({ ...one, measuredMs: 0 }))
    expect(() => madeReport(model, { outcomes: nothing })).toThrow('measured anything: too many in flight')
  })

  /** A hundred messages a second that a worker of 10 ms gets from its broker. */
  const brokered = (link: object) =>
    reportOf({
      nodes: [
        client('c', { concurrentUsers: 100 }),
        server('p', { averageProcessingTime: 1 }),
        server('w', { averageProcessingTime: 10, cpuCores: 1 }),
      ],
      edges: [
        edge('c', 'p'),
        edge('p', 'w', { communicationPattern: 'Async', averageRequestSizeKB: 1024, ...link }, 'amqp'),
      ],
      simulation: { arrivals: 'open', service: 'exp' },
    }).steadiness

  it.each([
    ['there where the broker has room for few only', { maxQueueSizeMB: 5 }, 'steady'],
    ['not there where it has room for all that come', { maxQueueSizeMB: 1000 }, 'none'],
    // 10 ms on the line for each.
    ['not there where the line in front of it is full', { maxQueueSizeMB: 5, bandwidthMbps: 838.8608 }, 'none'],
  ])('[SIM-1145] is %s, at a load of 1', (_, link, state) => expect(brokered(link).state).toBe(state))
})
