import type { Flow } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { costOfRun, costReport, pricedParts, usePerHour } from '../src/cost/cost-report.ts'
import { comparedCostTable } from '../src/cost/cost-words.ts'
import {
  compareDesigns,
  costSentence,
  costTable,
  pageOfReport,
  planOf,
  simulateDesign,
  sweepDesign,
} from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

/** A client, an API and a database; the API calls the database. */
const MODEL = {
  nodes: ['c', 'api', 'db'].map((id) => ({ id, machinesPerInstance: 1 })),
  links: [
    { id: 'in', source: 0, target: 1, cost: null },
    { id: 'query', source: 1, target: 2, cost: { perGB: 0.5, perMillion: 0 } },
  ],
}
/** Half an hour, in which the API had 2 instances for two thirds of the time and 5 for the rest. */
const RUN = {
  measuredMs: 1_800_000,
  nodes: [
    { meanInstances: 0, arrived: 0 },
    { meanInstances: 3, arrived: 2_000_000 },
    { meanInstances: 1, arrived: 500_000 },
  ],
  links: [
    { bytes: 6e9, crossed: 2_000_000 },
    { bytes: 2e9, crossed: 500_000 },
  ],
}
const SOURCE = { source: 'price list', date: '2026-11-23' } as const
const price = (of: string, per: 'instanceHour' | 'GB' | 'millionRequests', dollars: number) => ({
  ...{ of, per, price: dollars },
  ...SOURCE,
})

const priced = (flow: Flow, prices: readonly unknown[]): Flow => ({
  ...flow,
  simulation: { ...flow.simulation, prices },
})
const shop = (prices: readonly unknown[], slots = 4) =>
  priced(
    flowOf([client('c', 20), station('s', slots, 10)], [call('c', 's')], { durationS: 60, replications: 3 }),
    prices,
  )

