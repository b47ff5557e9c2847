import { describe, expect, it } from 'vitest'
import { eventReportToCsv } from '../../src/report/event-report-csv.ts'
import type { ObjectiveMetric } from '../../src/report/objectives.ts'
import type { Scope } from '../../src/report/scope.ts'
import { client, type Drawn, edge, reportOf, server } from '../controls/saved-flow.ts'

/**
 * A near client and one far away, ten requests a second each, evenly spaced: 5 + 2 + 10 + 2 and 20 + 15 + 10 + 15 ms, the access ± 5 %.
 * The server sends a worker a message for each.
 */
const FLOW: Drawn = {
  nodes: [
    client('near'),
    client('far', { connectionType: '5G', devicePerformance: 'Low' }),
    server('s'),
    server('w', { averageProcessingTime: 40, cpuCores: 1, concurrencyModel: 'Single-Threaded' }),
  ],
  edges: [
    edge('near', 's'),
    edge('far', 's'),
    edge('s', 'w', { communicationPattern: 'Async', deadLetterQueueEnabled: false, messageExpirationMs: 1e9 }, 'amqp'),
  ],
  simulation: { warmUpS: 10, requestMix: { Read: 3, Write: 1 } },
}

const named = (by: Scope['by'], id: string): Scope => ({ by, id, name: id })
const verdictsOf = (...about: readonly (readonly [ObjectiveMetric, Scope, number])[]) =>
  reportOf(
    FLOW,
    5,
    about.map(([metric, scope, limit]) => ({ metric, scope, comparison: '<', limit })),
  )

describe('an objective of a part', () => {
  it('[SIM-438] is held against the requests of that client', () => {
    const { objectives } = verdictsOf(
      ['p95', named('client', 'near'), 25],
      ['p95', named('client', 'far'), 25],
      ['mean', named('client', 'far'), 70],
      ['throughput', named('client', 'far'), 15],
    )
    expect(objectives.slice(0, 4).map(({ result }) => result)).toEqual(['pass', 'fail', 'pass', 'pass'])
    const [near, far, mean, rate] = objectives.map(({ measured }) => measured?.mean ?? Number.NaN)
    expect(Math.abs((near ?? 0) - 19)).toBeLessThan(0.3)
    expect(Math.abs((far ?? 0) - 60)).toBeLessThan(2)
    expect(Math.abs((mean ?? 0) - 60)).toBeLessThan(0.5)
    expect(rate).toBeCloseTo(10, 1)
  })

  it('[SIM-438] is held against the visits of that component', () => {
    const { objectives } = verdictsOf(['p95', named('node', 's'), 11], ['throughput', named('node', 's'), 1e9])
    expect(objectives[0]).toMatchObject({ result: 'pass', measured: { mean: expect.closeTo(10, 1) } })
    expect(objectives[1]?.measured?.mean).toBeCloseTo(20, 1)
  })

  it('[SIM-438] is held against the requests of that type', () => {
    const { objectives } = verdictsOf(
      ['throughput', named('type', 'Read'), 1e9],
      ['throughput', named('type', 'Write'), 1e9],
    )
    const [reads, writes] = objectives.map(({ measured }) => measured?.mean ?? 0)
    expect(reads).toBeCloseTo(15, 0)
    expect(writes).toBeCloseTo(5, 0)
  })

  it('[SIM-438] is held against the messages of that connection', () => {
    const report = verdictsOf(['delay.mean', named('edge', 's-w'), 100], ['lag', named('edge', 's-w'), 1])
    const [delay, lag] = report.objectives
    // Both clients may send at once: the second of two messages waits for the first.
    expect(delay?.measured?.mean).toBeGreaterThanOrEqual(40)
    expect(delay?.measured?.mean).toBeLessThan(80)
    expect([delay?.result, lag?.result]).toEqual(['pass', 'fail'])
    expect(report.objectives.at(-1)).toMatchObject({ metric: 'errorRate', scope: null, isAssumed: true })
    expect(eventReportToCsv(report)).toContain('objective,s-w,delay.mean@s-w < 100 ms,,pass,')
  })
})
