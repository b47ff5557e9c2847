import { expect, it } from 'vitest'
import { ListedArrivals } from '../../src/engine/listed-arrivals.ts'

it('[SIM-652] a recorded time that is over is left out', () => {
  const arrivals = new ListedArrivals([10, 20, 30])
  arrivals.next(25)
  expect(arrivals).toMatchObject({ position: 2, dueAt: 30 })
  arrivals.next(30)
  expect(arrivals.dueAt).toBe(Number.POSITIVE_INFINITY)
})
