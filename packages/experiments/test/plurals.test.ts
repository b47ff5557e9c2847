import { expect, it } from 'vitest'
import {
  compareDesigns,
  counted,
  countedOf,
  drillDesign,
  pageOfComparison,
  pageOfDrill,
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

const flow = flowOf([client('c', 1), station('s', 1, 10)], [call('c', 's')], {
  ...{ durationS: 20, replications: 1, arrivals: 'deterministic', objectives: ['errorRate<90%'] },
})
const run = { name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() }
const axes = [{ property: 's.averageProcessingTime', values: ['10'] }]

it('[RPT-16] counts one thing in the singular', () => {
  expect([1, 2, 0, 1.001, 1.2].map((count) => counted(count, 'run'))).toEqual([
    ...['1 run', '2 runs', '0 runs', '1 run', '1.2 runs'],
  ])
  expect(counted(1, 'property', 'properties')).toBe('1 property')
  expect([countedOf(1, 1, 'run'), countedOf(1000, 1200, 'run')]).toEqual(['1 of 1 run', '1,000 of 1,200 runs'])
})

it('[RPT-16] names one run, pair, property, combination, objective and request in the singular', async () => {
  const sweep = await sweepDesign({ ...run, axes })
  const simulated = await simulateDesign(run)
  if ('faults' in sweep || !simulated?.ok) throw new Error('It was not simulated.')
  const pages = [
    pageOfReport(simulated.report, null),
    pageOfComparison(await compareDesigns({ a: run, b: run, pool: run.pool })),
    pageOfDrill(await drillDesign(run)),
    pageOfSensitivity(await varyDesign({ ...run, ranges: axes })),
    pageOfSweep(sweep),
  ]
  const texts = pages.flatMap(({ about, sentences, notes }) => [
    ...[about, ...sentences.map(({ text }) => text)],
    ...notes.flatMap((note) => note.texts),
  ])
  expect(
    texts.filter((text) => /(^|[^\d.])1 (runs|pairs|properties|combinations|objectives|requests)\b/.test(text)),
  ).toEqual([])
  expect(texts.join()).toContain('1 request arrives per second')
})
