import type { Flow } from '@plimsoll/flow'
import { expect, it } from 'vitest'
import { pageOfReport, planOf, simulateDesign } from '../src/index.ts'
import { poolHere } from './support/pool-here.ts'
import { call, client, flowOf, station } from './support/stations.ts'

const RETRIES = { timeout: 30, retryEnabled: true, maxRetries: 3, retryStrategy: 'Constant', retryIntervalMs: 100 }
const SHORT = { durationS: 60, replications: 3 }

async function verdictOf(nodes: Flow['nodes'], edges: Flow['edges']) {
  const flow = flowOf(nodes, edges, SHORT)
  const found = await simulateDesign({ name: 'test', flow, plan: planOf(flow).plan, pool: poolHere() })
  if (!found?.ok) throw new Error('It was not simulated.')
  const { sentences } = pageOfReport(found.report, null)
  return { state: found.report.steadiness.state, text: sentences.map(({ text }) => text).join(' ') }
}

it('[RPT-18] names a retry storm that the load itself begins', async () => {
  const { state, text } = await verdictOf([client('c', 80), station('s', 1, 10)], [call('c', 's', RETRIES)])
  expect(state).toBe('none')
  expect(text).toMatch(
    / A retry storm: [67]\d % of the calls to s are retries, without which it could handle the load\./,
  )
})

it.each([
  ['carries the load with its retries', 20, 4],
  ['has more first calls than it can do', 150, 1],
])('[RPT-18] names none where a component %s', async (_, rps, slots) => {
  const { text } = await verdictOf([client('c', rps), station('s', slots, 10)], [call('c', 's', RETRIES)])
  expect(text).not.toContain('storm')
})

it('[RPT-38] says how often calls are tried where nothing fails for the retries', async () => {
  const refused = station('s', 4, 10, { maxConcurrentRequests: 2 })
  const { state, text } = await verdictOf([client('c', 60), refused], [call('c', 's', { ...RETRIES, maxRetries: 20 })])
  expect(state).toBe('steady')
  expect(text).toMatch(/none fails, with 1\.\d+ calls made for each first one, as what fails is tried again\./)
  const { text: spared } = await verdictOf([client('c', 20), station('s', 4, 10)], [call('c', 's', RETRIES)])
  expect(spared).toMatch(/none fails\./)
})

it('[RPT-18] names none where first calls are only held up at the caller', async () => {
  const { state, text } = await verdictOf(
    [client('c', 150), station('a', 4, 1), station('b', 1, 10)],
    [call('c', 'a', { timeout: 500 }), call('a', 'b', RETRIES)],
  )
  expect([state, text]).toEqual(['none', expect.not.stringContaining('storm')])
})
