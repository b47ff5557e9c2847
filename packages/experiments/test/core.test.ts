import { CompiledCore } from '@plimsoll/event-engine'
import { afterEach, expect, it, vi } from 'vitest'
import { planOf, simulateDesign } from '../src/index.ts'
import { pointHere } from '../src/runs/point.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

afterEach(() => vi.restoreAllMocks())

const flow = flowOf([client('c', 50), station('a', 1, 5)], [call('c', 'a')], { durationS: 2, replications: 2 })
const run = { name: 'test', flow, plan: planOf(flow).plan }

it('[EXP-401] all replications run in the core that their worker is given', async () => {
  const made = vi.spyOn(CompiledCore.prototype, 'newFor')
  await simulateDesign({ ...run, pool: poolHere() })
  expect(made.mock.results.map(({ value }) => value !== null)).toEqual([true, true])
})

it('[EXP-401] those of a point of a sweep as well', async () => {
  const made = vi.spyOn(CompiledCore.prototype, 'newFor')
  await pointHere(run, CompiledCore.load())
  expect(made.mock.results.map(({ value }) => value !== null)).toEqual([true, true])
})
