import { isDeepStrictEqual } from 'node:util'
import { NODE_TYPES } from '@plimsoll/catalog'
import type { Flow } from '@plimsoll/flow'
import { createLiveRun, type LiveRun, type RunCommand } from '@plimsoll/live-engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized, timeLimit } from '../../../tooling/lib/test-size.ts'
import { chain, edge, flow, node, ONE_A_TICK } from './support/flows.ts'
import { type Act, anyFlow, anyScript, edited } from './support/generated.ts'
import { findBreaches } from './support/invariants.ts'
import { NOTHING_HAPPENS, started, tick } from './support/runs.ts'

/** Plays a script, and looks after every tick at the run, and at a second one that is to be the same. */
function play(initial: Flow, script: readonly Act[], seed: number): void {
  let current = initial
  const runs = [1, 2].map(() => createLiveRun({ flow: initial, seed }))
  const [run, twin] = runs as [LiveRun, LiveRun]
  const look = () => {
    expect(findBreaches(run)).toEqual([])
    expect(isDeepStrictEqual(run.snapshot(), twin.snapshot()), 'the same as its twin').toBe(true)
  }
  const command = (word: RunCommand) => {
    const wasUnderWay = run.state !== 'stopped'
    for (const one of runs) one.command(word)
    if (word !== 'reset' || !wasUnderWay) return
    expect(run.snapshot()).toEqual(createLiveRun({ flow: current, seed }).snapshot())
    expect(run.history()).toEqual({ completed: [], failed: [] })
    expect(run.requests()).toEqual([])
  }

  command('start')
  for (const act of script) {
    if (act.act === 'command') command(act.command)
    else if (act.act === 'tick') {
      for (let ticks = 0; ticks < act.times; ticks += 1) {
        for (const one of runs) one.tick()
        look()
      }
    } else {
      current = edited(current, act)
      for (const one of runs) one.update(current)
    }
    look()
  }
  command('reset')
}

const users = (concurrentUsers: number) => ({ concurrentUsers, thinkTimeBetweenRequests: 1000 })

function ring(size: number): Flow {
  const ids = Array.from({ length: size }, (_, index) => `s${index}`)
  return flow(
    [node('Client', 'c', users(200)), ...ids.map((id) => node('Server', id))],
    [edge('c', 's0'), ...ids.map((id, index) => edge(id, ids[(index + 1) % size] ?? ''))],
  )
}

/** Every number of every part set to `value`, whatever its type. */
function everywhere(value: unknown): Flow {
  const filled = <T extends { readonly data: object }>(part: T): T => {
    const data = Object.entries(part.data).map(([name, old]) => [name, typeof old === 'number' ? value : old])
    return { ...part, data: Object.fromEntries(data) }
  }
  const kinds = NODE_TYPES.filter((type) => type !== 'Client')
  const nodes = [node('Client', 'c'), ...kinds.map((type) => node(type, type))]
  const edges = nodes.flatMap(({ id }) => kinds.map((type) => edge(id, type)))
  return flow(nodes.map(filled), edges.map(filled))
}

const HOSTILE: Readonly<Record<string, Flow>> = {
  empty: flow([]),
  'no client': flow([node('Server', 's'), node('Database', 'd')], [edge('s', 'd')]),
  'a lone client': flow([node('Client', 'c', users(500))]),
  'a loop on one node': flow([node('Client', 'c', users(500)), node('Server', 's')], [edge('c', 's'), edge('s', 's')]),
  'a loop on the client': flow([node('Client', 'c', users(500))], [edge('c', 'c')]),
  'a cycle of two': ring(2),
  'a cycle of a thousand': ring(1000),
  'a dangling connection': flow([node('Client', 'c', users(500))], [edge('c', 'ghost'), edge('ghost', 'c')]),
  'equal ids': flow(
    [node('Client', 'x', users(100)), node('Server', 'x'), node('Server', 's'), node('Client', 's')],
    [edge('x', 's'), edge('x', 's')],
  ),
  'ids of built-in members': flow(
    [node('Client', '__proto__', users(100)), node('Server', 'constructor'), node('Database', 'toString')],
    [edge('__proto__', 'constructor', {}, { id: '__proto__' }), edge('constructor', 'toString', {}, { id: 'valueOf' })],
  ),
  'kinds that do not exist': {
    nodes: [
      ...chain().nodes,
      ...['Mainframe', '__proto__'].map((type, index) => ({ ...node('Server', `m${index}`), type })),
    ],
    edges: [...chain().edges, { ...edge('s', 'm0'), type: 'telegraph' }, edge('m0', 'd')],
  } as Flow,
  'no one and no time': chain({
    client: { concurrentUsers: 0, thinkTimeBetweenRequests: 0 },
    server: { averageProcessingTime: 0, maxConcurrentRequests: 0, instances: 0, cpuSpeed: 0 },
    edges: { maxThroughputRPS: 0, bandwidthMbps: 0, latencyMs: 0 },
  }),
  'a probability of two': chain({ server: { failureProbability: 2 }, edges: { failureProbability: 2 } }),
  'a period of zero': chain({ client: { ...users(500), requestPattern: 'Periodic', periodSeconds: 0 } }),
  'ten million requests a second': chain({ client: { ...users(1e7) } }),
  ...Object.fromEntries(
    [0, -1, 1e308, Number.NaN, Number.POSITIVE_INFINITY, '5', null, {}].map((value) => [
      `${typeof value === 'object' ? JSON.stringify(value) : `${typeof value} ${value}`} everywhere`,
      everywhere(value),
    ]),
  ),
}

