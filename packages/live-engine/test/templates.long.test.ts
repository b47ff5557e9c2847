import { TEMPLATES } from '@plimsoll/catalog'
import { instantiateTemplate } from '@plimsoll/flow'
import { createLiveRun } from '@plimsoll/live-engine'
import { describe, expect, it } from 'vitest'

const WARM_UP_TICKS = 100
const TICKS = 1300

describe('the templates in the live engine', () => {
  it.each(TEMPLATES)('[CAT-28] $title runs healthy, and visibly loaded', (template) => {
    let next = 0
    const flow = instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => String(next++) })
    const run = createLiveRun({ flow, seed: 1 })
    run.command('start')
    const totals = new Map<string, number>()
    for (let tick = 0; tick < TICKS; tick++) {
      run.tick()
      if (tick < WARM_UP_TICKS) continue
      const { nodes, nodeUtilization } = run.snapshot()
      nodes.forEach((id, index) => void totals.set(id, (totals.get(id) ?? 0) + (nodeUtilization[index] ?? 0)))
    }
    expect(run.snapshot().successRate).toBeGreaterThan(99)
    for (const { id, type, data } of flow.nodes) {
      if (type === 'Client') continue
      const mean = (totals.get(id) ?? 0) / (TICKS - WARM_UP_TICKS)
      expect(mean, data.label).toBeGreaterThan(0.2)
      expect(mean, data.label).toBeLessThan(0.75)
    }
  })
})
