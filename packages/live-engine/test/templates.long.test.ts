import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate } from '@plimsoll/flow'
import { describe, expect, it } from 'vitest'
import { measureLive } from '../src/measure.ts'

describe('the templates in the live engine', () => {
  it.each(TEMPLATES)('[CAT-28] $title runs healthy, and visibly loaded', (template) => {
    let next = 0
    const flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => String(next++) })
    const { errorRate, nodes, edges } = measureLive({ flow, seed: 1, durationMs: 130_000, warmUpMs: 10_000 })
    expect(errorRate).toBeLessThan(1)
    const highest = Math.max(...[...nodes, ...edges].map(({ mean }) => mean))
    expect(highest).toBeGreaterThan(0.2)
    expect(highest).toBeLessThan(0.75)
  })
})
