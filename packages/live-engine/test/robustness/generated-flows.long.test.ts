import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isFullSize, sized } from '../../../../tooling/lib/test-size.ts'
import { drawFlow } from './draw-flow.ts'
import { FIRST_SEED, measured } from './size.ts'
import { tryFlow } from './try-flow.ts'
import { tryMany } from './try-many.ts'

const SAVED = join(import.meta.dirname, 'failing-seeds.json')
const COUNT = sized({ full: 10_000, small: 10 })
const SEEDS = Array.from({ length: COUNT }, (_, index) => FIRST_SEED + index)
const saved: readonly number[] = JSON.parse(readFileSync(SAVED, 'utf8'))

describe('generated and damaged flows', { timeout: 7_200_000 }, () => {
  it('[REL-SI2] run for ten seconds without a throw or a broken invariant', async ({ task }) => {
    const started = performance.now()
    const failing = await tryMany(SEEDS)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    measured(
      task,
      `${COUNT} flows from seed ${FIRST_SEED}, every tick of 10 s looked at: ${failing.length} failing, ${seconds} s`,
    )
    if (isFullSize && failing.length > 0) {
      const seeds = [...new Set([...saved, ...failing.map(({ seed }) => seed)])]
      writeFileSync(SAVED, `${JSON.stringify(seeds.toSorted((one, other) => one - other))}\n`)
    }
    expect(failing).toEqual([])
  })

  it('[REL-SI12] that once failed do so no more', () => {
    expect(saved.flatMap((seed) => tryFlow(seed) ?? [])).toEqual([])
  })

  it('[REL-SI2] are of many sizes, whole and damaged', () => {
    const flows = Array.from({ length: 60 }, (_, seed) => drawFlow(seed))
    const sizes = flows.map(({ nodes }) => nodes.length)
    expect(Math.max(...sizes)).toBeGreaterThan(100)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
    expect(new Set(sizes).size).toBeGreaterThan(20)
    const dangling = flows.filter(({ nodes, edges }) =>
      edges.some(({ source, target }) => ![source, target].every((end) => nodes.some(({ id }) => id === end))),
    )
    expect(dangling.length).toBeGreaterThan(5)
    expect(drawFlow(7)).toEqual(flows[7])
  })
})
