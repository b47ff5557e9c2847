import type { RunSnapshot } from '@plimsoll/simulation'
import { expect, it } from 'vitest'
import { elementRates } from '../../src/features/editor/panels/simulation/readout/element-rates.ts'

const NONE = Float32Array.of(Number.NaN)
/** What a node or an edge says of what is taken. */
const UNKNOWN = {
  ...{ taken: NONE, takenOf: NONE, takenWorking: NONE, takenPlaces: Uint8Array.of(0) },
  ...{ poolInUse: NONE, poolSize: NONE, transferring: NONE },
}

const rates = (...values: readonly number[]) => {
  const [offered = 0, served = 0, rejected = 0, failed = 0] = values
  return {
    offered: Float32Array.of(offered),
    served: Float32Array.of(served),
    rejected: Float32Array.of(rejected),
    failed: Float32Array.of(failed),
    ...UNKNOWN,
  }
}

const snapshot = (changes: object): RunSnapshot =>
  ({
    nodes: ['orders'],
    edges: ['ask'],
    nodeFigures: rates(640, 600, 30, 10),
    edgeFigures: rates(650, 610, 0, 40),
    edgeUtilization: NONE,
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

it('[RUN-757] tells what is taken of a node, and of the pool of an edge', () => {
  const taken = { taken: Float32Array.of(23.4), takenOf: Float32Array.of(24), takenWorking: Float32Array.of(0.47) }
  const pool = { poolInUse: Float32Array.of(96), poolSize: Float32Array.of(100), transferring: Float32Array.of(0.2) }
  const shown = snapshot({
    nodeFigures: { ...rates(640), ...taken, takenPlaces: Uint8Array.of(0) },
    edgeFigures: { ...rates(650), ...pool },
  })
  expect(['orders', 'ask'].map((id) => elementRates(shown, id)?.taken)).toEqual([
    '23.4 of 24 slots taken, 47 % at work',
    '96 of 100 connections in use',
  ])
})

it('[RUN-482] tells nothing of what the engine does not tell, or that is gone', () => {
  expect(elementRates(snapshot({}), 'deleted')).toBeNull()
  expect(elementRates(snapshot({ edgeFigures: null }), 'ask')).toBeNull()
  const ticks = snapshot({ nodeFigures: rates(100, Number.NaN, Number.NaN, Number.NaN) })
  expect(elementRates(ticks, 'orders')?.rates).toEqual([{ name: 'Offered', perSecond: 100 }])
})