describe('what a design costs', () => {
  it('[EXP-80] counts instance hours, data of all connections of a component, and requests', () => {
    expect(usePerHour(MODEL, RUN, { of: 'node', id: 'api', per: 'instanceHour' })).toBe(3)
    // 6 GB and 2 GB in half an hour.
    expect(usePerHour(MODEL, RUN, { of: 'node', id: 'api', per: 'GB' })).toBeCloseTo(16, 10)
    expect(usePerHour(MODEL, RUN, { of: 'node', id: 'db', per: 'GB' })).toBeCloseTo(4, 10)
    expect(usePerHour(MODEL, RUN, { of: 'node', id: 'api', per: 'millionRequests' })).toBeCloseTo(4, 10)
    expect(usePerHour(MODEL, RUN, { of: 'edge', id: 'query', per: 'GB' })).toBeCloseTo(4, 10)
    expect(usePerHour(MODEL, RUN, { of: 'edge', id: 'query', per: 'millionRequests' })).toBeCloseTo(1, 10)
  })

  it('[EXP-80] [EXP-81] [EXP-314] adds up the parts, an hour and a month of 730 hours, with those of connections', () => {
    const parts = pricedParts(MODEL as never, [
      price('api', 'instanceHour', 0.2),
      price('api', 'millionRequests', 0.25),
      price('db', 'GB', 0.05),
    ])
    // 3 × 0.2 + 4 × 0.25 + 4 × 0.05 + the connection's 4 × 0.5.
    expect(costOfRun(MODEL, RUN, parts)).toBeCloseTo(0.6 + 1 + 0.2 + 2, 10)
    const cheaper = { ...RUN, nodes: RUN.nodes.map((one) => ({ ...one, meanInstances: one.meanInstances / 3 })) }
    const report = costReport(MODEL, [RUN, cheaper], parts)
    // 3.8 and 3.4.
    expect(report?.perHour?.mean).toBeCloseTo(3.6, 10)
    expect(report?.perMonth?.mean).toBeCloseTo(2628, 8)
    expect(report?.parts.map(({ id, per, perHour }) => [id, per, Number(perHour?.mean.toFixed(9))])).toEqual([
      ['query', 'GB', 2],
      ['api', 'millionRequests', 1],
      ['api', 'instanceHour', 0.4],
      ['db', 'GB', 0.2],
    ])
    if (!report) throw new Error('There is no cost.')
    expect(costSentence(report)).toBe(
      'It costs $3.60 an hour, $2,628.00 a month of 730 hours, by the prices that were entered.',
    )
    const { rows } = costTable(report, ({ id }) => id)
    expect(
      rows.map(([name, , , , perHour, , perMonth, source]) => [
        name,
        Number(Number(perHour).toFixed(6)),
        Number(Number(perMonth).toFixed(6)),
        source,
      ]),
    ).toEqual([
      ['query', 2, 1460, 'property of the connection'],
      ['api', 1, 730, 'price list, 2026-11-23'],
      ['api', 0.4, 292, 'price list, 2026-11-23'],
      ['db', 0.2, 146, 'price list, 2026-11-23'],
      ['All', 3.6, 2628, ''],
    ])
    expect(costReport(MODEL, [RUN], [])).toBeNull()
  })

  it('[EXP-82] has no price but those that the design saves, each with source and date; what is wrong is refused with its path', () => {
    const faults = (prices: unknown) =>
      planOf(priced(shop([]), prices as never)).faults.map((one) => `${one.path} ${one.message}`)
    expect(planOf(shop([])).plan.prices).toEqual([])
    expect(faults([price('s', 'instanceHour', 0.2)])).toEqual([])
    expect(faults([price('gone', 'instanceHour', 0.2)])).toEqual([
      'simulation.prices.0 gone names no component of this design',
    ])
    expect(faults([{ ...price('s', 'GB', 1), per: 'day' }])[0]).toMatch(
      /^simulation\.prices\.0 per must be instanceHour, GB/,
    )
    expect(faults([price('s', 'GB', -1)])[0]).toMatch(/price must be a number of dollars/)
    expect(faults([{ ...price('s', 'GB', 1), source: ' ' }])[0]).toMatch(/source must say/)
    expect(faults([{ ...price('s', 'GB', 1), date: '2026-13-01' }])[0]).toMatch(/date must be a day/)
    expect(faults([price('s', 'GB', 1), price('s', 'GB', 2)])[0]).toMatch(
      /^simulation\.prices\.1 .* has two prices per GB/,
    )
    expect(faults('free')).toEqual(['simulation.prices must be a list of prices'])
  })

  it('[EXP-359] [EXP-360] has no price of a client that nothing is counted for, and none of a day that never was', () => {
    const faults = (one: unknown) => planOf(shop([one])).faults.map(({ path, message }) => `${path} ${message}`)
    for (const per of ['instanceHour', 'millionRequests'] as const)
      expect(faults(price('c', per, 1))).toEqual([
        'simulation.prices.0 c makes the requests: it can have a price per GB, but has no instances and takes no requests',
      ])
    expect(faults(price('c', 'GB', 1))).toEqual([])
    const dated = (date: string) => faults({ ...price('s', 'GB', 1), date })
    for (const day of ['2026-02-28', '2028-02-29', '2000-02-29', '2026-12-31']) expect(dated(day)).toEqual([])
    for (const day of ['2026-02-31', '2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-01-00'])
      expect(dated(day)).toEqual([`simulation.prices.0 date must be a day such as 2026-11-23, which ${day} is not`])
  })

  it('[EXP-81] is in the result, in a comparison and in a sweep', async () => {
    const pool = poolHere()
    const flow = shop([price('s', 'instanceHour', 0.5), price('s', 'millionRequests', 10)])
    const { plan } = planOf(flow)
    const simulated = await simulateDesign({ name: 'Shop', flow, plan, pool })
    if (!simulated?.ok) throw new Error('It was not simulated.')
    const { report } = simulated
    const [requests, instances] = report.cost?.parts ?? []
    expect(instances?.perHour?.mean).toBe(0.5)
    // Some 20 requests a second make 72,000 an hour.
    expect(requests?.perHour?.mean).toBeCloseTo(0.036 * (report.figures.offered?.mean ?? 0), 3)
    expect(report.figures.costPerHour?.mean).toBeCloseTo(report.cost?.perHour?.mean ?? 0, 10)
    const page = pageOfReport(report, null)
    expect(page.sentences.at(-1)?.text).toMatch(/^It costs \$1\.\d\d an hour, \$8\d\d\.\d\d a month/)
    expect(page.tables.find(({ title }) => title === 'Cost')?.rows).toHaveLength(3)

    const twice = shop([price('s', 'instanceHour', 1), price('s', 'millionRequests', 10)])
    const b = { name: 'B', flow: twice, plan: planOf(twice).plan }
    const compared = await compareDesigns({ a: { name: 'A', flow, plan }, b, pool })
    expect(compared.paired.costPerHour?.difference).toBeCloseTo(0.5, 10)
    expect(compared.sentence).toContain('the cost is 0.5 ± 0 $ an hour higher')
    const rows = comparedCostTable(compared.a.cost, compared.b.cost).rows
    expect(rows.find(([name]) => name === 's, instance hour')).toEqual(['s, instance hour', 0.5, 1, 0.5, 365])

    const sweep = await sweepDesign({
      name: 'Shop',
      flow,
      plan,
      pool,
      axes: [{ property: 's.maxConcurrentRequests', values: ['2', '4'] }],
    })
    if ('faults' in sweep) throw new Error(sweep.faults.join())
    expect(sweep.points.map(({ cost }) => cost?.parts.length)).toEqual([2, 2])
  })

  it('[EXP-80] counts the instances that auto-scaling adds', async () => {
    const flow = priced(
      flowOf(
        [client('c', 150), station('s', 1, 20)].map((node) =>
          node.id === 's'
            ? { ...node, data: { ...node.data, autoScaling: true, instances: 1, maxInstances: 6 } }
            : node,
        ),
        [call('c', 's')],
        { durationS: 600, warmUpS: 0, replications: 1 },
      ),
      [price('s', 'instanceHour', 1)],
    )
    const simulated = await simulateDesign({ name: 'Shop', flow, plan: planOf(flow).plan, pool: poolHere() })
    if (!simulated?.ok) throw new Error('It was not simulated.')
    const { cost, nodes, replications } = simulated.report
    const mean = nodes.find(({ id }) => id === 's')?.instances?.mean ?? 0
    expect(mean).toBeGreaterThan(1)
    expect(cost?.perHour?.mean).toBeCloseTo(mean, 10)
    // The same from the changes: so many instances for so long.
    const changes = replications[0]?.changes.filter(({ of, id }) => of === 'node' && id === 's') ?? []
    const ends = changes.map(({ atMs }) => atMs).slice(1)
    const area = changes.reduce(
      (sum, { atMs, to }, index) => sum + Number(to) * ((ends[index] ?? 600_000) - atMs),
      changes[0]?.atMs ?? 0,
    )
    expect(cost?.perHour?.mean).toBeCloseTo(area / 600_000, 6)
  })

  it('[EXP-395] counts each shard and each copy of a cache', async () => {
    const hours = async (data: Record<string, unknown>) => {
      const cache = { ...station('k', 1, 1), type: 'Cache', data: { label: 'k', ...data } } as Flow['nodes'][number]
      const flow = priced(flowOf([client('c', 5), cache], [call('c', 'k')], { durationS: 10, replications: 1 }), [
        price('k', 'instanceHour', 1),
      ])
      const simulated = await simulateDesign({ name: 'Shop', flow, plan: planOf(flow).plan, pool: poolHere() })
      return simulated?.ok ? simulated.report.cost?.perHour?.mean : null
    }
    expect(await hours({})).toBeCloseTo(1, 10)
    expect(await hours({ shardingEnabled: true, shardCount: 3 })).toBeCloseTo(3, 10)
    expect(await hours({ replicationEnabled: true, replicaCount: 2 })).toBeCloseTo(2, 10)
    const both = { shardingEnabled: true, shardCount: 3, replicationEnabled: true, replicaCount: 2 }
    expect(await hours(both)).toBeCloseTo(6, 10)
  })
})
