import type { Verdict } from '@plimsoll/event-engine'
import { describe, expect, it } from 'vitest'
import { capacityReport } from '../src/capacity/capacity-report.ts'
import type { LoadPoint } from '../src/capacity/try-load.ts'
import { pageOfCapacity, planOf } from '../src/index.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const flow = flowOf([client('c', 100), station('s', 1, 10)], [call('c', 's')])

const missed = (metric: Verdict['metric'], unmeasured: Verdict['unmeasured']): Verdict => ({
  ...{ metric, comparison: '<', limit: 500, scope: null, isAssumed: false, result: 'fail', margin: null },
  ...{ measured: null, unmeasured, servedShare: null },
})
const failing = (rps: number, isSteady: boolean, ...objectives: readonly Verdict[]): LoadPoint => ({
  ...{ rps, verdict: 'fail', isSteady, p50: null, p95: null, p99: null, offered: null, goodput: null },
  ...{ errorRate: null, objectives, saturation: [] },
})

it('[EXP-377] names what is certain to be missed at the lowest load, though its figure is not known', () => {
  const objectives = [missed('delay.p95', 'none'), missed('p95', 'short')]
  const sentence = (lowest: LoadPoint) =>
    capacityReport({
      ...{ name: 'test', flow, plan: planOf(flow).plan, objectives, clientId: null, todayRps: 100, found: null },
      ...{ points: [lowest, failing(100, false)], ended: 'enough' },
    }).sentence
  expect(sentence(failing(1, true, ...objectives))).toMatch(/: already at 1 rps p95 < 500 ms is missed\.$/)
  // Nothing was measured there.
  expect(sentence(failing(1, true, missed('delay.p95', 'none')))).toMatch(
    /: already at 100 rps there is no steady state\.$/,
  )
})

it('[EXP-10] says that there is no steady state with more', () => {
  const carried = { ...failing(100, true), verdict: 'pass' as const }
  const { sentence } = capacityReport({
    ...{ name: 'test', flow, plan: planOf(flow).plan, objectives: [], clientId: null, todayRps: 100, found: 110 },
    ...{ points: [carried, failing(120, false)], ended: 'enough' },
  })
  expect(sentence).toBe(
    "It carries 110 rps (100 to 120), 10 % above today's 100 rps. With more there is no steady state.",
  )
})

describe('a search that ends with loads that could not be decided', () => {
  const point = (rps: number, more: Partial<LoadPoint> = {}): LoadPoint => ({
    ...{ ...failing(rps, true), verdict: 'undecided' },
    ...more,
  })
  const search = (...points: readonly LoadPoint[]) =>
    capacityReport({
      ...{ name: 'test', flow, plan: planOf(flow).plan, clientId: null, todayRps: 100, found: null, points },
      ...{ objectives: [{ metric: 'errorRate', comparison: '<', limit: 1 }], ended: 'enough' },
    })
  const carried = point(100, { verdict: 'pass' })

  it('[EXP-405] [EXP-362] names the lowest of them', () => {
    expect(search(carried, point(200), point(125)).sentence).toBe(
      'It carries more than 100 rps; from 125 rps on it is not known whether it meets errorRate < 1 %: simulate longer.',
    )
  })

  it('[RPT-41] says why it is not known what lies between', () => {
    const search = (...points: readonly LoadPoint[]) =>
      capacityReport({
        ...{ name: 'test', flow, plan: planOf(flow).plan, clientId: null, todayRps: 100, found: 1000, points },
        ...{ objectives: [{ metric: 'errorRate', comparison: '<', limit: 1 }], ended: 'enough' },
      }).sentence
    const told = "It carries between 100 and 4,000 rps; today's 100 rps is carried."
    const end = ' With more there is no steady state.'
    expect(search(carried, failing(4000, false))).toBe(`${told}${end}`)
    expect(search(carried, point(900), point(700, { takesMs: 450_000 }), failing(4000, false))).toBe(
      `${told} Of the loads between it is not known: the budget of events ended the runs, which at 700 rps take at least 450 s.${end}`,
    )
  })

  it('[EXP-406] is undecided', () => {
    const [open, closed] = [search(carried, point(125)), search(point(50), carried)].map(pageOfCapacity)
    expect(open).toMatchObject({ result: 'undecided', sentences: [{ tone: 'unsure' }] })
    expect(closed).toMatchObject({ result: 'pass', sentences: [{ tone: 'good' }] })
  })

  it('[EXP-324] says that the budget ended their runs, and how long they take', () => {
    const open = point(125, { takesMs: 30_000 })
    const why = 'the budget of events ended the runs, which at 125 rps take at least 30 s.'
    expect(search(carried, open).sentence).toMatch(new RegExp(`: ${why}$`))
    expect(search(open).sentence).toBe(`Of no load it could be decided whether it meets errorRate < 1 %: ${why}`)
  })
})
