import { describe, expect, it } from 'vitest'
import { type EditedRun, replay, startEditedRun } from '../../src/edited-run.ts'
import { checkConservation } from '../../src/report/conservation.ts'
import { balancer, client, type Drawn, database, edge, saved, server } from '../controls/saved-flow.ts'

const SEED = 5

function begin(drawn: Drawn): EditedRun {
  const started = startEditedRun({ flow: saved(drawn), seed: SEED, durationMs: 60_000 })
  if (!started.ok) throw new Error(JSON.stringify(started.faults))
  return started.run
}

/** Runs until each time, in seconds, and draws the flow anew then. */
function edited(drawn: Drawn, edits: readonly (readonly [number, Drawn])[], untilS: number): EditedRun {
  const run = begin(drawn)
  for (const [atS, next] of edits) {
    run.advance(atS * 1000)
    expect(run.apply(saved(next))).toEqual([])
  }
  run.advance(untilS * 1000)
  checkConservation(run.outcome())
  return run
}

function nodeOf(run: EditedRun, id: string) {
  const found = run.outcome().nodes[run.simulated.model.nodes.findIndex((node) => node.id === id)]
  if (found === undefined) throw new Error(`There is no ${id}.`)
  return found
}
const waitingAt = (run: EditedRun, id: string) => {
  const { arrived, completed, failed } = nodeOf(run, id)
  return arrived - completed - failed
}
const reasonsOf = (run: EditedRun) => run.outcome().requests.reasons

type Data = Readonly<Record<string, unknown>>

/** Users of a server that takes 10 ms: one slot. */
const calling = (users: Data, target: Data = {}, { call = {}, simulation = {} }: Record<string, Data> = {}): Drawn => ({
  nodes: [client('c', users), server('s', { cpuCores: 1, ...target })],
  edges: [edge('c', 's', call)],
  simulation,
})

/** A server that asks a database. */
const asking = (store: Data, { call = {}, users = {} }: Record<string, Data> = {}): Drawn => ({
  nodes: [client('c', { concurrentUsers: 10, ...users }), server('s'), database('d', store)],
  edges: [edge('c', 's'), edge('s', 'd', call, 'database')],
  simulation: { arrivals: 'closed' },
})

const without = ({ nodes, edges, ...rest }: Drawn, id: string): Drawn => ({
  ...rest,
  nodes: nodes.filter((node) => node.id !== id),
  edges: edges.filter((one) => one.id !== id && one.source !== id && one.target !== id),
})

