import type { NodeData } from '@plimsoll/catalog'
import { createRng, type Rng } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import type { Link } from '../src/model.ts'
import { scoreOf } from '../src/rules/scoring.ts'
import { measureUtilization } from '../src/rules/utilization.ts'
import { edge, flow, node, ONE_A_TICK } from './support/flows.ts'
import { Bench, lasting, NOTHING_HAPPENS, scripted, started, tick } from './support/runs.ts'

const SERVERS = ['s0', 's1', 's2', 's3', 's4']

/** A hub (at `h`) before `count` servers, all before one database. */
function fan(hub: 'Server' | 'LoadBalancer', count: number, settings: object = {}, servers: readonly object[] = []) {
  const ids = SERVERS.slice(0, count)
  return flow(
    [
      node('Client', 'c', ONE_A_TICK),
      node(hub, 'h', settings),
      ...ids.map((id, index) => node('Server', id, servers[index] ?? {})),
      node('Database', 'd'),
    ],
    [edge('c', 'h'), ...ids.map((id) => edge('h', id)), ...ids.map((id) => edge(id, 'd'))],
  )
}

/** Where `count` requests to the database go from the hub, one after the other. */
function choices(bench: Bench, count: number, changes: (index: number) => object = () => ({})): string[] {
  return Array.from({ length: count }, (_, index) => {
    const request = bench.arrived('c-h', {
      destination: bench.network.stationOf.get('d') ?? null,
      visit: lasting(1000),
      ...changes(index),
    })
    bench.step(request)
    return request.next?.id ?? 'none'
  })
}

function shares(chosen: readonly string[]): Record<string, number> {
  const ids = [...new Set(chosen)].sort()
  return Object.fromEntries(ids.map((id) => [id, chosen.filter((one) => one === id).length / chosen.length]))
}

const balanced = (algorithm: NodeData<'LoadBalancer'>['algorithm'], count = 3, servers: readonly object[] = []) =>
  new Bench(fan('LoadBalancer', count, { algorithm, failureProbability: 0 }, servers), createRng(6))