describe('what never happens', { timeout: timeLimit(120_000) }, () => {
  it('[SIM-3] [SIM-5] [SIM-80] [SIM-81] [SIM-82] [SIM-83] [SIM-85] in any flow, edited in any way', () => {
    fc.assert(
      fc.property(anyFlow, anyScript, fc.integer(), (initial, script, seed) => play(initial, script, seed)),
      { numRuns: sized({ small: 60, full: 300 }) },
    )
  })

  it.each(Object.entries(HOSTILE))(
    '[SIM-3] [SIM-5] [SIM-80] [SIM-81] [SIM-82] [SIM-83] [SIM-85] with %s',
    (_, hostile) => {
      const script: Act[] = [
        { act: 'tick', times: sized({ small: 10, full: 40 }) },
        { act: 'command', command: 'pause' },
        { act: 'tick', times: 2 },
        { act: 'command', command: 'resume' },
        { act: 'tick', times: sized({ small: 20, full: 80 }) },
        { act: 'remove', of: 'nodes', index: 1 },
        { act: 'tick', times: 10 },
      ]
      play(hostile, script, 1)
    },
  )

  it('[SIM-83] in a cycle that nobody gets through in time', () => {
    const endless = ring(1000)
    const run = tick(started(endless), 130)
    expect(run.snapshot().errors.reasons[0]?.reason).toBe('Timeout - exceeded maximum lifetime')
  })

  it('[SIM-85] leaves out what cannot take part', () => {
    const drawn = flow(
      [...chain().nodes, node('Cache', 's'), { ...node('Server', 'm'), type: 'Mainframe' as never }],
      [...chain().edges, edge('s', 'ghost'), edge('c', 'd', {}, { id: 's-d' })],
    )
    expect(createLiveRun({ flow: drawn, seed: 1 }).snapshot()).toMatchObject({
      nodes: ['c', 's', 'd'],
      edges: ['c-s', 's-d', 's-ghost'],
      edgeUtilization: new Float32Array(3),
    })
    const run = tick(started(drawn), 100)
    expect(run.snapshot().completedRequests).toBeGreaterThan(50)
  })

  it('[SIM-85] takes numbers out of range as the nearest in range', () => {
    const at = (failureProbability: number) => {
      const run = tick(started(chain({ client: users(300), edges: { failureProbability } }), { seed: 3 }), 50)
      return { ...run.snapshot(), nodes: [], edges: [] }
    }
    expect(at(7)).toEqual(at(1))
    expect(at(-7)).toEqual(at(0))
    expect(at(Number.NaN)).toEqual(at(0))
  })

  it('[SIM-85] takes the numbers of a client in the same way', () => {
    const at = (client: object) => {
      const run = tick(started(chain({ client: { ...users(300), ...client } }), { seed: 3 }), 150)
      return { ...run.snapshot(), nodes: [], edges: [] }
    }
    const bursty = (burstFactor: unknown) => at({ requestPattern: 'Bursty', burstFactor })
    const periodic = (periodSeconds: unknown) => at({ requestPattern: 'Periodic', periodSeconds })
    expect(at({ maxRetries: -1 })).toEqual(at({ maxRetries: 0 }))
    for (const none of [Number.NaN, '3', null, {}]) {
      expect(at({ maxRetries: none })).toEqual(at({ maxRetries: 0 }))
      expect(bursty(none)).toEqual(bursty(0))
      expect(periodic(none)).toEqual(periodic(0.1))
    }
  })

  describe('[SIM-84] with more requests than can be followed', () => {
    const wide = {
      server: { instances: 1000, maxConcurrentRequests: 1e9 },
      database: { maxConnections: 1e9 },
      edges: { maxThroughputRPS: 1e9, failureProbability: 0.05 },
    }
    const LONG_STAYS = { ...wide.server, averageProcessingTime: 9000, failureProbability: 0 }
    /** Of a hundred visits so many end well: random failures at the client, two connections. */
    const expectedSuccess = 100 * 0.95 ** 2

    it('[SIM-876] follows each by itself while there is room for all', () => {
      const run = tick(started(chain({ ...wide, client: users(26_000) })), 30)
      expect(run.requests().length).toBeGreaterThan(12_000)
      expect(run.requests().every(({ standsFor }) => standsFor === 1)).toBe(true)
    })

    it('[SIM-84] [SIM-876] keeps throughput and rates of a million a second', () => {
      const run = tick(started(chain({ ...wide, client: users(1e6) })), 120)
      const { createdRequests, completedRequests, successRate, requestsPerSecond } = run.snapshot()
      expect(createdRequests).toBe(120 * 100_000)
      expect(run.requests().length).toBeLessThanOrEqual(20_000)
      expect(completedRequests).toBeGreaterThan(0.8 * createdRequests)
      // Compute requests end at the server, after one connection.
      const expected = 0.85 * expectedSuccess + 0.15 * 95
      expect(Math.abs(successRate - expected) / expected).toBeLessThan(0.02)
      expect(Math.abs(requestsPerSecond - 1e4 * expected) / (1e4 * expected)).toBeLessThan(0.05)
    })

    it('[SIM-1100] [SIM-1108] makes in each tick what is due, and keeps the size of groups, however long requests stay', () => {
      const drawn = flow(
        [node('Client', 'c', users(10_000)), node('Server', 's', LONG_STAYS)],
        [edge('c', 's', { maxThroughputRPS: 1e9 })],
      )
      const run = started(drawn)
      for (let ticks = 1; ticks <= 300; ticks += 1) {
        expect(tick(run, 1).snapshot().createdRequests).toBe(1000 * ticks)
        if (ticks > 250) expect(Math.max(...run.requests().map(({ standsFor }) => standsFor))).toBeLessThan(50)
      }
    })

    it('[SIM-1100] makes some in each tick, however many clients there are and however long requests stay', () => {
      const ids = Array.from({ length: 50 }, (_, index) => `c${index}`)
      const drawn = flow(
        [...ids.map((id) => node('Client', id, users(200))), node('Server', 's', LONG_STAYS)],
        ids.map((id) => edge(id, 's', { maxThroughputRPS: 1e9 })),
      )
      const run = started(drawn)
      let made = 0
      for (let ticks = 1; ticks <= 300; ticks += 1) {
        const { createdRequests } = tick(run, 1).snapshot()
        expect(createdRequests).toBeGreaterThan(made)
        made = createdRequests
        // Of 1,000 that are due in each.
        expect(1000 * ticks - made).toBeLessThan(15_000)
      }
    })

    it('[SIM-1121] takes a group as one of any of its users, whom a hash keeps on ways of their own', () => {
      const backends = ['x', 'y', 'z']
      const wideEdge = { maxThroughputRPS: 1e9, failureProbability: 0 }
      const drawn = flow(
        [
          node('Client', 'crowd', users(1e6)),
          node('Client', 'few', { concurrentUsers: 10, thinkTimeBetweenRequests: 100 }),
          node('Server', 's', wide.server),
          node('LoadBalancer', 'h', { algorithm: 'IP Hash' }),
          ...backends.map((id) => node('Server', id, wide.server)),
          node('Database', 'd', wide.database),
        ],
        [
          edge('crowd', 's', wideEdge),
          edge('few', 'h', wideEdge),
          ...backends.flatMap((id) => [edge('h', id, wideEdge), edge(id, 'd', wideEdge)]),
        ],
      )
      const run = started(drawn)
      const found = new Set<string | undefined>()
      for (let ticks = 0; ticks < 100; ticks += 1) {
        for (const { sourceNodeId, type, path, standsFor } of tick(run).requests()) {
          // One of type Compute ends at any of the servers.
          if (sourceNodeId === 'few' && type === 'Read' && standsFor === 10) found.add(path[2])
        }
      }
      expect(backends.filter((id) => found.has(id))).toEqual(backends)
    })

    it('[SIM-877] passes no client over for good', () => {
      const ids = Array.from({ length: 21_000 }, (_, index) => `c${index}`)
      const slow = { averageProcessingTime: 60_000, failureProbability: 0, ...wide.server }
      const drawn = flow(
        [...ids.map((id) => node('Client', id, ONE_A_TICK)), node('Server', 's', slow)],
        ids.map((id) => edge(id, 's', { maxThroughputRPS: 1e9, failureProbability: 0 })),
      )
      const run = started(drawn, { rng: NOTHING_HAPPENS })
      const waiting = new Set(ids)
      for (const ticks of [10, 100]) {
        for (const { sourceNodeId } of tick(run, ticks).requests()) waiting.delete(sourceNodeId)
      }
      expect([...waiting]).toEqual([])
    })
  })
})
