import { TEMPLATES } from '@plimsoll/catalog'
import { applyChange, type Flow, instantiateTemplate } from '@plimsoll/flow'
import { createRng, type RunSnapshot } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { createEventSimulation } from '../../src/running/event-simulation.ts'

const templates = TEMPLATES.map((template) => {
  let count = 0
  return [
    template.id,
    instantiateTemplate(template, { origin: { x: 0, y: 0 }, makeId: () => `part-${count++}` }),
  ] as const
})

/** Runs a flow in slices that a seed draws: of time, and of events. */
function simulated(flow: Flow, seed: number, { untilMs, slices }: { untilMs: number; slices: number }) {
  const simulation = createEventSimulation({ flow, seed })
  const draw = createRng(slices)
  while (simulation.timeMs < untilMs) {
    const target = Math.min(untilMs, simulation.timeMs + 1 + draw() * 20_000)
    while (simulation.advance(target, { events: 1 + Math.floor(draw() * 50_000) }) === 'budget');
    if (draw() < 0.2) simulation.snapshot()
  }
  return simulation
}

const plain = ({ dots, ...figures }: RunSnapshot) =>
  JSON.stringify(figures, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float32Array)] : value))

describe('a run of the event engine on screen', () => {
  it('[RUN-366] shows the same, however it is sliced', () => {
    const [, flow] = templates[0] ?? []
    if (!flow) throw new Error('no template')
    const [one, other] = [2, 3].map((slices) => simulated(flow, 1, { untilMs: 25_300, slices }))
    expect(plain((one as NonNullable<typeof one>).snapshot())).toBe(
      plain((other as NonNullable<typeof other>).snapshot()),
    )
    expect(one?.history()).toEqual(other?.history())
  })

  it('[RUN-367] goes on with an edited flow as a repeated run does, with the figures that it had', () => {
    const [, flow] = templates[0] ?? []
    if (!flow) throw new Error('no template')
    const client = flow.nodes.find(({ type }) => type === 'Client')
    const edited = applyChange(flow, {
      type: 'set-property',
      of: 'node',
      id: client?.id ?? '',
      path: 'concurrentUsers',
      value: 3,
    })
    const simulation = simulated(flow, 1, { untilMs: 12_345, slices: 4 })
    const before = simulation.snapshot()
    expect(simulation.apply(edited)).toBe('applied')
    while (simulation.advance(40_000, { events: 1000 }) === 'budget');
    const after = simulation.snapshot()
    expect(after.completedRequests).toBeGreaterThan(before.completedRequests)
    expect(after.windows.last10s.offered).toBeLessThan(before.windows.last10s.offered / 10)

    const { seed, edits } = simulation.log()
    const again = createEventSimulation({ flow, seed })
    for (const { atMs, flow: next } of edits) {
      again.advance(atMs, { events: Number.POSITIVE_INFINITY })
      again.apply(next)
    }
    again.advance(40_000, { events: Number.POSITIVE_INFINITY })
    expect(plain(again.snapshot())).toBe(plain(after))
  })

  it('[RUN-368] says what is missing where nothing makes requests, also after an edit, and keeps its figures then', () => {
    const [, flow] = templates[0] ?? []
    if (!flow) throw new Error('no template')
    const clients = flow.nodes.filter(({ type }) => type === 'Client').map(({ id }) => id)
    const without = applyChange(flow, { type: 'remove', nodes: clients, edges: [] })
    const idle = createEventSimulation({ flow: without, seed: 1 })
    idle.advance(5000, { events: 1 })
    expect(idle.snapshot()).toMatchObject({
      elapsedTime: 5000,
      createdRequests: 0,
      missing: ['There is no client with users, so nothing makes requests.'],
    })
    const simulation = simulated(flow, 1, { untilMs: 5000, slices: 1 })
    simulation.apply(without)
    const { createdRequests, missing } = simulation.snapshot()
    expect(missing).toHaveLength(1)
    simulation.advance(30_000, { events: Number.POSITIVE_INFINITY })
    expect(simulation.snapshot()).toMatchObject({ createdRequests, activeRequests: 0, elapsedTime: 30_000 })
  })
})
