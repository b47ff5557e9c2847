import { describe, expect, it } from 'vitest'
import { bucketOf, edgeOf } from '../../src/measure/buckets.ts'
import { coarser, mergeHistograms, quantileOf } from '../../src/measure/histogram.ts'
import { Recorders } from '../../src/measure/recorders.ts'
import { eventReportToCsv } from '../../src/report/event-report-csv.ts'
import { recoveriesOf } from '../../src/report/recovery.ts'
import type { EventReport } from '../../src/report/report.ts'
import { client, type Drawn, database, edge, reportOf, server } from '../controls/saved-flow.ts'
import { madeModel, madeReport, madeRuns } from './made.ts'

type Data = Readonly<Record<string, unknown>>

const ONE_SLOT = { cpuCores: 1, averageProcessingTime: 5 }

/** A hundred requests a second, evenly spaced, to a server that does two hundred: 14 ms each, with the device and the access. */
const even = (simulation: Data, target: Data = ONE_SLOT, call: Data = {}): Drawn => ({
  nodes: [client('c', { concurrentUsers: 100 }), server('s', target)],
  edges: [edge('c', 's', call)],
  simulation,
})

/** Three times as slow for 10 s: 333 requests wait at the end, which takes 3.33 s to work off. */
const SLOW = { faults: { node: 's', kind: 'slow', factor: 3, fromS: 20, toS: 30 } }
const SLOWED = reportOf(even(SLOW), 4)

const at = (values: readonly (number | null)[], second: number): number => values[second - 1] ?? Number.NaN

