import { expect, it } from 'vitest'
import {
  causeOf,
  pageOfReport,
  pageOfSensitivity,
  pageOfSweep,
  planOf,
  simulateDesign,
  sweepDesign,
  varyDesign,
} from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const spread = { mean: 1, halfWidth: null, lower: null, upper: null, lowest: 1, highest: 1, count: 1 }
const scales = { autoScaling: true, minInstances: 1, maxInstances: 10, scalingThreshold: 70 }

/** Two slots of 100 ms an instance: 20 a second each, 200 with all. */
async function reported(rps: number, simulation: Readonly<Record<string, unknown>>) {
  const flow = flowOf([client('c', rps), station('s', 2, 100, scales)], [call('c', 's')], simulation)
  const found = await simulateDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() })
  if (!found?.ok) throw new Error('not simulated')
  const { sentences, tables } = pageOfReport(found.report, null)
  return {
    report: found.report,
    texts: sentences.map(({ text }) => text),
    cause: tables.find(({ title }) => title === 'What saturates first')?.rows[0]?.at(-1),
  }
}

it('[RPT-28] [RPT-29] says of how many instances a capacity is that auto-scaling has not made', async () => {
  const { report, texts, cause } = await reported(8, { durationS: 60, replications: 3 })
  const [limit] = report.saturation.limits
  expect(limit).toMatchObject({ limit: 'service', instances: { most: 10, had: 1 } })
  expect(cause).toBe('service capacity of 10 instances, 1 on average in these runs')
  expect(texts.at(-1)).toMatch(
    /^First to saturate is s, at 2\d\d a second once auto-scaling has given it 10 instances \(1 ran\): 2\d\.?\d* times this load\.$/,
  )
  if (limit === undefined) return
  expect(causeOf({ ...limit, limit: 'slots' }, 'DB')).toBe('slots of 10 instances held while calling DB')
  expect(causeOf({ ...limit, instances: null }, null)).toBe('service capacity')
})

it('[RPT-28] says it of no component that has all instances', async () => {
  const flow = flowOf([client('c', 8), station('s', 2, 100, { ...scales, maxInstances: 1 })], [call('c', 's')], {
    ...{ durationS: 20, replications: 2 },
  })
  const found = await simulateDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() })
  expect(found?.ok && found.report.saturation.limits[0]?.instances).toBeNull()
})

it('[RPT-30] names what was full before auto-scaling could add instances', async () => {
  const short = await reported(50, { durationS: 20, replications: 3 })
  expect(short.report.steadiness).toMatchObject({ state: 'unsettled', overloaded: [] })
  expect(short.texts[1]).toBe('s was full with 1 instance on average, of the 10 that auto-scaling may give it.')
  const calm = await reported(8, { durationS: 20, replications: 3 })
  expect(calm.texts.join()).not.toContain('was full')
})

it('[RPT-37] shows a report that was kept before limits told their instances', async () => {
  const { report } = await reported(8, { durationS: 60, replications: 3 })
  const kept = JSON.parse(JSON.stringify(report, (key, value) => (key === 'instances' ? undefined : value)))
  const unsteady = { ...kept, steadiness: { ...kept.steadiness, state: 'none', overloaded: [] } }
  for (const one of [kept, unsteady]) {
    const rows = pageOfReport(one, null).tables.find(({ title }) => title === 'What saturates first')?.rows
    expect(rows?.[0]?.at(-1)).toBe('service capacity')
  }
})

/** With clients that soon try again, over a component whose calls take long. */
async function triedAgain(rps: number) {
  const retries = { timeout: 30, retryEnabled: true, maxRetries: 5, retryStrategy: 'Constant', retryIntervalMs: 100 }
  const parts = [client('c', rps), station('a', 10_000, 1), station('s', 1, 10)]
  const flow = flowOf(parts, [call('c', 'a', retries), call('a', 's')], { durationS: 60, replications: 3 })
  const found = await simulateDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() })
  return found?.ok ? pageOfReport(found.report, null).sentences.map(({ text }) => text) : []
}

it('[RPT-35] names what is full though the first calls alone would not fill it', async () => {
  const { report } = await reported(8, { durationS: 20, replications: 2 })
  const [limit] = report.saturation.limits
  if (limit === undefined) throw new Error('Nothing limits it.')
  const told = (working: number, amplification: number, load = 0.5) =>
    pageOfReport(
      {
        ...report,
        steadiness: { ...report.steadiness, state: 'none', overloaded: [] },
        saturation: { ...report.saturation, limits: [{ ...limit, load, instances: null }] },
        nodes: report.nodes.map((node) => ({ ...node, working: node.working && { ...node.working, mean: working } })),
        figures: { ...report.figures, amplification: { ...spread, mean: amplification } },
      },
      null,
    ).sentences.map(({ text }) => text)
  const full = 's was full, though the first calls alone would take 50 % of it.'
  expect(told(0.99, 1.5)[1]).toBe(full)
  for (const calm of [told(0.6, 1.5), told(0.99, 1), told(0.99, 1.5, 1.1)])
    expect(calm.join()).not.toContain('was full')
})

it('[RPT-36] does not say that what is full can handle more than what arrives', async () => {
  expect((await triedAgain(70))[0]).toMatch(
    /^No steady state: [\d.]+ requests arrive per second, with what is tried again more than s can handle\. /,
  )
})

it('[EXP-385] is told of a sweep and of what matters most, too', async () => {
  const told = async (maxInstances: number) => {
    const flow = flowOf([client('c', 8), station('s', 2, 100, { ...scales, maxInstances })], [call('c', 's')], {
      ...{ durationS: 10, replications: 2 },
    })
    const run = { name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() }
    const axes = [{ property: 's.averageProcessingTime', values: ['90', '110'] }]
    const swept = await sweepDesign({ ...run, axes })
    if ('faults' in swept) throw new Error('not swept')
    const pages = [pageOfSweep(swept), pageOfSensitivity(await varyDesign({ ...run, ranges: axes }))]
    return pages.map(({ sentences }) => sentences.some(({ text }) => text.includes('with all instances')))
  }
  expect(await told(10)).toEqual([true, true])
  expect(await told(1)).toEqual([false, false])
})
