import { PLACES } from '@plimsoll/simulation'
import { describe, expect, it } from 'vitest'
import { replay } from '../../src/edited-run.ts'
import { createEventSimulation } from '../../src/running/event-simulation.ts'
import { cache, client, type Drawn, database, edge, saved, server } from '../controls/saved-flow.ts'

/** Runs for 5 s. */
function begun(drawn: Drawn) {
  const simulation = createEventSimulation({ flow: saved(drawn), seed: 1 })
  simulation.advance(5000, { events: Number.POSITIVE_INFINITY })
  return simulation
}

function takenAt(simulation: ReturnType<typeof begun>, id: string) {
  const { nodes, nodeFigures } = simulation.snapshot()
  const at = nodes.indexOf(id)
  const { taken, takenOf, takenPlaces } = nodeFigures ?? {}
  return { taken: taken?.[at], of: takenOf?.[at], places: PLACES[takenPlaces?.[at] ?? -1] }
}

const calling = (
  call: Readonly<Record<string, unknown>> = {},
  target: Readonly<Record<string, unknown>> = {},
): Drawn => ({
  nodes: [client('c', { concurrentUsers: 20 }), server('s', target)],
  edges: [edge('c', 's', call)],
})

describe('figures of a run on screen', () => {
  it('[SIM-660] have the instances of each component', () => {
    const { nodes, nodeFigures } = begun(calling({}, { instances: 3 })).snapshot()
    expect(nodeFigures?.instances[nodes.indexOf('s')]).toBe(3)
  })

  it('[SIM-663] have no percentile of the visits where there are more than 500 components', () => {
    const p95 = (others: number) => {
      const flow = calling()
      const unused = Array.from({ length: others }, (_, index) => server(`s${index}`))
      const { nodes, nodeFigures } = begun({ ...flow, nodes: [...flow.nodes, ...unused] }).snapshot()
      return nodeFigures?.p95[nodes.indexOf('s')]
    }
    expect([p95(498), p95(499)]).toEqual([expect.closeTo(10, 0), Number.NaN])
  })

  it('[SIM-670] [SIM-1052] have the percentile of the visits of the last 10 s, however long the run is', () => {
    const simulation = begun({ ...calling(), simulation: { service: 'det' } })
    const p95 = ({ nodes, nodeFigures } = simulation.snapshot()) => nodeFigures?.p95[nodes.indexOf('s')]
    expect(p95()).toBeCloseTo(10, 0)
    simulation.advance(60_000, { events: Number.POSITIVE_INFINITY })
    expect(p95()).toBeCloseTo(10, 0)
    simulation.apply(saved({ ...calling({}, { averageProcessingTime: 20 }), simulation: { service: 'det' } }))
    simulation.advance(120_000, { events: Number.POSITIVE_INFINITY })
    expect(p95()).toBeCloseTo(20, 0)
  })

  it('[RUN-703] have the size of the requests: all of 2 KB', () => {
    expect(begun(calling({ averageRequestSizeKB: 2 })).snapshot().averageRequestSize).toBeCloseTo(2, 9)
  })

  it('[RUN-703] [SIM-1065] have the size of the requests that were sent, also before an edit', () => {
    const simulation = begun(calling({ averageRequestSizeKB: 2 }))
    const bytes = () => simulation.outcome()?.links[0]?.bytes
    const before = bytes()
    simulation.apply(saved(calling({ averageRequestSizeKB: 4 })))
    expect([simulation.snapshot().averageRequestSize, bytes()]).toEqual([expect.closeTo(2, 9), before])
    simulation.advance(10_000, { events: Number.POSITIVE_INFINITY })
    expect(simulation.snapshot().averageRequestSize).toBeCloseTo(3, 1)
  })

  it('[RUN-703] [RUN-730] have the own sizes of recorded requests', () => {
    const recorded = [1, 2].map((atS) => ({ atS, sizeKB: 5 * atS }))
    const simulation = begun({ ...calling({ averageRequestSizeKB: 2 }), simulation: { recorded } })
    expect(simulation.snapshot().averageRequestSize).toBeCloseTo(7.5, 9)
  })

  it('[SIM-1066] have each failure where it began, not where an earlier one for the same reason was tried again', () => {
    const { errors } = begun({
      nodes: [
        client('c', { concurrentUsers: 100 }),
        server('s'),
        cache('often', { failureProbability: 0.5 }),
        database('d', { failureProbability: 0.2 }),
      ],
      edges: [edge('c', 's'), edge('s', 'often', { retryEnabled: true, maxRetries: 10 }), edge('s', 'd')],
    }).snapshot()
    expect(errors.total).toBeGreaterThan(10)
    expect(errors.nodes).toEqual([{ id: 'd', count: errors.total, share: 1 }])
    expect(new Set(errors.recent.map(({ nodeId }) => nodeId))).toEqual(new Set(['d']))
  })

  it('[SIM-1060] are of each component and connection also after others were removed, for a diagnosis', () => {
    const { nodes, edges } = calling()
    const simulation = begun({
      nodes: [server('gone'), ...nodes, server('t')],
      edges: [edge('c', 'gone'), ...edges, edge('s', 't')],
    })
    simulation.apply(saved({ nodes: [...nodes, server('t')], edges: [...edges, edge('s', 't')] }))
    simulation.advance(20_000, { events: Number.POSITIVE_INFINITY })
    const measures = simulation.measures()
    expect(measures?.nodes.map(({ id, served }) => [id, Math.round(served)])).toEqual([
      ['c', 0],
      ['s', 20],
      ['t', 20],
    ])
    expect(measures?.edges.map(({ id, calls }) => [id, Math.round(calls)])).toEqual([
      ['c-s', 20],
      ['s-t', 20],
    ])
  })

  it('[SIM-1061] have the utilization of the slots that there were, also where an edit has changed their number', () => {
    const simulation = begun(calling({}, { cpuCores: 1 }))
    const { nodes, nodeUtilization } = simulation.snapshot()
    const server = nodes.indexOf('s')
    expect(nodeUtilization[server]).toBeCloseTo(0.2, 1)
    simulation.apply(saved(calling({}, { cpuCores: 2 })))
    expect(simulation.snapshot().nodeUtilization[server]).toBeCloseTo(0.2, 1)
    simulation.advance(7000, { events: Number.POSITIVE_INFINITY })
    expect(simulation.snapshot().nodeUtilization[server]).toBeCloseTo(0.1, 1)
    const { utilization = [] } = simulation.outcome()?.series ?? {}
    const ofSpan = (share: number) => expect.closeTo(share, 1)
    expect(utilization[server]).toEqual([0.2, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1].map(ofSpan))
  })

  it('[SIM-1062] have a utilization again where an edit has limited the slots', () => {
    const simulation = begun(calling({}, { deploymentType: 'Serverless' }))
    simulation.apply(saved(calling({}, { cpuCores: 1, concurrencyModel: 'Multi-Threaded' })))
    simulation.advance(8000, { events: Number.POSITIVE_INFINITY })
    const { nodes, nodeUtilization } = simulation.snapshot()
    expect(nodeUtilization[nodes.indexOf('s')]).toBeCloseTo(0.2, 1)
  })

  it('[SIM-1063] have no number of slots, for a diagnosis, while they reach back to when there was no limit', () => {
    const simulation = begun(calling({}, { deploymentType: 'Serverless' }))
    simulation.apply(saved(calling({}, { cpuCores: 2 })))
    const slots = () => simulation.measures()?.nodes.find(({ id }) => id === 's')?.slots
    simulation.advance(8000, { events: Number.POSITIVE_INFINITY })
    expect(slots()).toBe(Number.POSITIVE_INFINITY)
    simulation.advance(20_000, { events: Number.POSITIVE_INFINITY })
    expect(slots()).toBeCloseTo(2, 9)
  })

  it('[SIM-660] [SIM-1029] have the instances of a database that reads from three copies once', () => {
    const copied = { replication: true, replicationType: 'Master-Slave', replicationFactor: 3 }
    const simulation = begun({ nodes: [client('c'), database('d', copied)], edges: [edge('c', 'd', {}, 'database')] })
    const { nodes, nodeFigures } = simulation.snapshot()
    expect(nodeFigures?.instances[nodes.indexOf('d')]).toBe(3)
    expect(simulation.measures()?.nodes.find(({ id }) => id === 'd')?.instances).toBeCloseTo(3, 9)
    expect(simulation.outcome()?.nodes[nodes.indexOf('d')]?.meanInstances).toBeCloseTo(3, 9)
  })

  it('[RUN-750] [RUN-755] have the utilization of the slots that are taken, by requests that wait for a call too, as the diagnosis', () => {
    const simulation = begun({
      nodes: [
        client('c', { concurrentUsers: 60 }),
        server('front', { cpuCores: 4 }),
        server('back', { cpuCores: 1, averageProcessingTime: 100 }),
      ],
      edges: [edge('c', 'front'), edge('front', 'back')],
    })
    const { nodes, nodeUtilization, nodeFigures, bottlenecks } = simulation.snapshot()
    const front = nodes.indexOf('front')
    expect(nodeUtilization[front]).toBeCloseTo(1, 2)
    expect(nodeFigures?.working[front]).toBeLessThan(0.1)
    expect(takenAt(simulation, 'front')).toEqual({ taken: expect.closeTo(4, 1), of: 4, places: 'slots' })
    const [station] = simulation.measures()?.nodes[front]?.stations ?? []
    expect(station?.taken).toBeCloseTo(nodeFigures?.taken[front] ?? 0, 0)
    // Both have all slots taken, and the one waits for the other.
    expect(bottlenecks.slice(0, 2).map(({ id }) => id)).toEqual(['back', 'front'])
  })

  it('[RUN-751] [SIM-1070] have that of the requests that it admits, where those that wait for a call take no core', () => {
    const front = { cpuCores: 8, concurrencyModel: 'Multi-Threaded', maxConcurrentRequests: 5, instances: 2 }
    const drawn: Drawn = {
      nodes: [
        client('c', { concurrentUsers: 60 }),
        server('front', front),
        server('back', { cpuCores: 1, averageProcessingTime: 100 }),
      ],
      edges: [edge('c', 'front'), edge('front', 'back')],
    }
    const simulation = begun(drawn)
    const utilization = () => simulation.snapshot().nodeUtilization[1]
    expect(utilization()).toBeGreaterThan(0.95)
    expect(takenAt(simulation, 'front')).toEqual({ taken: expect.closeTo(10, 0), of: 10, places: 'requests' })
    const [, , ...edges] = drawn.nodes
    simulation.apply(
      saved({
        ...drawn,
        nodes: [
          client('c', { concurrentUsers: 1 }),
          server('front', { ...front, maxConcurrentRequests: 10 }),
          ...edges,
        ],
      }),
    )
    expect(utilization()).toBeGreaterThan(0.95)
    simulation.advance(40_000, { events: Number.POSITIVE_INFINITY })
    expect(takenAt(simulation, 'front').of).toBe(20)
    expect(utilization()).toBeLessThan(0.1)
  })

  it('[RUN-752] have that of the fuller of the slots of reads and the slots of writes', () => {
    const copies = { replication: true, replicationType: 'Master-Slave', replicationFactor: 3, maxConnections: 2 }
    const simulation = begun({
      nodes: [client('c', { concurrentUsers: 60 }), database('d', { ...copies, averageLatency: 60 })],
      edges: [edge('c', 'd', {}, 'database')],
      simulation: { requestMix: { Read: 0.1, Write: 0.9 } },
    })
    const { nodes, nodeUtilization, nodeFigures } = simulation.snapshot()
    const position = nodes.indexOf('d')
    expect(nodeUtilization[position]).toBeCloseTo(1, 2)
    expect(takenAt(simulation, 'd')).toEqual({ taken: expect.closeTo(2, 1), of: 2, places: 'slots for writes' })
    expect(nodeFigures?.working[position]).toBeLessThan(0.5)
  })

  it('[RUN-756] have what of a connection transfers and what of its pool is in use', () => {
    const pool = { connectionPoolEnabled: true, maxConcurrentConnections: 3 }
    const { edges, edgeUtilization, edgeFigures } = begun({
      nodes: [client('c', { concurrentUsers: 60 }), server('s'), server('t', { averageProcessingTime: 100 })],
      edges: [edge('c', 's'), edge('s', 't', pool, 'tcp')],
    }).snapshot()
    const position = edges.indexOf('s-t')
    expect(edgeUtilization[position]).toBeCloseTo(1, 2)
    expect([edgeFigures?.poolInUse, edgeFigures?.poolSize].map((list) => list?.[position])).toEqual([
      expect.closeTo(3, 1),
      3,
    ])
    expect(edgeFigures?.transferring[position]).toBeLessThan(0.1)
    expect(edgeFigures?.poolSize[edges.indexOf('c-s')]).toBe(Number.POSITIVE_INFINITY)
  })

  it('[SIM-373] [SIM-1064] have the utilization of the instances that are not out', () => {
    const simulation = begun({
      nodes: [client('c', { concurrentUsers: 60 }), server('s', { cpuCores: 1, instances: 2 })],
      edges: [edge('c', 's')],
      simulation: { faults: [{ kind: 'outage', node: 's', instance: 1, atS: 5, forS: 10 }] },
    })
    const { nodes } = simulation.snapshot()
    const position = nodes.indexOf('s')
    const utilization = () => simulation.snapshot().nodeUtilization[position]
    expect(utilization()).toBeCloseTo(0.3, 1)
    simulation.advance(15_000, { events: Number.POSITIVE_INFINITY })
    expect(utilization()).toBeCloseTo(0.6, 1)
    expect(simulation.outcome()?.series.utilization[position]?.at(-1)).toBeCloseTo(0.6, 1)
    expect(simulation.measures()?.nodes[position]?.slots).toBeCloseTo(1, 9)
    simulation.advance(20_000, { events: Number.POSITIVE_INFINITY })
    expect(utilization()).toBeCloseTo(0.3, 1)
  })

  it('[SIM-661] have the types of what leaves the devices of closed users by how often each user asks', () => {
    const { mix } =
      begun({
        nodes: [
          client('often', { thinkTimeBetweenRequests: 1000 }),
          client('rarely', { thinkTimeBetweenRequests: 3000, cacheEnabled: true, cacheTTL: 6 }),
          server('s'),
        ],
        edges: [edge('often', 's'), edge('rarely', 's')],
        simulation: {
          arrivals: 'closed',
          requestMix: { Read: 1, Write: 1 },
          catalogue: { items: 1, zipf: 0 },
        },
      }).measures() ?? {}
    // A third as many requests of `rarely`, whose devices answer rT/(1 + rT) of the Reads, a half with a Read each 6 s.
    const [reads, writes] = [1 / 2 + (1 / 2) * (1 / 3) * (1 / 2), 1 / 2 + (1 / 2) * (1 / 3)]
    expect(mix?.Read).toBeCloseTo(reads / (reads + writes), 9)
  })

  it.each([
    [
      'rates',
      [
        { atS: 0, rps: 6, type: 'Write' },
        { atS: 0, rps: 2 },
        { atS: 60, rps: 9, type: 'Read' },
      ],
      0.25 * 0.4,
    ],
    ['times', [{ atS: 1, type: 'Write' }, { atS: 2, type: 'Read' }, 3], (1 + 0.4) / 3],
  ])('[SIM-1091] have the types of recorded %s', (_, recorded, reads) => {
    const simulation = { recorded, requestMix: { Read: 2, Compute: 3 } }
    const { mix } = begun({ ...calling(), simulation }).measures() ?? {}
    expect(mix?.Read).toBeCloseTo(reads, 9)
  })
})

describe('a run without requests', () => {
  it('[RUN-368] begins with the edit that brings a client', () => {
    const flow = calling()
    const simulation = begun({ nodes: flow.nodes.slice(1), edges: [] })
    expect(simulation.apply(saved(flow))).toBe('restarted')
    simulation.advance(1000, { events: Number.POSITIVE_INFINITY })
    expect(simulation.snapshot()).toMatchObject({ elapsedTime: 1000, createdRequests: 20, missing: [] })
  })
})

describe('a run that happens again', () => {
  it('[SIM-662] tells after each 65,536 events how much of its time is over', () => {
    const log = begun({ ...calling(), nodes: [client('c', { concurrentUsers: 3000 }), server('s')] }).log()
    const shares: number[] = []
    const again = replay(log, { onProgress: (share) => shares.push(share) })
    const { events = 0 } = again.ok ? again.run.outcome() : {}
    expect(shares).toEqual(shares.map((_, index) => expect.closeTo((65_536 * (index + 1)) / events, 1)))
    expect(shares).toHaveLength(Math.floor(events / 65_536))
  })
})