describe('a report over time', () => {
  it('[SIM-432] [SIM-960] has the percentiles of each span', () => {
    const { times, p50, p95, p99 } = SLOWED.series
    expect(times).toHaveLength(100)
    expect([at(p50, 10), at(p95, 10)]).toEqual([expect.closeTo(14, 0), expect.closeTo(14, 0)])
    // What completes at 30 s arrived at 26.67 s; what does at 29 s, at 26 s.
    expect(Math.abs(at(p50, 30) / (3167 + 9) - 1)).toBeLessThan(0.02)
    expect(Math.abs(at(p95, 30) / (3317 + 9) - 1)).toBeLessThan(0.02)
    // Four requests of four hundred are beyond the 99th percentile.
    expect(p99.every((value) => value === null)).toBe(true)
  })

  /** The server sends each request on to a worker as slow as the server above. */
  const sent = (): EventReport => {
    const { nodes, edges, simulation } = even(SLOW)
    return reportOf(
      {
        nodes: [...nodes, server('w', ONE_SLOT)],
        edges: [...edges, edge('s', 'w', { communicationPattern: 'Async' })],
        simulation: { ...simulation, faults: { ...SLOW.faults, node: 'w' } },
      },
      4,
    )
  }

  it('[SIM-540] has the mean delay of the messages of each span', () => {
    const { messages, series, edges: reported } = sent()
    const delays = messages?.delayOverTime ?? []
    expect(delays).toHaveLength(series.times.length)
    expect(at(delays, 10)).toBe(5)
    // Those that come at 30 s wait for 333 others, as in the percentiles above.
    expect(Math.abs(at(delays, 30) / 3167 - 1)).toBeLessThan(0.02)
    expect(reported[1]?.messages?.delayOverTime).toEqual(delays)
  })

  it('[SIM-544] [SIM-883] has percentiles of the delay of the messages of each span', () => {
    const report = sent()
    const { messages, series, edges: reported } = report
    const { p50 = [], p95 = [], p99 = [] } = messages?.delayPercentilesOverTime ?? {}
    expect(p50).toHaveLength(series.times.length)
    expect([at(p50, 10), at(p95, 10)]).toEqual([5, 5])
    expect(Math.abs(at(p50, 30) / 3167 - 1)).toBeLessThan(0.02)
    expect(Math.abs(at(p95, 30) / 3317 - 1)).toBeLessThan(0.02)
    expect(p99.every((value) => value === null)).toBe(true)
    expect(reported[1]?.messages?.delayPercentilesOverTime).toEqual({ p50, p95, p99 })
    expect(eventReportToCsv(report)).toContain(`messages,,,30,delay p95,${at(p95, 30)},ms`)
  })

  it('[SIM-433] marks what was set', () => {
    const { marks } = reportOf(
      even(
        {
          load: { fromS: 20, toS: 30, rps: 150 },
          faults: [
            { edge: 'c-s', fromS: 50, toS: 60 },
            { node: 's', fromS: 70 },
          ],
        },
        { ...ONE_SLOT, healthCheckEnabled: true, healthCheckInterval: 5, restartPolicy: 'Always' },
      ),
      1,
    )
    expect(marks).toMatchObject([
      { kind: 'load', of: null, value: 150, fromMs: 20_000, toMs: 30_000 },
      { kind: 'cut', of: { by: 'edge', id: 'c-s' }, fromMs: 50_000, toMs: 60_000 },
      // Noticed after 5 s and restarted within 10.
      { kind: 'outage', of: { by: 'node', id: 's' }, value: null, fromMs: 70_000, toMs: 85_000 },
    ])
  })

  it('[SIM-434] has the time that it takes to work off what a slow component left', () => {
    expect(SLOWED.marks).toMatchObject([{ value: 3, recoveryMs: 4000, unrecovered: null }])
    expect(eventReportToCsv(SLOWED)).toContain('mark,s,slow,,recovery,4000,ms')
  })

  it('[SIM-546] has the utilization that a component exceeds in 5 % of the spans after the warm-up', () => {
    const p95 = (slow: Data) => {
      const report = reportOf(even({ faults: { ...SLOW.faults, ...slow } }), 2)
      return report.nodes.map(({ utilizationP95 }) => utilizationP95)
    }
    expect(p95({})).toEqual([null, 1])
    // Three of ninety spans are busier: 2 s, and what it takes to work them off.
    expect(p95({ toS: 22 })).toEqual([null, expect.closeTo(0.5, 1)])
    expect(p95({ fromS: 0, toS: 5, factor: 2 })).toEqual([null, expect.closeTo(0.5, 1)])
  })

  it('[SIM-434] needs no time after a cut that nothing waits for', () => {
    expect(reportOf(even({ faults: { edge: 'c-s', fromS: 20, toS: 30 } }), 1).marks).toMatchObject([{ recoveryMs: 0 }])
  })

  it.each([
    ['lasts', { faults: { node: 's', fromS: 20 } }],
    ['overlap', { faults: [SLOW.faults, { edge: 'c-s', fromS: 25, toS: 40 }] }],
    ['overlap', { faults: [{ edge: 'c-s', fromS: 15, toS: 40 }, SLOW.faults] }],
    ['before', { faults: { node: 's', fromS: 4, toS: 8 } }],
    ['before', { faults: { ...SLOW.faults, fromS: 14 }, warmUpS: 10 }],
    ['before', { faults: { node: 's', fromS: 4, toS: 8 }, warmUpS: 10 }],
    ['after', { faults: { node: 's', fromS: 20, toS: 99 } }],
    ['worse', { faults: { ...SLOW.faults, factor: 100, toS: 90 } }],
  ])('[SIM-434] says why there is none: %s', (unrecovered, simulation) => {
    const { marks } = reportOf(even(simulation), 1)
    expect(marks).toContainEqual(expect.objectContaining({ recoveryMs: null, unrecovered }))
  })

  it('[SIM-434] takes a single span for chance, and counts to the last two in a row', () => {
    const spans = (late: readonly number[]) => {
      const lateAt = (span: number) => (late.includes(span) ? 30 : 10)
      const list = <T>(of: (span: number) => T) => Array.from({ length: 40 }, (_, span) => of(span))
      const histogram = (value: number) => {
        const responses = new Recorders(1)
        for (let count = 0; count < 100; count += 1) responses.record(0, value)
        return responses.toHistogram(0)
      }
      const series = {
        spanMs: 1000,
        arrived: list(() => 100),
        completed: list(() => 100),
        failed: list(() => 0),
        responses: list((span) => histogram(lateAt(span))),
      }
      return recoveriesOf([{ fromMs: 10_000, toMs: 15_000 }], 0, [{ series }] as never)[0]?.recoveryMs
    }
    expect(spans([])).toBe(0)
    expect(spans([15])).toBe(1000)
    expect(spans([15, 20])).toBe(1000)
    expect(spans([15, 20, 21])).toBe(7000)
  })

  it('[SIM-435] has the changes of instances and breakers', () => {
    const changes = (report: EventReport) =>
      report.replications.map(({ changes: list }) => list.map(({ atMs, id, from, to }) => [atMs, id, from, to]))
    const out = { faults: { node: 's', instance: 1, fromS: 20, toS: 30 } }
    expect(changes(reportOf(even(out, { ...ONE_SLOT, instances: 2 }), 2))).toEqual(
      Array.from({ length: 2 }, () => [
        [20_000, 's', 2, 1],
        [30_000, 's', 1, 2],
      ]),
    )
    // As much as one instance can do: two are wanted after 15 s and ready after 30 more.
    const scaling = { ...ONE_SLOT, averageProcessingTime: 10, autoScaling: true, minInstances: 1, maxInstances: 2 }
    expect(changes(reportOf(even({}, { ...scaling, scalingMetric: 'CPU', scalingThreshold: 70 }), 1))).toEqual([
      [[45_000, 's', 1, 2]],
    ])
    // The hundredth call fails after 1 s, and opens the breaker for 60 s.
    const down = { faults: { node: 's', fromS: 0, toS: 50 } }
    const broken = changes(reportOf(even(down, ONE_SLOT, { circuitBreakerEnabled: true }), 1))[0] ?? []
    expect(broken.map(([, ...change]) => change)).toEqual([
      ['s', 1, 0],
      ['c-s', 'closed', 'open'],
      ['s', 0, 1],
      ['c-s', 'open', 'half-open'],
      ['c-s', 'half-open', 'closed'],
    ])
    expect(Number(broken[1]?.[0])).toBeCloseTo(1009, 0)
  })

  it('[SIM-435] counts the changes that it leaves out', () => {
    const breakdowns = { faults: { node: 's', kind: 'breakdowns', upS: 0.01, downS: 0.01 } }
    const [{ changes = [], changesLeftOut = 0 } = {}] = reportOf(even(breakdowns), 3).replications
    expect(changes).toHaveLength(666)
    expect(changesLeftOut).toBeGreaterThan(8000)
    expect(changes[0]).toMatchObject({ from: 1, to: 0 })
  })

  it('[SIM-436] keeps the response times of a span in wider buckets, which merge with those of the next', () => {
    const model = madeModel({ nodes: [{ serviceMs: 20 }], links: [{ source: 0, target: 1 }], rps: 30 })
    const [run] = madeRuns(model, 1)
    const spans = run?.series.responses ?? []
    expect(spans.map(({ count }) => count)).toEqual(run?.series.completed)
    expect(new Set(spans.map(({ width }) => width))).toEqual(new Set([4]))
    const all = mergeHistograms(run?.slices.responses ?? [])
    const together = mergeHistograms(spans)
    expect(together).toEqual({ ...coarser(all, 4), sum: expect.closeTo(all.sum, 6) })
    expect(Math.abs(quantileOf(together, 0.95) / quantileOf(all, 0.95) - 1)).toBeLessThan(0.031)
    expect(edgeOf(together.first)).toBeLessThanOrEqual(together.min)
    expect(together.first).toBeLessThanOrEqual(bucketOf(together.min))
  })
})

