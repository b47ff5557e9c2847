import type { SavedVersion } from '@plimsoll/contract'
import { describe, expect, it } from 'vitest'
import { FIGURES, figuresText, linePoints, pointsOf } from '../../src/features/editor/panels/versions/figures.ts'

const version = (number: number, figures: Partial<SavedVersion>) =>
  ({ version: number, p99Ms: null, capacityRps: null, costPerHour: null, ...figures }) as SavedVersion

describe('figures of versions', () => {
  it('[EDT-810] are said with their units where they are known', () => {
    expect(figuresText(version(1, {}))).toBe('')
    expect(figuresText(version(1, { p99Ms: 120, capacityRps: 1480, costPerHour: 1.25 }))).toBe(
      'p99 120 ms · capacity 1,480 rps · cost $1.25 an hour',
    )
    expect(figuresText(version(1, { p99Ms: 120, costPerHour: 0 }))).toBe('p99 120 ms')
  })

  it('[EDT-815] are drawn by version, the oldest first, without those of which nothing is known', () => {
    const newestFirst = [
      version(5, { p99Ms: 50 }),
      version(3, {}),
      version(2, { p99Ms: 100 }),
      version(1, { p99Ms: 150 }),
    ]
    const [p99, capacity] = FIGURES.map((figure) => pointsOf(newestFirst, figure))
    expect(capacity).toEqual([])
    expect(p99).toEqual([
      { version: 1, value: 150 },
      { version: 2, value: 100 },
      { version: 5, value: 50 },
    ])
    expect(linePoints(p99 ?? [], { width: 80, height: 20 })).toEqual([
      { x: 0, y: 0 },
      { x: 20, y: 10 },
      { x: 80, y: 20 },
    ])
  })

  it('[EDT-815] that hardly change do not fill the height of their line', () => {
    const points = [
      { version: 1, value: 99 },
      { version: 2, value: 100 },
    ]
    const [first = { y: 0 }, last = { y: 0 }] = linePoints(points, { width: 80, height: 20 })
    expect([first.y, last.y]).toEqual([11, 9])
  })

  it('[EDT-815] that stay the same are a level line', () => {
    const points = [
      { version: 1, value: 7 },
      { version: 2, value: 7 },
    ]
    expect(linePoints(points, { width: 80, height: 20 }).map(({ y }) => y)).toEqual([10, 10])
  })
})
