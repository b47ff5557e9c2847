import type { RunSnapshot } from '@plimsoll/simulation'
import { expect, it } from 'vitest'
import { elementRates } from '../../src/features/editor/panels/simulation/readout/element-rates.ts'

const rates = (...values: readonly number[]) => {
  const [offered = 0, served = 0, rejected = 0, failed = 0] = values
  return {
    offered: Float32Array.of(offered),
    served: Float32Array.of(served),
    rejected: Float32Array.of(rejected),
    failed: Float32Array.of(failed),
  }
}

const snapshot = (changes: object): RunSnapshot =>
  ({
    nodes: ['orders'],
    edges: ['ask'],
    nodeFigures: rates(640, 600, 30, 10),
    edgeFigures: rates(650, 610, 0, 40),
    windows: { last10s: { spanMs: 9900 } },
    ...changes,
  }) as unknown as RunSnapshot

it('[RUN-482] tells the four rates of a node and of an edge with their window', () => {
  const [node, edge] = ['orders', 'ask'].map((id) => elementRates(snapshot({}), id))
  expect(node?.rates.map(({ name, perSecond }) => `${name} ${perSecond}`)).toEqual([
    'Offered 640',
    'Served 600',
    'Rejected 30',
    'Failed 10',
  ])
  expect(edge?.rates.map(({ perSecond }) => perSecond)).toEqual([650, 610, 0, 40])
  expect(node?.window).toBe('last 10 s')
  expect(elementRates(snapshot({ windows: { last10s: { spanMs: 2300 } } }), 'ask')?.window).toBe('last 3 s')
})

it('[RUN-482] tells nothing of what the engine does not tell, or that is gone', () => {
  expect(elementRates(snapshot({}), 'deleted')).toBeNull()
  expect(elementRates(snapshot({ edgeFigures: null }), 'ask')).toBeNull()
  const ticks = snapshot({ nodeFigures: rates(100, Number.NaN, Number.NaN, Number.NaN) })
  expect(elementRates(ticks, 'orders')?.rates).toEqual([{ name: 'Offered', perSecond: 100 }])
})
