import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
import { ENGINES, type Engine, type RunningSimulation } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { sized } from '../../../../tooling/lib/test-size.ts'
import { openSimulation } from '../../src/features/editor/run/worker/open-simulation.ts'

const LEAST_STARTS = 200
const FRAME_MS = 40
const RUN_MS = 20_000

/** With messages, and with caches. */
const FEW = ['event-driven', 'web-app-caching']
const tried = sized({ small: TEMPLATES.filter(({ id }) => FEW.includes(id)), full: TEMPLATES })

const templates = tried.map((template) => {
  let count = 0
  return [
    template.id,
    instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${count++}` }),
  ] as const
})

/** By connection: how many dots set out, each counted once, while a page looks at every frame. */
function dotsOf(simulation: RunningSimulation<Flow>): Map<string, number> {
  const seen = new Set<number>()
  const started = new Map<string, number>()
  for (let ms = FRAME_MS; ms <= RUN_MS; ms += FRAME_MS) {
    simulation.advance(ms, { events: Number.POSITIVE_INFINITY })
    const { dots, edges } = simulation.snapshot()
    for (let dot = 0; dot < dots.count; dot += 1) {
      const id = dots.id[dot] ?? -1
      if (seen.has(id)) continue
      seen.add(id)
      const edge = edges[dots.edge[dot] ?? -1] ?? ''
      started.set(edge, (started.get(edge) ?? 0) + 1)
    }
  }
  return started
}

/** The same with room for a dot on every crossing. */
function crossingsOf(flow: Flow): Map<string, number> {
  const simulation = openSimulation({ flow, seed: 3 })
  simulation.watch({ speed: 1, most: 1e9 })
  return dotsOf(simulation)
}

const withEngine = (flow: Flow, engine: Engine): Flow => ({ ...flow, simulation: { engine } })

describe.each(ENGINES)('dots of the %s engine', (engine) => {
  it.each(templates)(
    '[RUN-361] on each connection of %s are in proportion to the requests that enter it',
    (_, template) => {
      const flow = withEngine(template, engine)
      const crossings = crossingsOf(flow)
      const simulation = openSimulation({ flow, seed: 3 })
      simulation.watch({ speed: 1, most: 300 })
      const dots = dotsOf(simulation)
      const shares = [...crossings].flatMap(([edge, count]) => {
        const started = dots.get(edge) ?? 0
        return count >= LEAST_STARTS ? [started / count] : []
      })
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
      expect(shares.length).toBeGreaterThan(2)
      for (const share of shares) expect(Math.abs(share / mean - 1)).toBeLessThan(0.2)
    },
  )
})
