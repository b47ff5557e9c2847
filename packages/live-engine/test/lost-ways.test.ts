import { TEMPLATES } from '@plimsoll/catalog'
import { type Flow, instantiateTemplate } from '@plimsoll/flow'
import type { LiveRun } from '@plimsoll/live-engine'
import { describe, expect, it } from 'vitest'
import { chain, edge, flow, node, ONE_A_TICK, without } from './support/flows.ts'
import { NOTHING_HAPPENS, started, tick } from './support/runs.ts'

const quiet = { failureProbability: 0 } as const
const CLIENT = { ...ONE_A_TICK, retryOnError: false } as const

/** client → server → cache → database, with ids `c`, `s`, `k`, `d`. */
const tiers = (client: Parameters<typeof node<'Client'>>[2] = CLIENT): Flow =>
  flow(
    [
      node('Client', 'c', client),
      node('Server', 's', quiet),
      node('Cache', 'k', { ...quiet, expectedHitRate: 0.5 }),
      node('Database', 'd', quiet),
    ],
    [edge('c', 's', quiet), edge('s', 'k', quiet), edge('k', 'd', quiet)],
  )

const writes = (run: LiveRun, since: number) =>
  run
    .history()
    .failed.concat(run.history().completed)
    .filter(({ type, createdAt }) => type === 'Write' && createdAt > since)

/** The run after `ticks` of `before`, edited, and twenty ticks more. */
function edited(before: Flow, after: Flow, { ticks = 30, more = 20 } = {}): LiveRun {
  const run = tick(started(before, { seed: 4 }), ticks)
  run.update(after)
  return tick(run, more)
}

describe('a kind that was within reach', () => {
  it('[SIM-502] stays the destination when it is no longer reached, and finds no next node', () => {
    const run = edited(tiers(), without(tiers(), 'k'))
    const late = writes(run, 3000)
    expect(late.length).toBeGreaterThan(0)
    for (const request of late) {
      expect(request).toMatchObject({
        destinationNodeId: 'd',
        path: ['c'],
        failureReason: 'Next node not found',
      })
    }
  })

  it('[SIM-502] stays the destination when it was deleted itself', () => {
    const run = edited(tiers(), without(tiers(), 'd'))
    for (const request of writes(run, 3000)) {
      expect(request).toMatchObject({ destinationNodeId: 'd', failureReason: 'Next node not found' })
    }
  })

  it('[SIM-502] stays the destination behind a breaker that was opened', () => {
    const open = { ...quiet, circuitBreakerEnabled: true, circuitBreakerStatus: 'Open' } as const
    const { nodes, edges } = tiers()
    const after = flow(
      nodes,
      edges.map((one) => (one.id === 's-k' ? edge('s', 'k', open) : one)),
    )
    const reasons = writes(edited(tiers(), after), 3000).map(({ failureReason }) => failureReason)
    expect(new Set(reasons)).toEqual(new Set(['Next node not found']))
  })

  it('[SIM-502] is retried while retry on error is set', () => {
    const retrying = { ...CLIENT, retryOnError: true, maxRetries: 2 }
    const run = edited(tiers(retrying), without(tiers(retrying), 'k'))
    const [first] = writes(run, 3000)
    expect(first).toMatchObject({ failureReason: 'Exceeded maximum retry attempts', retryCount: 3, path: ['c'] })
  })

  it('[SIM-502] is reached again once it is connected again', () => {
    const run = edited(tiers(), without(tiers(), 'k'))
    run.update(tiers())
    tick(run, 20)
    expect(writes(run, 5000).every(({ status }) => status === 'completed')).toBe(true)
  })

  it('[SIM-502] gives way to others of its kind that are within reach', () => {
    const { nodes, edges } = tiers()
    const two = flow([...nodes, node('Database', 'd2', quiet)], [...edges, edge('s', 'd2', quiet)])
    const destinations = writes(edited(two, without(two, 'd')), 3000).map(({ destinationNodeId }) => destinationNodeId)
    expect(new Set(destinations)).toEqual(new Set(['d2']))
  })

  it('[SIM-502] is forgotten by Reset', () => {
    const run = edited(tiers(), without(tiers(), 'k'))
    run.command('reset')
    run.command('start')
    expect(writes(tick(run, 20), 0).every(({ destinationNodeId }) => destinationNodeId === 's')).toBe(true)
  })

  it('[SIM-502] is not what was drawn and deleted before Start', () => {
    const run = started(tiers())
    run.command('reset')
    run.update(without(tiers(), 'k'))
    run.snapshot()
    run.command('start')
    expect(writes(tick(run, 20), 0).every(({ destinationNodeId }) => destinationNodeId === 's')).toBe(true)
  })

  it('[SIM-503] is not one that was never connected', () => {
    const { nodes, edges } = chain({ client: CLIENT })
    const beside = flow([...nodes, node('Cache', 'k'), node('Database', 'd2')], edges)
    const figures = (drawn: Flow) => {
      const { completedRequests, failedRequests, retriesTotal } = tick(started(drawn, { seed: 9 }), 100).snapshot()
      return { completedRequests, failedRequests, retriesTotal }
    }
    expect(figures(beside)).toEqual(figures(chain({ client: CLIENT })))
    const deleted = edited(beside, without(beside, 'd2', 'k'))
    const untouched = edited(beside, beside)
    expect(deleted.snapshot().completedRequests).toBe(untouched.snapshot().completedRequests)
  })

  it('[SIM-504] makes three tiers less healthy when their cache is deleted', () => {
    const threeTier = TEMPLATES.find(({ title }) => title === 'Three-Tier Architecture')
    if (threeTier === undefined) throw new Error('There is no such template.')
    let next = 0
    const flow = instantiateTemplate(threeTier, { origin: { x: 0, y: 0 }, makeId: () => `n${next++}` })
    const cache = flow.nodes.find(({ type }) => type === 'Cache')?.id ?? ''
    const run = tick(started(flow, { seed: 2 }), 200)
    const before = run.snapshot()
    run.update(without(flow, cache))
    const after = tick(run, 200).snapshot()
    const completed = after.completedRequests - before.completedRequests
    expect(completed).toBeLessThan(0.5 * before.completedRequests)
    expect(after.successRate).toBeLessThan(before.successRate - 20)
  })
})

