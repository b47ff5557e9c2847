import type { NodeData } from '@plimsoll/catalog'
import type { Flow, FlowEdge, FlowNode } from '@plimsoll/flow'
import type { LiveRun, SimulatedRequest } from '@plimsoll/live-engine'
import { createRng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { chain, edge, flow, node, ONE_A_TICK, without } from './support/flows.ts'
import { NOTHING_HAPPENS, scripted, started, tick } from './support/runs.ts'

/** No retry hides what becomes of a request. */
const CLIENT = { ...ONE_A_TICK, retryOnError: false } as const

const quiet = { failureProbability: 0 } as const
const server = (id: string, settings: Partial<NodeData<'Server'>> = {}) => node('Server', id, { ...quiet, ...settings })
const database = (id: string) => node('Database', id, quiet)

/** client → server → database, with parts put in place of those of the same id, or beside them. */
function redrawn({ nodes, edges }: Flow, ...parts: readonly (FlowNode | FlowEdge)[]): Flow {
  const put = <T extends FlowNode | FlowEdge>(old: readonly T[], fresh: readonly T[]) => [
    ...old.map((one) => fresh.find(({ id }) => id === one.id) ?? one),
    ...fresh.filter(({ id }) => old.every((one) => one.id !== id)),
  ]
  const isEdge = (part: FlowNode | FlowEdge): part is FlowEdge => 'source' in part
  const newNodes = parts.filter((part) => !isEdge(part))
  return flow(put(nodes, newNodes), put(edges, parts.filter(isEdge)))
}

/** A run of the drawing after so many ticks, then edited; another tick has shown the edit. */
function edited(before: Flow, ticks: number, after: Flow): LiveRun {
  const run = tick(started(before, { rng: NOTHING_HAPPENS }), ticks)
  run.update(after)
  return tick(run)
}

/** How the first request of the run ends. */
function firstEnd(run: LiveRun): SimulatedRequest | undefined {
  for (let ticks = 0; ticks < 100; ticks += 1) {
    const { completed, failed } = run.history()
    const first = [...completed, ...failed].find(({ createdAt }) => createdAt === 100)
    if (first !== undefined) return first
    tick(run)
  }
  return undefined
}

describe('an edit while a run is under way', () => {
  const drawn = chain({ client: CLIENT })

  it('[SIM-6] of a property of a node counts in the next tick', () => {
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 20)
    const before = run.snapshot().nodeUtilization[1] ?? 0
    run.update(redrawn(drawn, server('s', { instances: 1, maxConcurrentRequests: 50 })))
    expect(tick(run).snapshot().nodeUtilization[1]).toBeCloseTo(4 * before, 6)

    run.update(redrawn(drawn, server('s', { failureProbability: 1 })))
    tick(run)
    expect(new Set(run.history().failed.map(({ failureReason }) => failureReason))).toEqual(
      new Set(['Random node failure']),
    )
    expect(run.history().failed.map(({ failedAt }) => failedAt)).toEqual([2200, 2200])
  })

  it('[SIM-6] of the users of a client counts in the next tick', () => {
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 20)
    run.update(redrawn(drawn, node('Client', 'c', { ...CLIENT, concurrentUsers: 70 })))
    expect(tick(run).snapshot().createdRequests).toBe(20 + 7)
  })

  it('[SIM-6] of a property of a connection counts in the next tick', () => {
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 20)
    run.update(redrawn(drawn, edge('s', 'd', { failureProbability: 1 })))
    tick(run)
    expect(run.history().failed).toMatchObject([{ failureReason: 'Edge Failure Probability', failedAt: 2100 }])
  })

  it('[SIM-848] leaves the time that a visit under way requires', () => {
    const slow = redrawn(drawn, server('s', { averageProcessingTime: 900 }))
    const run = tick(started(slow, { rng: NOTHING_HAPPENS }), 4)
    const required = () => run.requests().map(({ processingData }) => processingData.requiredProcessingTime)
    expect(required()[0]).toBeGreaterThan(1000)
    run.update(drawn)
    tick(run)
    expect(required()[0]).toBeGreaterThan(1000)
    expect(required()[3]).toBeLessThan(200)
  })

  it('[SIM-6] [SIM-849] that adds a node is seen by the next request', () => {
    const lone = flow([node('Client', 'c', CLIENT), server('s')], [edge('c', 's', quiet)])
    const run = edited(lone, 3, redrawn(lone, database('d'), edge('s', 'd', quiet)))
    expect(run.requests().map(({ destinationNodeId }) => destinationNodeId)).toEqual(['s', 's', 'd'])
  })

  it('[SIM-6] that adds a client has it make requests in the next tick', () => {
    const run = edited(drawn, 3, redrawn(drawn, node('Client', 'c2', CLIENT), edge('c2', 's', quiet)))
    expect(run.requests().at(-1)?.sourceNodeId).toBe('c2')
  })

  it('[SIM-32] that deletes the node of a request ends it in the next tick', () => {
    const run = edited(drawn, 3, without(drawn, 's'))
    expect(run.history().failed).toMatchObject([
      { failureReason: 'Current node not found', currentNodeId: 's', failedAt: 400 },
      { failureReason: 'Current node not found', currentNodeId: 's', failedAt: 400 },
      { failureReason: 'Next node not found', currentNodeId: 'c', failedAt: 400 },
    ])
  })

  it('[SIM-39] that deletes the chosen node sends the request another way, if there is one', () => {
    const forked = redrawn(drawn, server('s2'), edge('s', 's2', quiet), edge('s2', 'd', quiet))
    const viaServer = without(forked, 's-d')
    const twoWays = redrawn(viaServer, server('s3'), edge('s', 's3', quiet), edge('s3', 'd', quiet))
    const run = edited(twoWays, 3, without(twoWays, 's3'))
    expect(firstEnd(run)).toMatchObject({ status: 'completed', path: ['c', 's', 's2', 'd'] })
  })

  it('[SIM-39] that draws a way for a request that had none lets it go on', () => {
    const slow = server('s', { averageProcessingTime: 500 })
    const linked = redrawn(drawn, slow)
    const run = edited(linked, 2, without(linked, 's-d'))
    expect(run.requests()[0]).toMatchObject({ path: ['c', 's'], status: 'processing', destinationNodeId: 'd' })
    run.update(linked)
    expect(firstEnd(run)).toMatchObject({ status: 'completed', path: ['c', 's', 'd'] })
  })

  it('[SIM-39] [SIM-857] that cuts the way further on ends a request where it would have set out', () => {
    const long = without(redrawn(drawn, server('s2'), edge('s', 's2', quiet), edge('s2', 'd', quiet)), 's-d')
    const run = edited(long, 3, without(long, 's2-d'))
    expect(firstEnd(run)).toMatchObject({ failureReason: 'Next node not found', path: ['c', 's'] })
  })

  it('[SIM-68] that opens a breaker stops the requests that were to pass it', () => {
    const open = edge('s', 'd', { ...quiet, circuitBreakerEnabled: true, circuitBreakerStatus: 'Open' })
    const run = edited(drawn, 3, redrawn(drawn, open))
    expect(firstEnd(run)).toMatchObject({ failureReason: 'Next node not found', path: ['c', 's'] })
  })

  it('[SIM-854] that makes a client of a destination ends the requests on their way to it', () => {
    const run = edited(drawn, 3, redrawn(drawn, node('Client', 'd', { ...CLIENT, concurrentUsers: 0 })))
    expect(firstEnd(run)).toMatchObject({ failureReason: 'Next node not found', path: ['c', 's'] })
  })

  it('[SIM-6] that makes another kind of a node counts in the next tick', () => {
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 20)
    run.update(redrawn(drawn, node('Cache', 's', { ...quiet, maxThroughput: 1000, averageLatency: 40 })))
    // Two requests are there, for 50 of 200 ms each, at 40 places.
    expect(tick(run).snapshot().nodeUtilization[1]).toBeCloseTo((2 * 0.25) / 40, 6)
  })

  it('[SIM-45] that makes another kind of a client leaves its requests', () => {
    const run = edited(drawn, 3, redrawn(drawn, server('c')))
    expect(firstEnd(run)).toMatchObject({ status: 'completed', sourceNodeId: 'c' })
  })

  it('[SIM-6] that puts a deleted part back within a tick changes nothing', () => {
    const run = tick(started(drawn, { rng: createRng(3) }), 20)
    const untouched = tick(started(drawn, { rng: createRng(3) }), 21)
    run.update(without(drawn, 'd'))
    run.update(drawn)
    expect(tick(run).snapshot()).toEqual(untouched.snapshot())
  })

  it('[SIM-6] in a pause shows with the first tick after it', () => {
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 20)
    run.command('pause')
    run.update(without(drawn, 'd'))
    expect(tick(run).snapshot().nodes).toEqual(['c', 's', 'd'])
    run.command('resume')
    expect(tick(run).snapshot().nodes).toEqual(['c', 's'])
  })

  it('[SIM-40] that doubles a connection changes no choice', () => {
    const doubled = redrawn(drawn, edge('s', 'd', quiet, { id: 'second' }))
    const run = tick(started(doubled, { rng: scripted(0.45) }), 3)
    run.update(drawn)
    expect(firstEnd(tick(run))).toMatchObject({ status: 'completed', path: ['c', 's', 'd'] })
  })

  it.each([1, 30])(
    '[SIM-1120] [SIM-80] that brings a client back after %d s leaves its rate what it makes',
    (awayS) => {
      const busy = chain({ client: { ...CLIENT, concurrentUsers: 1000 } })
      const run = tick(started(busy), 60 * 10)
      const rate = () => run.nodeFigures().offered[0]
      run.update(without(busy, 'c'))
      tick(run, awayS * 10)
      run.update(busy)
      tick(run, 5 * 10)
      expect(rate()).toBe(awayS === 1 ? 900 : 500)
      tick(run, 5 * 10)
      expect(rate()).toBe(1000)
    },
  )
})