describe('the way of a request', () => {
  it('[SIM-60] [SIM-864] takes only connections that lead to the destination', () => {
    const drawn = flow(
      [
        node('Client', 'c', { ...ONE_A_TICK, retryOnError: false }),
        ...['s', 'dead-end', 'detour'].map((id) => node('Server', id)),
        node('Database', 'd'),
      ],
      [
        edge('c', 's'),
        edge('s', 'dead-end'),
        edge('s', 's', {}, { id: 'loop' }),
        edge('s', 'nowhere'),
        edge('s', 'c', {}, { id: 'back' }),
        edge('s', 'detour'),
        edge('detour', 'd'),
      ],
    )
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 60)
    expect(run.history().failed).toEqual([])
    expect(new Set(run.history().completed.map(({ path }) => path.join()))).toEqual(new Set(['c,s,detour,d']))
  })

  it('[SIM-60] finds its way through a cycle', () => {
    const ring = Array.from({ length: 40 }, (_, index) => `s${index}`)
    const drawn = flow(
      [node('Client', 'c', ONE_A_TICK), ...ring.map((id) => node('Server', id)), node('Database', 'd')],
      [
        edge('c', 's0'),
        ...ring.map((id, index) => edge(id, ring[(index + 1) % ring.length] ?? '', { latencyMs: 0 })),
        edge('s39', 'd'),
      ],
    )
    const run = tick(started(drawn, { rng: scripted(0.5) }), 60)
    expect(run.history().completed[0]?.path).toEqual(['c', ...ring, 'd'])
  })

  it('[SIM-61] scores spare capacity, latency and the hops that remain', () => {
    const drawn = fan('Server', 2)
    const near = edge('h', 'd', { latencyMs: 300 })
    const bench = new Bench(flow(drawn.nodes, [...drawn.edges, near]), NOTHING_HAPPENS)
    const route = bench.routes.to(bench.station('d'))
    const score = (link: Link) => scoreOf(link, route)
    expect(score(bench.link('h-s0'))).toBeCloseTo(0.4 + 0.2 + 0.1 + 0.1, 12)
    expect(score(bench.link('h-d'))).toBeCloseTo(0.4 + 0.2 + 0.05 + 0.2, 12)
    bench.station('s1').utilization = 0.5
    bench.link('h-s1').utilization = 0.75
    expect(score(bench.link('h-s1'))).toBeCloseTo(0.2 + 0.05 + 0.1 + 0.1, 12)
  })

  it('[SIM-61] never scores below a hundredth', () => {
    const drawn = fan('Server', 1)
    const slow = flow(
      drawn.nodes,
      drawn.edges.map((one) => (one.id === 'h-s0' ? edge('h', 's0', { latencyMs: 1e9 }) : one)),
    )
    const bench = new Bench(slow, NOTHING_HAPPENS)
    bench.station('s0').utilization = 1
    bench.link('h-s0').utilization = 1
    const far = { hopsFrom: () => 254, leadsFrom: () => true, waysFrom: () => [], bestWays: new Map() }
    expect(scoreOf(bench.link('h-s0'), far)).toBe(0.01)
  })

  it('[SIM-62] [SIM-865] takes one of the three best by their scores, the earlier of equals', () => {
    const bench = new Bench(fan('Server', 5, { failureProbability: 0 }), createRng(4))
    bench.station('s0').utilization = 0.5
    bench.station('s1').utilization = 0.25
    const found = shares(choices(bench, 20_000))
    // s0 scores 0.6, s1 0.7, the others 0.8: the best three are all at 0.8.
    expect(Object.keys(found)).toEqual(['s2', 's3', 's4'])
    for (const share of Object.values(found)) expect(Math.abs(share - 1 / 3)).toBeLessThan(0.02)
  })

  it('[SIM-62] weighs the three by their scores', () => {
    const bench = new Bench(fan('Server', 3, { failureProbability: 0 }), createRng(4))
    bench.station('s0').utilization = 1
    bench.station('s1').utilization = 0.5
    const found = shares(choices(bench, 20_000))
    // 0.4, 0.6 and 0.8 of 1.8.
    expect(found.s0).toBeCloseTo(0.4 / 1.8, 1.7)
    expect(found.s1).toBeCloseTo(0.6 / 1.8, 1.7)
  })

  it('[SIM-62] sees new loads in the next tick', () => {
    const bench = new Bench(fan('Server', 5, { failureProbability: 0 }), NOTHING_HAPPENS)
    expect(choices(bench, 1)).toEqual(['s2'])
    bench.now += 100
    bench.station('s1').utilization = 0.9
    expect(choices(bench, 1)).toEqual(['s3'])
  })

  it('[SIM-63] Round Robin takes the ways in turn', () => {
    expect(choices(balanced('Round Robin'), 7)).toEqual(['s0', 's1', 's2', 's0', 's1', 's2', 's0'])
  })

  it('[SIM-63] goes on with the turn after an edit', () => {
    const drawn = fan('LoadBalancer', 3, { algorithm: 'Round Robin' })
    const run = started(drawn, { rng: NOTHING_HAPPENS })
    for (let ticks = 0; ticks < 40; ticks += 1) {
      run.update(drawn)
      tick(run)
    }
    const servers = run.history().completed.map(({ path }) => path[2])
    expect(servers.slice(0, 6)).toEqual(['s0', 's1', 's2', 's0', 's1', 's2'])
  })

  it('[SIM-64] Least Connections fills the emptiest', () => {
    const bench = balanced('Least Connections')
    bench.link('h-s0').connections = 4
    bench.link('h-s1').connections = 1
    expect(choices(bench, 8)).toEqual(['s2', 's1', 's2', 's1', 's2', 's1', 's2', 's0'])
  })

  it('[SIM-64] counts what was sent and is not done yet, and not the rest', () => {
    const slow = { averageProcessingTime: 900, failureProbability: 0 }
    const fast = { averageProcessingTime: 1, failureProbability: 0 }
    const drawn = fan('LoadBalancer', 2, { algorithm: 'Least Connections' }, [slow, fast])
    const run = tick(started(drawn, { rng: NOTHING_HAPPENS }), 300)
    const chosen = shares(run.history().completed.map(({ path }) => path[2] ?? ''))
    expect(chosen.s1).toBeGreaterThan(0.6)
    expect(chosen.s0).toBeGreaterThan(0.05)
  })

  it('[SIM-64] counts from the choice to the end of the visit', () => {
    const bench = balanced('Least Connections')
    const chosen = Array.from({ length: 4 }, () => {
      const request = bench.arrived('c-h', { destination: bench.station('d'), visit: lasting(1000) })
      bench.step(request)
      return request
    })
    const connections = () => ['h-s0', 'h-s1', 'h-s2'].map((id) => bench.link(id).connections)
    expect(connections()).toEqual([2, 1, 1])
    measureUtilization(bench.network, chosen)
    expect(connections()).toEqual([2, 1, 1])
    const sent = chosen.map((request) => ({ ...request, link: request.nextLink, next: null, nextLink: null }))
    measureUtilization(bench.network, sent)
    expect(connections()).toEqual([2, 1, 1])
    measureUtilization(bench.network, sent.slice(3))
    expect(connections()).toEqual([1, 0, 0])
  })

  it('[SIM-64] counts a request once just after its hop, and not while it waits to be sent', () => {
    const connectionsAfterStep = (rng: Rng) => {
      const bench = new Bench(fan('LoadBalancer', 2, { algorithm: 'Least Connections', failureProbability: 0 }), rng)
      const request = bench.arrived('c-h', { destination: bench.station('d'), visit: lasting(1) })
      bench.step(request)
      measureUtilization(bench.network, [request])
      return [request.path.at(-1), bench.link('h-s0').connections, bench.link('h-s1').connections]
    }
    expect(connectionsAfterStep(NOTHING_HAPPENS)).toEqual(['s0', 1, 0])
    // No failure, but the visit is done over.
    expect(connectionsAfterStep(scripted(0.99, 0))).toEqual(['h', 0, 0])
  })

  it('[SIM-65] IP Hash keeps a user on one way, and spreads the users', () => {
    const wayOf = new Map<number, string>()
    const bench = balanced('IP Hash')
    const users = Array.from({ length: 300 }, (_, index) => bench.request('c', {}).address + index)
    for (const pass of [1, 2]) {
      choices(bench, users.length, (index) => ({ address: users[index] })).forEach((way, index) => {
        const user = users[index] ?? 0
        if (pass === 1) wayOf.set(user, way)
        expect(way).toBe(wayOf.get(user))
      })
    }
    for (const share of Object.values(shares([...wayOf.values()]))) expect(share).toBeGreaterThan(0.25)
  })

  it.each([false, true])('[SIM-866] takes the requests of a client as its users’ in turn, edits %s', (edits) => {
    const drawn = fan('LoadBalancer', 3, { algorithm: 'IP Hash', failureProbability: 0 })
    const run = started(drawn, { rng: NOTHING_HAPPENS })
    for (let ticks = 0; ticks < 110; ticks += 1) {
      if (edits) run.update(drawn)
      tick(run)
    }
    const servers = run.history().completed.map(({ path }) => path[2])
    // Ten users, one request a tick.
    expect(servers.slice(10, 20)).toEqual(servers.slice(0, 10))
    expect(servers.slice(20, 30)).toEqual(servers.slice(0, 10))
    expect(new Set(servers).size).toBeGreaterThan(1)
  })

  it('[SIM-66] Weighted follows the capacities', () => {
    const sizes = [1, 2, 5].map((instances) => ({ instances }))
    const found = shares(choices(balanced('Weighted', 3, sizes), 20_000))
    expect(Math.abs((found.s0 ?? 0) - 1 / 8)).toBeLessThan(0.02)
    expect(Math.abs((found.s2 ?? 0) - 5 / 8)).toBeLessThan(0.02)
  })

  it('[SIM-67] URL Path keeps a type on one way', () => {
    const types = ['Read', 'Write', 'Compute', 'Transaction', 'Read', 'Write'] as const
    const chosen = choices(balanced('URL Path'), types.length, (index) => ({ type: types[index] }))
    expect(chosen).toEqual(['s0', 's1', 's2', 's0', 's0', 's1'])
  })

  it.each(['Round Robin', 'Least Connections', 'IP Hash', 'Weighted', 'URL Path'] as const)(
    '[SIM-60] %s chooses among the ways to the destination only',
    (algorithm) => {
      const drawn = fan('LoadBalancer', 4, { algorithm, failureProbability: 0 })
      const cut = flow(
        drawn.nodes,
        drawn.edges.filter(({ id }) => id !== 's1-d' && id !== 's3-d'),
      )
      const found = new Set(choices(new Bench(cut, createRng(1)), 200, (index) => ({ address: index })))
      expect([...found].every((id) => id === 's0' || id === 's2')).toBe(true)
    },
  )

  it('[SIM-68] [SIM-868] never takes a connection whose breaker is open, if the breaker is enabled', () => {
    const broken = (circuitBreakerEnabled: boolean) => {
      const drawn = fan('LoadBalancer', 2, { failureProbability: 0 })
      const open = edge('h', 's0', { circuitBreakerEnabled, circuitBreakerStatus: 'Open' })
      return new Bench(
        flow(
          drawn.nodes,
          drawn.edges.map((one) => (one.id === open.id ? open : one)),
        ),
        createRng(1),
      )
    }
    expect(choices(broken(true), 3)).toEqual(['s1', 's1', 's1'])
    expect(choices(broken(false), 3)).toEqual(['s0', 's1', 's0'])
  })

  it.each(['Server', 'LoadBalancer'] as const)('[SIM-867] takes a half-open way a tenth as often from a %s', (hub) => {
    const drawn = fan(hub, 2, { failureProbability: 0, ...(hub === 'LoadBalancer' && { algorithm: 'Weighted' }) })
    const halfOpen = edge('h', 's0', { circuitBreakerEnabled: true, circuitBreakerStatus: 'Half-Open' })
    const edges = drawn.edges.map((one) => (one.id === halfOpen.id ? halfOpen : one))
    const found = shares(choices(new Bench(flow(drawn.nodes, edges), createRng(1)), 20_000))
    expect(Math.abs((found.s0 ?? 0) - 0.1 / 1.1)).toBeLessThan(0.01)
  })

  it('[SIM-62] [SIM-865] chooses alike at a node with many ways', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `s${index}`)
    const drawn = flow(
      [
        node('Client', 'c', ONE_A_TICK),
        node('Server', 'h', { failureProbability: 0 }),
        ...ids.map((id) => node('Server', id)),
        node('Database', 'd'),
      ],
      [edge('c', 'h'), ...ids.map((id) => edge('h', id)), ...ids.slice(10).map((id) => edge(id, 'd'))],
    )
    const bench = new Bench(drawn, createRng(1))
    expect(Object.keys(shares(choices(bench, 300)))).toEqual(['s10', 's11', 's12'])
  })

  it('[SIM-63] takes turns at a node with many ways, each to its own destination too', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `s${index}`)
    const drawn = flow(
      [node('Client', 'c', ONE_A_TICK), node('LoadBalancer', 'h'), ...ids.map((id) => node('Server', id))],
      [edge('c', 'h'), ...ids.map((id) => edge('h', id))],
    )
    const bench = new Bench(drawn, NOTHING_HAPPENS)
    const chosen = choices(bench, 30, (index) => ({ destination: bench.station(`s${(index * 7) % 30}`) }))
    expect(chosen).toEqual(ids.map((_, index) => `s${(index * 7) % 30}`))
  })
})
