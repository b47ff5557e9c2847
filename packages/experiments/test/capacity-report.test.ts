import type { Verdict } from '@plimsoll/event-engine'
import { expect, it } from 'vitest'
import { capacityReport } from '../src/capacity/capacity-report.ts'
import type { LoadPoint } from '../src/capacity/try-load.ts'
import { planOf } from '../src/index.ts'
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
