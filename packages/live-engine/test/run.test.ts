import type { RunCommand } from '@plimsoll/live-engine'
import { createLiveRun } from '@plimsoll/live-engine'
import type { RunState } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { chain, edge, flow, node, ONE_A_TICK, without } from './support/flows.ts'
import { NOTHING_HAPPENS, started, tick } from './support/runs.ts'

const COMMANDS = ['start', 'pause', 'resume', 'reset'] as const

describe('the run', () => {
  it('[SIM-1] [SIM-840] takes each command in the states that offer it, and ignores it in the others', () => {
    const ways: Record<RunState, RunCommand[]> = { stopped: [], running: ['start'], paused: ['start', 'pause'] }
    const after = Object.entries(ways).map(([state, way]) => {
      const next = COMMANDS.map((command) => {
        const run = createLiveRun({ flow: chain(), seed: 1 })
        for (const step of way) run.command(step)
        expect(run.state).toBe(state)
        const answer = run.command(command)
        expect(run.state).toBe(answer)
        return answer
      })
      return [state, ...next]
    })
    expect([['state', ...COMMANDS], ...after]).toEqual([
      ['state', 'start', 'pause', 'resume', 'reset'],
      ['stopped', 'running', 'stopped', 'stopped', 'stopped'],
      ['running', 'running', 'paused', 'running', 'stopped'],
      ['paused', 'paused', 'paused', 'running', 'stopped'],
    ])
  })

  it('[SIM-2] [SIM-841] ticks by 100 ms, and only while it runs', () => {
    const run = createLiveRun({ flow: chain(), seed: 1 })
    expect(tick(run, 3).snapshot()).toMatchObject({ elapsedTime: 0, createdRequests: 0 })
    run.command('start')
    expect(tick(run, 3).snapshot()).toMatchObject({ elapsedTime: 300, createdRequests: 3 })
    run.command('pause')
    const held = run.snapshot()
    expect(tick(run, 3).snapshot()).toEqual(held)
    run.command('resume')
    expect(tick(run, 3).snapshot()).toMatchObject({ elapsedTime: 600, createdRequests: 6 })
  })

  it('[SIM-3] repeats itself after Reset', () => {
    const run = createLiveRun({ flow: chain(), seed: 4 })
    const fresh = run.snapshot()
    run.command('start')
    const first = tick(run, 80).snapshot()
    const firstHistory = run.history()
    run.command('reset')
    expect(run.snapshot()).toEqual(fresh)
    expect(run.requests()).toEqual([])
    expect(run.history()).toEqual({ completed: [], failed: [] })
    run.command('start')
    expect(tick(run, 80).snapshot()).toEqual(first)
    expect(run.history()).toEqual(firstHistory)
  })

  it('[SIM-4] [SIM-842] [SIM-843] [SIM-844] makes requests after the others took their step, and samples after that', () => {
    const run = tick(started(chain(), { rng: NOTHING_HAPPENS }))
    expect(run.requests()).toMatchObject([{ status: 'pending', createdAt: 100, path: ['c'] }])
    expect(run.snapshot().metricHistory).toEqual([{ timestamp: 100, completedRequestCount: 0 }])
    tick(run)
    // 10 ms at the client fit into one tick: one hop, and the next request behind it.
    expect(run.requests().map(({ path }) => path)).toEqual([['c', 's'], ['c']])
    // The utilization is of what was there when the tick began: one request, for 50 of 200 ms, in 200 slots.
    expect(run.snapshot().nodeUtilization[1]).toBe(0)
    expect(tick(run).snapshot().nodeUtilization[1]).toBeCloseTo(0.25 / 200, 6)
  })

  it('[SIM-5] [SIM-846] gives the same bytes for the same seed, others for another', () => {
    const bytes = (seed: number) => {
      const run = started(chain({ client: { concurrentUsers: 200, requestPattern: 'Random' } }), { seed })
      return Array.from({ length: 100 }, () => JSON.stringify(tick(run).snapshot())).join('\n')
    }
    expect(bytes(11)).toBe(bytes(11))
    expect(bytes(11)).not.toBe(bytes(12).replaceAll('"seed":12', '"seed":11'))
  })

  it('[SIM-6] [SIM-847] shows an edit at once while stopped, else with the next tick', () => {
    const run = createLiveRun({ flow: chain(), seed: 1 })
    const grown = flow([...chain().nodes, node('Cache', 'k')], [...chain().edges, edge('s', 'k')])
    run.update(grown)
    expect(run.snapshot()).toMatchObject({ nodes: ['c', 's', 'd', 'k'], edges: ['c-s', 's-d', 's-k'] })
    run.command('start')
    tick(run)
    run.update(without(grown, 'k'))
    expect(run.snapshot().nodes).toHaveLength(4)
    expect(tick(run).snapshot()).toMatchObject({ nodes: ['c', 's', 'd'], edges: ['c-s', 's-d'] })
  })

  it('[SIM-6] goes on through an edit: counts, requests, fractions due', () => {
    const slow = { client: { ...ONE_A_TICK, concurrentUsers: 4 } }
    const edited = started(chain(slow), { rng: NOTHING_HAPPENS })
    const untouched = started(chain(slow), { rng: NOTHING_HAPPENS })
    for (let ticks = 0; ticks < 50; ticks += 1) {
      edited.update(chain(slow))
      expect(tick(edited).snapshot()).toEqual(tick(untouched).snapshot())
    }
    expect(untouched.snapshot().completedRequests).toBeGreaterThan(10)
  })

  it('[SIM-7] [SIM-850] gives snapshots that can be cloned and stay as they are', () => {
    const run = tick(started(chain({ client: { concurrentUsers: 100 } })), 50)
    const snapshot = run.snapshot()
    const clone = structuredClone(snapshot)
    expect(clone).toEqual(snapshot)
    const next = tick(run, 20).snapshot()
    expect(snapshot).toEqual(clone)
    expect(next.nodes).toBe(snapshot.nodes)
    expect(next.edges).toBe(snapshot.edges)
  })

  it('[SIM-15] lets every client make requests', () => {
    const drawn = chain()
    const run = tick(
      started(flow([...drawn.nodes, node('Client', 'c2', ONE_A_TICK)], [...drawn.edges, edge('c2', 's')])),
    )
    expect(run.requests().map(({ sourceNodeId }) => sourceNodeId)).toEqual(['c', 'c2'])
  })
})
