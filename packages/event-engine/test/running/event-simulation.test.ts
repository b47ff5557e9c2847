import { TEMPLATES } from '@plimsoll/catalog'
import { applyChange, type Flow, instantiateTemplate } from '@plimsoll/flow'
import { createRng, type RunSnapshot } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { type RecordedRun, replay } from '../../src/edited-run.ts'
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
  it('[RUN-366] [RUN-719] shows the same, however it is sliced', () => {
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

  it('[RUN-480] tells of each node and edge what was offered, served, rejected and failed per second, of a client its requests', () => {
    const [, flow] = templates[0] ?? []
    if (!flow) throw new Error('no template')
    const full = flow.nodes.find(({ type }) => type === 'Server')
    const narrow = applyChange(flow, {
      type: 'set-property',
      of: 'node',
      id: full?.id ?? '',
      path: 'maxRequestsPerSecond',
      value: 20,
    })
    const { nodes, nodeFigures, edgeFigures, windows } = simulated(narrow, 1, {
      untilMs: 20_000,
      slices: 5,
    }).snapshot()
    if (!nodeFigures || !edgeFigures) throw new Error('no figures')
    const client = nodes.indexOf(flow.nodes.find(({ type }) => type === 'Client')?.id ?? '')
    const { last10s } = windows
    const rates = [nodeFigures.offered, nodeFigures.served, nodeFigures.failed].map(
      (rates) => 10 * (rates[client] ?? 0),
    )
    expect(rates.map(Math.round)).toEqual([last10s.offered, last10s.completed, last10s.failed])

    // What has come has ended, but for what is under way; a client waits for more and more of its requests here.
    for (const { offered, served, rejected, failed } of [nodeFigures, edgeFigures])
      for (const [at, came] of offered.entries())
        if (offered !== nodeFigures.offered || at !== client)
          expect(((served[at] ?? 0) + (rejected[at] ?? 0) + (failed[at] ?? 0)) / came, String(at)).toBeCloseTo(1, 1)
    expect(nodeFigures.rejected[nodes.indexOf(full?.id ?? '')]).toBeGreaterThan(10)
  })

  it('[RUN-504] [RUN-718] is the same again from its log, also where it was stopped between two events and edited', () => {
    for (const [, flow] of templates) {
      const simulation = createEventSimulation({ flow, seed: 5 })
      for (const concurrentUsers of [3, 800, 200]) {
        for (let slice = 0; slice < 7; slice += 1) simulation.advance(600_000, { events: 997 })
        const [client] = simulation.log().flow.nodes.filter(({ type }) => type === 'Client')
        const id = client?.id ?? ''
        const path = 'concurrentUsers'
        simulation.apply(applyChange(flow, { type: 'set-property', of: 'node', id, path, value: concurrentUsers }))
      }
      simulation.advance(600_000, { events: 1234 })
      const log: RecordedRun = JSON.parse(JSON.stringify(simulation.log()))
      expect(log).toMatchObject({ edits: [{}, {}, {}], untilMs: simulation.timeMs })
      const again = replay(log)
      expect(again.ok && again.run.outcome()).toEqual(simulation.outcome())
    }
  })

  it.each([600_000, 1_250_000])('[SIM-542] is the same again from its log after %i ms', (untilMs) => {
    const [, flow] = templates[0] ?? []
    if (!flow) throw new Error('no template')
    const quiet = {
      ...flow,
      nodes: flow.nodes.map((node) =>
        node.type === 'Client' ? { ...node, data: { ...node.data, concurrentUsers: 1 } } : node,
      ),
    }
    const simulation = createEventSimulation({ flow: quiet as typeof flow, seed: 5 })
    simulation.advance(untilMs, { events: Number.POSITIVE_INFINITY })
    const again = replay(simulation.log())
    expect(again.ok && again.run.outcome()).toEqual(simulation.outcome())
  })

  it('[RUN-526] [RUN-703] has two figures that no report has: utilization now, and the size of the requests that clients send', () => {
    const [, flow] = templates[0] ?? []
    if (!flow) throw new Error('no template')
    const clients = flow.nodes.filter(({ type }) => type === 'Client').map(({ id }) => id)
    const simulation = simulated(flow, 1, { untilMs: 20_000, slices: 1 })
    const sent = simulation.log().flow.edges.filter(({ source }) => clients.includes(source))
    const sizes = sent.map(({ data }) => data.averageRequestSizeKB)
    expect(simulation.snapshot().averageRequestSize).toBeGreaterThan(0)
    expect(simulation.snapshot().averageRequestSize).toBeLessThanOrEqual(Math.max(...sizes))
    simulation.apply(applyChange(flow, { type: 'remove', nodes: clients, edges: [] }))
    simulation.advance(60_000, { events: Number.POSITIVE_INFINITY })
    expect(Math.max(...simulation.snapshot().nodeUtilization)).toBe(0)
    expect(simulation.outcome()?.nodes.some(({ meanWorking }) => meanWorking > 0)).toBe(true)
  })

  it('[RUN-368] [RUN-704] says what is missing where nothing makes requests, also after an edit, and keeps its figures then', () => {
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
