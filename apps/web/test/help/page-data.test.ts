import { EDGE_KINDS, NODE_KINDS, NODE_TYPES } from '@plimsoll/catalog'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import decision from '../../../../docs/decisions/0040-live-engine-interpretation.md?raw'
import { connectionEffects, countProperties, liveEffects } from '../../src/features/help/elements/live-effects.ts'
import { READINGS } from '../../src/features/help/elements/readings.ts'

/** Cells of the first table of a Markdown page, without its heads. */
function tableOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(1).map((line) => line.slice(2, -2).split(' | '))
}

describe('what the help page lists', () => {
  it('[UI-93] names every property that has an effect on the live engine, and no other', () => {
    const nodes = NODE_TYPES.flatMap((type) => liveEffects(type).map(({ key }) => `${type}.${key}`))
    const declared = NODE_TYPES.flatMap((type) =>
      Object.entries(NODE_KINDS[type].properties).flatMap(([name, { effect }]) =>
        'live' in effect ? [`${type}.${name}`] : [],
      ),
    )
    expect(nodes).toEqual(declared)

    const stated = connectionEffects().flatMap(({ effects }) => effects)
    for (const { properties } of Object.values(EDGE_KINDS)) {
      for (const [name, { effect }] of Object.entries(properties)) {
        const texts = stated.filter(({ key }) => key === name).map(({ text }) => text)
        if ('live' in effect) expect(texts).toContain(effect.live)
        else expect(texts).toEqual([])
      }
    }
    expect(countProperties().live).toBe(nodes.length + stated.length)
    expect(countProperties().all).toBeGreaterThan(200)
  })

  it('[UI-894] takes its constants from the engine', async () => {
    vi.resetModules()
    vi.doMock('@plimsoll/live-engine', async (load) => ({
      ...(await load<object>()),
      TICK_MS: 170,
      LIFETIME_MS: 77_000,
    }))
    try {
      const { Limits } = await import('../../src/features/help/parts/limits.tsx')
      const text = renderToStaticMarkup(createElement(Limits))
      expect(text).toContain('Time has a grid of 170\u00a0ms')
      expect(text).toContain('77\u00a0s')
    } finally {
      vi.doUnmock('@plimsoll/live-engine')
      vi.resetModules()
    }
  })

  it('[UI-93] gives the readings of the decision', () => {
    const given = READINGS.map(({ open, taken, insteadOf }) => [open, taken, insteadOf])
    expect(given).toEqual(tableOf(decision))
    expect(given.length).toBeGreaterThan(20)
  })
})
