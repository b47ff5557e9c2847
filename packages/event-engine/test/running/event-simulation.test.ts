import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
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
})