describe('an edit of a running flow', () => {
  it('[SIM-413] leaves the bursts of all clients at one time, also of one that is added', () => {
    const bursting = (ids: readonly string[], burstS: number): Drawn => ({
      nodes: [...ids.map((id) => client(id, { concurrentUsers: 50 })), server('s')],
      edges: ids.map((id) => edge(id, 's')),
      simulation: { arrivals: `mmpp:factor=1000,burstS=${burstS},calmS=4` },
    })
    const run = edited(
      bursting(['c'], 1),
      [
        [5, bursting(['c'], 2)],
        [10, bursting(['c', 'd'], 2)],
      ],
      10,
    )
    const arrived = () => run.outcome().byClient.map((one) => one.arrived)
    let [before, together, apart] = [arrived(), 0, 0]
    for (let second = 11; second <= 60; second += 1) {
      run.advance(second * 1000)
      const now = arrived()
      const busy = now.map((count, index) => count - (before[index] ?? 0) > 10)
      if (busy.every((is) => is)) together += 1
      else if (busy.some((is) => is)) apart += 1
      before = now
    }
    expect(together).toBeGreaterThan(8)
    // A burst begins or ends within a second.
    expect(apart).toBeLessThan(4)
  })

  it('[SIM-461] draws the next arrival at the new rate: the means of M/M/1 hold before and after', () => {
    const simulation = { arrivals: 'open', service: 'exp' }
    const at = (perSecond: number) => calling({ concurrentUsers: perSecond }, {}, { simulation })
    const run = begin(at(50))
    run.advance(2_000_000)
    const before = nodeOf(run, 's')
    expect(run.apply(saved(at(80)))).toEqual([])
    run.advance(6_000_000)
    const after = nodeOf(run, 's')
    expect(before.responseMs).toBeGreaterThan(20 * 0.95)
    expect(before.responseMs).toBeLessThan(20 * 1.05)
    const visits = after.completed - before.completed
    const meanMs = (after.responseMs * after.completed - before.responseMs * before.completed) / visits
    expect(visits / 4000).toBeCloseTo(80, 0)
    expect(meanMs).toBeGreaterThan(50 * 0.93)
    expect(meanMs).toBeLessThan(50 * 1.07)
  })

  it('[SIM-1011] lets what it starts take its whole time from then on', () => {
    const users = { concurrentUsers: 2 }
    const slow = { averageProcessingTime: 10_000 }
    const simulation = { arrivals: 'closed' }
    const run = edited(
      calling(users, slow, { simulation }),
      [[5.25, calling(users, { ...slow, cpuCores: 2 }, { simulation })]],
      5.26,
    )
    expect([waitingAt(run, 's'), nodeOf(run, 's').meanQueue > 0]).toEqual([2, true])
    run.advance(15_240)
    expect(nodeOf(run, 's').completed).toBe(1)
    run.advance(15_260)
    expect(nodeOf(run, 's').completed).toBe(2)
  })

  it('[SIM-461] does not let a client wait for an arrival of its former rate', () => {
    const slow = calling({ concurrentUsers: 1, thinkTimeBetweenRequests: 1e6 })
    const run = edited(slow, [[1, calling({ concurrentUsers: 10 })]], 11)
    expect(run.outcome().requests.arrived).toBe(100)
  })

  it('[SIM-414] [SIM-461] takes what is left of an interval at the new rate', () => {
    const rarely = calling({ concurrentUsers: 1, thinkTimeBetweenRequests: 10_000 })
    const run = edited(rarely, [[5, calling({ concurrentUsers: 1 })]], 8)
    // Half of an interval is left at 5 s: 5.5, 6.5 and 7.5 s.
    expect(run.outcome().requests.arrived).toBe(3)
  })

  it('[SIM-932] lets closed users draw another think time anew', () => {
    const thinking = (thinkTimeBetweenRequests: number) =>
      calling({ concurrentUsers: 10, thinkTimeBetweenRequests }, {}, { simulation: { arrivals: 'closed' } })
    const run = edited(thinking(1e6), [[1, thinking(1000)]], 11)
    expect(run.outcome().requests.arrived).toBeGreaterThan(60)
  })

  it('[SIM-462] [SIM-933] lets closed users beyond the new number leave after their requests, and further ones come', () => {
    const users = (concurrentUsers: number) =>
      calling(
        { concurrentUsers, thinkTimeBetweenRequests: 1 },
        { averageProcessingTime: 4000, cpuCores: 100 },
        { simulation: { arrivals: 'closed' } },
      )
    const run = begin(users(10))
    run.advance(3000)
    expect(run.outcome().requests.inFlightAtEnd).toBe(10)
    run.apply(saved(users(4)))
    run.advance(3900)
    expect(run.outcome().requests.inFlightAtEnd).toBe(10)
    run.advance(7000)
    expect(run.outcome().requests.inFlightAtEnd).toBe(4)
    run.apply(saved(users(12)))
    run.advance(7500)
    expect(run.outcome().requests.inFlightAtEnd).toBe(12)
  })

  it('[SIM-462] ends the requests that are under way where arrivals become open, and closed again', () => {
    const as = (arrivals: string) => calling({}, {}, { simulation: { arrivals } })
    const run = edited(
      as('closed'),
      [
        [10, as('open')],
        [20, as('closed')],
      ],
      30,
    )
    expect(run.outcome().requests.completed).toBeGreaterThan(250)
    expect(run.outcome().requests.inFlightAtEnd).toBeLessThan(10)
  })

  it('[SIM-463] more slots serve those who wait at once: a queue drains at the difference of the rates', () => {
    const slots = (cpuCores: number) => calling({ concurrentUsers: 150 }, { cpuCores })
    const run = begin(slots(1))
    run.advance(10_000)
    expect(waitingAt(run, 's')).toBeGreaterThan(495)
    expect(waitingAt(run, 's')).toBeLessThan(505)
    run.apply(saved(slots(2)))
    run.advance(15_000)
    expect(waitingAt(run, 's')).toBeGreaterThan(245)
    expect(waitingAt(run, 's')).toBeLessThan(255)
    run.advance(21_000)
    expect(waitingAt(run, 's')).toBeLessThan(4)
  })

  it('[SIM-463] fewer slots and a lesser bound let all go on that is there', () => {
    const bounded = (cpuCores: number, maxConcurrentRequests: number) =>
      calling({ concurrentUsers: 100 }, { cpuCores, maxConcurrentRequests, averageProcessingTime: 2000 })
    const run = begin(bounded(10, 50))
    run.advance(1000)
    expect(waitingAt(run, 's')).toBe(50)
    const turnedAway = nodeOf(run, 's').rejected
    run.apply(saved(bounded(2, 5)))
    expect(waitingAt(run, 's')).toBe(50)
    run.advance(2500)
    // The ten that were in service are done; two of those who waited are in service now.
    expect([waitingAt(run, 's'), nodeOf(run, 's').failed]).toEqual([40, 0])
    expect(nodeOf(run, 's').rejected).toBeGreaterThan(turnedAway)
  })

  it('[SIM-463] a larger pool of connections gives those who wait for it theirs at once', () => {
    const pool = (maxConnections: number) =>
      asking({ averageLatency: 1000 }, { call: { maxConnections, minConnections: 1 } })
    const run = begin(pool(1))
    run.advance(5000)
    const before = waitingAt(run, 'd')
    run.apply(saved(pool(100)))
    run.advance(5100)
    expect([before, waitingAt(run, 'd')]).toEqual([1, 10])
  })

  it('[SIM-464] another service time is that of the visits that begin afterwards', () => {
    const takes = (averageProcessingTime: number) =>
      calling({ concurrentUsers: 1, thinkTimeBetweenRequests: 1000 }, { averageProcessingTime, cpuCores: 100 })
    const run = edited(takes(10_000), [[5.5, takes(100)]], 9)
    expect([run.outcome().requests.completed, waitingAt(run, 's')]).toEqual([3, 5])
  })

  it('[SIM-465] another timeout is that of the calls that are made afterwards', () => {
    const within = (timeout: number) =>
      calling({ concurrentUsers: 1 }, { averageProcessingTime: 10_000, cpuCores: 100 }, { call: { timeout } })
    const run = edited(within(1e6), [[5.5, within(1000)]], 9)
    expect(reasonsOf(run)).toEqual({ Timeout: 2 })
  })

  it('[SIM-934] an open breaker stays open for as long as it was to', () => {
    const breaking = (averageProcessingTime: number, timeout: number) =>
      calling({}, { averageProcessingTime, cpuCores: 100 }, { call: { circuitBreakerEnabled: true, timeout } })
    const run = edited(
      breaking(5000, 100),
      [
        [20, breaking(5000, 200)],
        [30, breaking(10, 200)],
      ],
      65,
    )
    const opened = run.outcome().changes.list[0]?.atMs ?? 0
    expect([opened > 9000, opened < 11_000, run.outcome().requests.completed]).toEqual([true, true, 0])
    run.advance(80_000)
    const changes = run.outcome().changes.list
    expect(changes.map(({ to }) => to)).toEqual(['open', 'half-open', 'closed'])
    expect((changes[1]?.atMs ?? 0) - opened).toBeCloseTo(60_000, -3)
    expect(run.outcome().requests.completed).toBeGreaterThan(80)
  })

  it('[SIM-466] a database that is removed fails the queries there and those on their way, and the callers with them', () => {
    const slow = asking({ averageLatency: 1e6 })
    const there = edited(slow, [[8, without(slow, 'd')]], 8)
    there.advance(8010)
    expect(reasonsOf(there)).toEqual({ 'Current node not found': 10 })
    const far = asking({}, { call: { latencyMs: 1000 }, users: { thinkTimeBetweenRequests: 1 } })
    const onTheirWay = edited(far, [[0.5, without(far, 'd')]], 0.5)
    onTheirWay.advance(1600)
    expect(reasonsOf(onTheirWay)).toEqual({ 'Next node not found': 10 })
    onTheirWay.advance(10_000)
    expect(onTheirWay.outcome().requests.completed).toBeGreaterThan(1000)
  })

  it('[SIM-467] [SIM-935] a connection that is removed fails its calls; the visits at its target go on alone', () => {
    const slow = asking({ averageLatency: 4000 }, { users: { thinkTimeBetweenRequests: 1 } })
    const cut: Drawn = {
      ...slow,
      nodes: [...slow.nodes, server('t')],
      edges: [edge('c', 's'), edge('c', 't'), edge('t', 'd', {}, 'database')],
    }
    const run = edited(slow, [[1, cut]], 1.1)
    expect(reasonsOf(run)).toEqual({ 'Next edge not found': 10 })
    expect(nodeOf(run, 'd').failed).toBe(0)
    run.advance(4900)
    expect(nodeOf(run, 'd').completed).toBe(10)
  })

  it('[SIM-279] a connection that closes a cycle leads no call back that is under way', () => {
    const chain: Drawn = {
      nodes: [client('c'), server('s'), server('t', { averageProcessingTime: 4000 })],
      edges: [edge('c', 's'), edge('s', 't')],
    }
    const run = edited(chain, [[4, { ...chain, edges: [...chain.edges, edge('t', 's')] }]], 20)
    expect(nodeOf(run, 't').completed).toBeGreaterThan(150)
    expect(run.outcome().links.map(({ attempts }) => attempts > 0)).toEqual([true, true, false])
  })

  it('[SIM-543] visits that go on alone are messages', () => {
    const slow = asking({ averageLatency: 4000 }, { users: { thinkTimeBetweenRequests: 1 } })
    const run = edited(slow, [[1, { ...slow, edges: slow.edges.filter(({ id }) => id !== 's-d') }]], 1.1)
    expect(run.outcome().messages).toMatchObject({ published: 10, givenUp: 10, processed: 0, waitingAtEnd: 10 })
    run.advance(4900)
    expect(run.outcome().messages).toMatchObject({ processed: 10, waitingAtEnd: 0 })
  })

  it('[SIM-468] [SIM-936] a component that is added takes part from the next choice of way, and one that returns goes on counting', () => {
    const one = calling({ concurrentUsers: 100 }, { cpuCores: 100 })
    const two: Drawn = { ...one, nodes: [...one.nodes, server('t')], edges: [...one.edges, edge('c', 't')] }
    const run = edited(
      one,
      [
        [10, two],
        [20, one],
        [30, two],
      ],
      40,
    )
    const served = ['s', 't'].map((id) => nodeOf(run, id).completed)
    expect(served[1]).toBeGreaterThan(900)
    expect(served[1]).toBeLessThan(1100)
    expect(served[0]).toBeGreaterThan(2900)
  })

  it('[SIM-469] leaves what it does not touch as it was, to the byte', () => {
    const branch = (name: string, processing: number, users: number) => ({
      nodes: [
        client(`c${name}`, { concurrentUsers: users }),
        server(`s${name}`, { averageProcessingTime: processing, cpuCores: 4 }),
        database(`d${name}`),
      ],
      edges: [edge(`c${name}`, `s${name}`, { latencyMs: 3 }), edge(`s${name}`, `d${name}`, {}, 'database')],
    })
    const both = (processing: number, users: number, hasDatabase = true): Drawn => {
      const [first, second] = [branch('1', processing, users), branch('2', 20, 100)]
      const drawn = { nodes: [...first.nodes, ...second.nodes], edges: [...first.edges, ...second.edges] }
      const simulation = { arrivals: 'open', service: 'exp' }
      return { ...(hasDatabase ? drawn : without(drawn, 'd1')), simulation }
    }
    const plain = edited(both(10, 50), [], 60)
    const changed = edited(
      both(10, 50),
      [
        [20, both(30, 90)],
        [30, both(30, 90, false)],
        [40, both(5, 9)],
      ],
      60,
    )
    const second = (run: EditedRun) => {
      const { nodes, links, byClient } = run.outcome()
      const { model } = run.simulated
      return JSON.stringify([
        nodes.filter((_, index) => model.nodes[index]?.id.endsWith('2')),
        links.filter((_, index) => model.links[index]?.id.endsWith('2')),
        byClient[1],
      ])
    }
    expect(second(changed)).toBe(second(plain))
    expect(nodeOf(changed, 's1')).not.toEqual(nodeOf(plain, 's1'))
  })

  it('[SIM-469] that changes nothing changes no byte', () => {
    const flow = asking({}, { users: { concurrentUsers: 300 } })
    const plain = edited(flow, [], 30)
    const again = edited(
      flow,
      [
        [3, flow],
        [7.7, flow],
        [20, flow],
      ],
      30,
    )
    expect(JSON.stringify(again.outcome())).toBe(JSON.stringify(plain.outcome()))
  })

  it('[SIM-470] that cannot be simulated is refused with its faults, and the run goes on as it was', () => {
    const flow = calling({ concurrentUsers: 100 })
    const plain = edited(flow, [], 10)
    const run = begin(flow)
    run.advance(5000)
    const wrong = { ...flow, simulation: { faults: [{ node: 'gone', atS: 1, forS: 1 }] } }
    expect(run.apply(saved(wrong))).toEqual([
      { path: 'simulation.faults.0.node', message: 'names no component of this flow: "gone"' },
    ])
    run.advance(10_000)
    expect(JSON.stringify(run.outcome())).toBe(JSON.stringify(plain.outcome()))
    expect(run.log().edits).toEqual([])
  })

  it('[SIM-475] that leaves nobody to make requests lets the run go on without them, until somebody does again', () => {
    const flow = calling({ concurrentUsers: 100 }, { averageProcessingTime: 1e6, cpuCores: 100 })
    const run = edited(flow, [[1, without(flow, 'c')]], 5)
    expect(run.outcome().requests).toMatchObject({ arrived: 100, failed: 100, inFlightAtEnd: 0 })
    expect(reasonsOf(run)).toEqual({ 'Current node not found': 100 })
    expect(run.apply(saved(flow))).toEqual([])
    run.advance(6000)
    expect(run.outcome().requests.arrived).toBe(200)
  })

  it('[SIM-460] keeps what was counted: the requests of a client that is removed stay in the totals', () => {
    const two: Drawn = {
      nodes: [client('a'), client('b'), server('s')],
      edges: [edge('a', 's'), edge('b', 's')],
    }
    const run = edited(two, [[10, without(two, 'b')]], 20)
    const { requests, byClient } = run.outcome()
    expect(requests.arrived).toBe(100 + 200)
    expect(byClient.map(({ arrived }) => arrived)).toEqual([200, 100])
  })

  it('[SIM-473] lets those wait at the new slots who waited for slots of another kind', () => {
    const model = (concurrencyModel: string) => calling({ concurrentUsers: 150 }, { concurrencyModel, cpuCores: 100 })
    const run = begin(model('Single-Threaded'))
    run.advance(10_000)
    expect(waitingAt(run, 's')).toBeGreaterThan(490)
    run.apply(saved(model('Multi-Threaded')))
    run.advance(10_200)
    expect(waitingAt(run, 's')).toBeLessThan(5)
    const { arrived, started } = nodeOf(run, 's')
    expect(arrived).toBeLessThan(1532)
    expect(started).toBeLessThan(1532)
  })

  it('[SIM-474] [SIM-937] ends a fault that is taken away, and lets one begin whose time has come', () => {
    const failing = (...faults: readonly Data[]) =>
      calling({ concurrentUsers: 10 }, {}, { simulation: { faults } as unknown as Data })
    const out = { node: 's', atS: 10, forS: 1000 }
    const run = edited(
      failing(out),
      [
        [20, failing()],
        [30, failing(out)],
      ],
      40,
    )
    const { completed, failed } = run.outcome().requests
    expect([completed, failed]).toEqual([199, 200])
  })

  it('[SIM-376] is seen by the next health check', () => {
    const balanced = (way: Data): Drawn => ({
      nodes: [
        client('c'),
        balancer('b', {
          healthCheckEnabled: true,
          healthCheckInterval: 2,
          healthCheckTimeout: 1,
          unhealthyThreshold: 2,
        }),
        server('s'),
        server('t'),
      ],
      edges: [edge('c', 'b'), edge('b', 's', way), edge('b', 't')],
    })
    const run = edited(balanced({}), [[20.5, balanced({ latencyMs: 2000 })]], 60)
    const links = run.outcome().links.map(({ attempts }) => attempts)
    // Its checks at 22 and 24 s fail, the second at 25 s.
    expect((links[2] ?? 0) - (links[1] ?? 0)).toBeCloseTo(350, -1)
  })

  it('[SIM-471] happens again from the log of the run, however often that is stopped', () => {
    const flow = asking({}, { users: { concurrentUsers: 100 } })
    const run = edited(
      flow,
      [
        [3.21, asking({ averageLatency: 50 }, { users: { concurrentUsers: 150 } })],
        [5, without(flow, 'd')],
        [5, flow],
      ],
      12,
    )
    const log = JSON.parse(JSON.stringify(run.log()))
    const again = replay(log)
    const stopped = begin(flow)
    for (let timeMs = 100; timeMs < 12_000; timeMs += 97) {
      for (const { atMs, flow: next } of log.edits) {
        if (atMs < timeMs - 97 || atMs >= timeMs) continue
        stopped.advance(atMs)
        stopped.apply(next)
      }
      stopped.advance(timeMs)
    }
    stopped.advance(12_000)
    const outcomes = [run, ...(again.ok ? [again.run] : []), stopped].map((one) => JSON.stringify(one.outcome()))
    expect([outcomes.length, new Set(outcomes).size]).toEqual([3, 1])
  })
})
