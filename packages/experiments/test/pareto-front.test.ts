import { describe, expect, it } from 'vitest'
import { drawCurves, pageOfSweep, planOf, readAxis, type SweepReport, sweepDesign } from '../src/index.ts'
import { paretoFront as frontOf } from '../src/sweep/pareto-front.ts'
import type { SweepPoint } from '../src/sweep/sweep-design.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const measured = (mean: number | null) =>
  mean === null ? null : { mean, halfWidth: null, lower: null, upper: null, lowest: mean, highest: mean, count: 1 }

const point = (cost: number | null, p99: number | null, more: Partial<SweepPoint> = {}): SweepPoint => ({
  values: { 's.x': `${cost}` },
  ...{ mean: measured(1), p50: measured(1), p95: measured(1), p99: measured(p99) },
  ...{ throughput: measured(1), errorRate: measured(0), costPerHour: measured(cost) },
  ...{ verdict: null, isSteady: true, saturatedAtRps: null, countsAllInstances: false },
  ...more,
})

/** Each run shows what all show, but for some noise, which the runs of one seed have in common or not. */
const simulated = (one: SweepPoint, noise: readonly number[] = [0, 0, 0]) => {
  const runs = (of: 'mean' | 'p95' | 'p99') => noise.map((more) => (one[of] === null ? null : one[of].mean + more))
  return { point: one, runs: { mean: runs('mean'), p95: runs('p95'), p99: runs('p99'), throughput: [] } }
}
const paretoFront = (points: readonly SweepPoint[]) => frontOf(points.map((one) => simulated(one)))

describe('the Pareto front of a sweep', () => {
  it('[EXP-59] holds what no other beats in cost and response time, the cheapest first', () => {
    const points = [point(3, 50), point(1, 100), point(2, 100), point(2, 80), point(4, 60), point(3, 50)]
    expect(paretoFront(points)).toEqual({ figure: 'p99', points: [1, 3, 0, 5], unsure: [], unknown: 0 })
  })

  it('[EXP-59] leaves out what has no steady state, misses an objective, or costs nothing that is known', () => {
    const points = [
      ...[point(1, 10, { isSteady: false }), point(1, 20, { verdict: 'fail' })],
      ...[point(null, 5), point(2, 90, { verdict: 'undecided' }), point(3, 40, { verdict: 'pass' })],
    ]
    expect(paretoFront(points)?.points).toEqual([3, 4])
    const unknown = { p95: null, mean: null }
    expect(paretoFront([point(1, null, unknown), point(2, 5)])).toMatchObject({ points: [1], unknown: 1 })
    expect(paretoFront([point(null, 5)])).toBeNull()
  })

  it('[EXP-59] takes p95 or the mean where not all show p99', () => {
    expect(paretoFront([point(1, null), point(2, 5)])).toEqual({ figure: 'p95', points: [0], unsure: [], unknown: 0 })
    const without = { p95: null, mean: measured(7) }
    expect(paretoFront([point(1, null, without), point(2, 5)])).toEqual({
      figure: 'mean',
      points: [0, 1],
      unsure: [],
      unknown: 0,
    })
  })

  it('[EXP-59] is in the report, the sentence, the table and a plot, by the same combinations', async () => {
    const prices = [{ of: 's', per: 'instanceHour', price: 0.5, source: 'price list', date: '2026-11-23' }]
    const flow = flowOf([client('c', 60), station('s', 1, 10)], [call('c', 's')], {
      ...{ durationS: 200, replications: 3, prices },
    })
    const axis = readAxis('s.instances=1..3')
    if (typeof axis === 'string') throw new Error(axis)
    const report = await sweepDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere(), axes: [axis] })
    if ('faults' in report) throw new Error(report.faults.join())
    expect(report.front?.points).toEqual([0, 1, 2])
    const page = pageOfSweep(report)
    expect(page.sentences.at(-1)?.text).toMatch(
      /^3 of 3 combinations are on the Pareto front of cost against (p99|p95|mean): none that costs as little answers sooner\. The cheapest is s\.instances=1 at \$0\.50 an hour with [\d.]+ ms; the fastest is s\.instances=3 at \$1\.50 an hour with [\d.]+ ms\.$/,
    )
    const [curves] = page.curves ?? []
    expect(curves?.lines[0]?.points.map(({ at }) => at)).toEqual([0.5, 1, 1.5])
    const table = page.tables.at(-1)
    expect(table?.head.at(-1)).toBe('Pareto front')
    expect(table?.rows.map((row) => row.at(-1))).toEqual(['on it', 'on it', 'on it'])
  })

  it('[EXP-363] says of what the intervals do not tell apart that it may be on it', () => {
    const points = [point(1, 100), point(2, 99), point(3, 101)]
    const withNoise = (...noise: readonly (readonly number[])[]) =>
      frontOf(points.map((one, index) => simulated(one, noise[index])))
    expect(withNoise([0, 0, 0], [0, 0.1, -0.1], [0, -0.1, 0.1])).toMatchObject({ points: [0, 1], unsure: [] })
    // What the runs of a seed have in common is no noise of the difference.
    expect(withNoise([0, 9, -9], [0, 9, -9], [0, 9, -9])).toMatchObject({ points: [0, 1], unsure: [] })
    const noisy = withNoise([0, 0, 0], [0, 9, -9], [0, -9, 9])
    expect(noisy).toMatchObject({ points: [0, 1], unsure: [1, 2] })
    // One run has no interval.
    expect(withNoise([0], [0], [0])).toMatchObject({ points: [0, 1], unsure: [1, 2] })
    const page = pageOfSweep({
      ...{ format: 'plimsoll-sweep', version: 1, flow: { name: 'test' }, seed: 1 },
      ...{ axes: [{ property: 's.x', values: ['1', '2', '3'] }], points },
      front: noisy,
    })
    expect(page.tables.at(-1)?.rows.map((row) => row.at(-1))).toEqual(['on it', 'seems on it', 'may be on it'])
    expect(page.sentences.at(-1)?.text).toMatch(
      / Of 2 combinations it is not sure: the intervals do not tell p99 from that of one that costs as little; set more replications\.$/,
    )
  })

  it('[EXP-59] is drawn as a line among the dots of the other combinations', () => {
    const points = [point(1, 100), point(2, 80), point(2, 120)]
    const report: SweepReport = {
      ...{ format: 'plimsoll-sweep', version: 1, flow: { name: 'test' }, seed: 1 },
      ...{ axes: [{ property: 's.x', values: ['1', '2', '3'] }], points, front: paretoFront(points) },
    }
    const page = pageOfSweep(report)
    expect(page.tables.at(-1)?.rows.map((row) => row.at(-1))).toEqual(['on it', 'on it', ''])
    const [curves] = page.curves ?? []
    if (!curves) throw new Error('There is no plot.')
    const { shapes, legend } = drawCurves(curves)
    expect(shapes.filter((shape) => shape.of === 'path' && shape.role === 'point')).toHaveLength(1)
    expect(legend.map(({ name }) => name)).toEqual(['Pareto front', 'other combinations'])
  })
})
