import { compile } from '@plimsoll/event-engine'
import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { pageOfReport, planOf } from '../src/index.ts'
import { meanWaitMs } from '../src/theory/waiting.ts'
import { flowOf, simulated } from './simulated.ts'

describe('the mean wait of a queue', () => {
  it('[RPT-10] is that of M/M/1, M/D/1 and M/M/2 in closed form', () => {
    const queue = { perSecond: 12, serviceMs: 50, slots: 1, scv: 1 }
    expect(meanWaitMs(queue)).toBeCloseTo(75, 9)
    expect(meanWaitMs({ ...queue, scv: 0 })).toBeCloseTo(37.5, 9)
    // ρ² S / (1 − ρ²)
    expect(meanWaitMs({ ...queue, perSecond: 24, slots: 2 })).toBeCloseTo((0.36 * 50) / 0.64, 9)
  })

  it('[RPT-10] is not known where more arrives than can be served', () =>
    expect(meanWaitMs({ perSecond: 20, serviceMs: 50, slots: 1, scv: 1 })).toBeNull())
})

/** A pool of workers of 50 ms that 12 users ask once a second each; what is not set is switched off. */
const sparse = (server: Readonly<Record<string, unknown>> = {}): Flow =>
  ({
    nodes: [
      {
        id: 'Web',
        type: 'Client',
        position: { x: 0, y: 0 },
        data: { label: 'Web', concurrentUsers: 12, thinkTimeBetweenRequests: 1000 },
      },
      {
        id: 'API',
        type: 'Server',
        position: { x: 0, y: 0 },
        data: {
          label: 'API',
          instances: 1,
          cpuCores: 1,
          concurrencyModel: 'Worker Pool',
          averageProcessingTime: 50,
          ...server,
        },
      },
    ],
    edges: [{ id: 'e', source: 'Web', target: 'API', type: 'http', data: {} }],
    simulation: { durationS: 1000, replications: 2, service: 'exponential' },
  }) as never

/** Law, simulated and by theory of each row. */
async function theoryOf(flow: Flow) {
  const report = await simulated(flow)
  const compiled = compile(flow, planOf(flow).plan.settings)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
  const { tables } = pageOfReport(report, null, compiled.model)
  expect(pageOfReport(report, null).tables).toHaveLength(tables.length - 1)
  const { rows = [], parts = [] } = tables.find(({ title }) => title === 'Theory beside simulation') ?? {}
  for (const part of parts) expect(part).toEqual({ of: 'node', id: 'API' })
  return rows.map(([, law, measured, theory]) => [law, Number(theory) / Number(measured)] as const)
}

describe('theory beside simulation', () => {
  it('[RPT-9] [RPT-10] agrees with an M/M/1 queue', async () => {
    const rows = await theoryOf(sparse())
    expect(rows.map(([law]) => law)).toEqual([
      'Little: arrivals × response',
      'Utilization: arrivals × service',
      'M/M/1: mean wait',
    ])
    for (const [, ratio] of rows) expect(ratio).toBeCloseTo(1, 1)
  })

  it('[RPT-10] knows an M/M/2 queue', async () => {
    const rows = await theoryOf(sparse({ cpuCores: 2 }))
    expect(rows.at(-1)?.[0]).toBe('M/M/2: mean wait')
    expect(rows.at(-1)?.[1]).toBeCloseTo(1, 0)
  })

  it.each([
    ['shares its cores', { concurrencyModel: 'Multi-Threaded' }],
    ['has a queue for each of two instances', { instances: 2 }],
    ['turns requests away', { maxConcurrentRequests: 20 }],
  ])('[RPT-13] has no formula for one that %s', async (_, server) => {
    const rows = await theoryOf(sparse(server))
    expect(rows.map(([law]) => law)).toContain('Little: arrivals × response')
    expect(rows.map(([law]) => law)).not.toContainEqual(expect.stringMatching('wait'))
  })

  it('[EXP-400] has no law of a component whose queue drops messages that are too old', async () => {
    const flow = flowOf(
      {
        Web: ['Client', { concurrentUsers: 15, thinkTimeBetweenRequests: 1000 }],
        API: ['Server', { averageProcessingTime: 5 }],
        Mail: ['Server', { instances: 1, cpuCores: 1, concurrencyModel: 'Worker Pool', averageProcessingTime: 60 }],
      },
      [
        ['Web', 'API'],
        ['API', 'Mail', 'amqp', { averageRequestSizeKB: 0, messageExpirationMs: 100 }],
      ],
      { durationS: 100 },
    )
    const report = await simulated(flow)
    const compiled = compile(flow, planOf(flow).plan.settings)
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults))
    const { tables } = pageOfReport(report, null, compiled.model)
    expect(report.nodes.find(({ id }) => id === 'Mail')?.expired).toBeGreaterThan(0)
    const { rows = [] } = tables.find(({ title }) => title === 'Theory beside simulation') ?? {}
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(['API']))
  })
})