describe('the requests of a report', () => {
  const twoClients: Drawn = {
    nodes: [
      client('c'),
      client('far', { connectionType: '5G', devicePerformance: 'Low' }),
      server('s'),
      database('d', { averageLatency: 5 }),
    ],
    edges: [edge('c', 's'), edge('far', 's'), edge('s', 'd')],
    simulation: { warmUpS: 10 },
  }
  const report = reportOf(twoClients, 3)

  it('[SIM-431] are in bins by their response time, overall and by client', () => {
    const count = (bins: EventReport['histogram']) => bins.reduce((sum, bin) => sum + bin.count, 0)
    expect(count(report.histogram)).toBe(report.quality.responses)
    expect(report.clients.map(({ histogram }) => count(histogram))).toEqual(
      report.clients.map(({ completed }) => completed),
    )
    // 5 + 2 + 10 + 5 + 2 ms, and 20 + 15 + 10 + 5 + 15 ms, the access ± 5 %.
    const within = (bins: EventReport['histogram']) => [bins[0]?.fromMs ?? 0, bins.at(-1)?.toMs ?? 0]
    const [near = [], far = []] = report.clients.map(({ histogram }) => within(histogram))
    expect([near[0], near[1]]).toEqual([expect.closeTo(24, -1), expect.closeTo(24, -1)])
    expect([far[0], far[1]]).toEqual([expect.closeTo(65, -1), expect.closeTo(65, -1)])
    for (const { fromMs, toMs } of report.histogram) expect(toMs / fromMs).toBeLessThanOrEqual(1.0625)
  })

  it('[SIM-431] are in no bin without a steady state', () => {
    const { histogram, clients } = reportOf(even({}, { ...ONE_SLOT, averageProcessingTime: 20 }), 2)
    expect([histogram, clients[0]?.histogram]).toEqual([[], []])
  })

  it('[SIM-430] have figures in each replication', () => {
    const { replications, figures } = report
    expect(replications.map(({ seed }) => seed)).toEqual(report.quality.seeds)
    const mean = (values: readonly (number | null)[]) =>
      values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) / values.length
    for (const figure of ['offered', 'accepted', 'goodput', 'successRate', 'errorRate', 'inFlightAtEnd'] as const)
      expect([figure, mean(replications.map((one) => one[figure]))]).toEqual([
        figure,
        expect.closeTo(figures[figure]?.mean ?? Number.NaN, 6),
      ])
    for (const figure of ['mean', 'p50', 'p95', 'p99', 'max'] as const) {
      const values = replications.map(({ response }) => response[figure] ?? Number.NaN)
      expect([figure, Math.min(...values), Math.max(...values)]).toEqual([
        figure,
        figures.response[figure]?.lowest,
        figures.response[figure]?.highest,
      ])
    }
    expect(eventReportToCsv(report)).toContain(`replication,2,,,goodput,${replications[1]?.goodput},rps`)
  })

  it('[SIM-430] have messages in each replication, and no figure that is not reported', () => {
    const slow = madeModel({ nodes: [{ serviceMs: 24 }], links: [{ source: 0, target: 1, message: 'sent' }], rps: 40 })
    const { messages, replications } = madeReport(slow)
    expect(messages?.delay.mean).toBeNull()
    expect(replications.map((one) => one.messages?.mostLag)).toEqual(
      expect.arrayContaining([messages?.mostLag?.lowest, messages?.mostLag?.highest]),
    )
    expect(replications[0]?.messages?.delay).toMatchObject({ mean: null, p99: null })
  })
})
