import type { SaturationLimit } from '@plimsoll/event-engine'
import { describe, expect, it } from 'vitest'
import { capacityReport } from '../src/capacity/capacity-report.ts'
import { nameOfB, pageOfSweep, planOf, type SweepPoint, sweepDesign } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const flow = flowOf([client('c', 20, { label: 'Client' }), station('s', 1, 10, { label: 'API' })], [call('c', 's')], {
  ...{ durationS: 5, replications: 1 },
})
const { plan } = planOf(flow)

const saturated: SaturationLimit = {
  ...{ of: 'edge', id: 'c-s', limit: 'rate', waitsFor: null, load: 1, atRps: 22, isUpperBound: false, instances: null },
}

describe('a connection without a label', () => {
  it('[EXP-404] is named by its ends as what saturates first', () => {
    const point = (rps: number, verdict: 'pass' | 'fail') => ({
      ...{ rps, verdict, isSteady: true, p50: null, p95: null, p99: null, offered: null, goodput: null },
      ...{ errorRate: null, objectives: [], saturation: [saturated] },
    })
    const { sentence } = capacityReport({
      ...{ name: 'test', flow, plan, objectives: [], clientId: null, todayRps: 20, found: 21, ended: 'enough' },
      points: [point(20, 'pass'), point(22, 'fail')],
    })
    expect(sentence).toMatch(/; Client → API saturates first\.$/)
  })

  it('[EXP-404] is named by its ends in a sweep', async () => {
    const report = await sweepDesign({
      ...{ name: 'test', flow, plan, pool: poolHere() },
      axes: [{ property: 'c-s.latencyMs', values: ['10', '20'] }],
    })
    if ('faults' in report) throw new Error(report.faults.join())
    const costed = (one: SweepPoint) => ({ ...one, costPerHour: one.throughput })
    const front = { figure: 'mean', points: [0], unsure: [], unknown: 0 } as const
    const page = JSON.stringify(pageOfSweep({ ...report, points: report.points.map(costed), front }))
    expect(page).toContain('It is Client → API.latencyMs=10 at')
    expect(page.match(/Client → API\.latencyMs/g)).toHaveLength(7)
    expect(page).not.toContain('c-s.')
  })

  it('[EXP-404] is named by its ends in what a design is compared with', () => {
    expect(nameOfB({ name: 'Shop', flow }, null, ['c-s.latencyMs=1.5', 's.instances+=1', 'x.y=1'])).toBe(
      'Shop with Client → API.latencyMs=1.5, API.instances+=1, x.y=1',
    )
  })
})
