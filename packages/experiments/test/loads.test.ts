import type { EventReport } from '@plimsoll/event-engine'
import { expect, it } from 'vitest'
import { loadsOf } from '../src/index.ts'

it('[RUN-762] [RUN-766] are of what is taken the most, with its peaks', () => {
  const estimate = (mean: number) => ({ mean, lower: mean, upper: mean })
  const node = (id: string, utilization: number, fullest: number | null, fullestP95: number | null) => ({
    ...{ id, utilization: estimate(utilization), utilizationP95: 0.4, fullestP95 },
    fullest: fullest === null ? null : estimate(fullest),
  })
  const nodes = [node('store', 0.3, 0.9, 1), node('shop', 0.5, 0.5, 0.8), node('users', 0, null, null)]
  const { nodes: shown, peaks } = loadsOf({ nodes, edges: [] } as unknown as EventReport)
  expect([...shown]).toEqual([
    ['store', 0.9],
    ['shop', 0.5],
  ])
  expect([...peaks]).toEqual([
    ['store', 1],
    ['shop', 0.8],
  ])
})