describe('the connection that is missing', () => {
  const missing = (run: LiveRun) => run.snapshot().errors.missing

  it('[SIM-505] is named from the last node before the gap to the first after it', () => {
    const run = edited(tiers(), without(tiers(), 'k'), { more: 50 })
    expect(missing(run)[0]).toMatchObject({ from: 's', to: 'd' })
  })

  it('[SIM-505] is named by both of its ends when only it was deleted', () => {
    expect(missing(edited(tiers(), without(tiers(), 's-k')))).toMatchObject([{ from: 's', to: 'k' }])
    expect(missing(edited(tiers(), without(tiers(), 'c-s')))).toMatchObject([{ from: 'c', to: 's' }])
  })

  it('[SIM-505] leads to the destination when nothing after the gap is there', () => {
    expect(missing(edited(tiers(), without(tiers(), 'k', 'd')))).toMatchObject([{ from: 's', to: 'd' }])
  })

  it('[SIM-505] is named where the reason is the number of retries', () => {
    const retrying = { ...CLIENT, retryOnError: true, maxRetries: 1 }
    const run = edited(tiers(retrying), without(tiers(retrying), 's-k'))
    const { reasons, missing } = run.snapshot().errors
    expect(reasons[0]).toMatchObject({ reason: 'Exceeded maximum retry attempts' })
    expect(missing).toMatchObject([{ from: 's', to: 'k' }])
    expect(missing[0]?.count).toBeLessThanOrEqual(reasons[0]?.count ?? 0)
    expect(missing[0]?.count).toBeGreaterThan(0)
  })

  it('[SIM-505] is of the client alone where nothing was ever connected', () => {
    const run = tick(started(flow([node('Client', 'c', CLIENT)]), { rng: NOTHING_HAPPENS }), 10)
    const { total, missing } = run.snapshot().errors
    expect(missing).toEqual([{ from: 'c', to: null, count: total, share: 1 }])
  })

  it('[SIM-505] is not named for failures of another cause', () => {
    const run = tick(started(chain({ server: { failureProbability: 1 } })), 30)
    expect(run.snapshot().errors.total).toBeGreaterThan(0)
    expect(missing(run)).toEqual([])
  })
})
