import { expect, it } from 'vitest'
import { balancer, client, database, edge, reportOf, server } from '../controls/saved-flow.ts'

const slow = server('back', { cpuCores: 1, averageProcessingTime: 200 })

it('[SIM-1071] [RUN-766] has what is taken of the requests admitted, where those that wait for a call take no core', () => {
  const { nodes } = reportOf(
    {
      nodes: [
        client('c', { concurrentUsers: 20 }),
        balancer('lb', { maxConnections: 40 }),
        server('front', { concurrencyModel: 'Multi-Threaded', cpuCores: 4, maxConcurrentRequests: 10 }),
        slow,
      ],
      edges: [edge('c', 'lb'), edge('lb', 'front'), edge('front', 'back')],
    },
    2,
  )
  const [users, lb, front, back] = nodes
  expect(users?.fullest).toBeNull()
  expect(lb?.fullest?.mean).toBeCloseTo((lb?.inSystem?.mean ?? 0) / 40, 9)
  expect(front?.utilization?.mean).toBeLessThan(0.1)
  expect(front?.fullest?.mean).toBeGreaterThan(0.9)
  expect(back?.fullest).toEqual(back?.utilization)
  expect(front?.utilizationP95).toBeLessThan(0.2)
  expect(front?.fullestP95).toBeGreaterThan(0.9)
  expect(back?.fullestP95).toBe(back?.utilizationP95)
})

it('[SIM-1071] [RUN-766] has what is taken of the fuller of the slots of reads and of writes', () => {
  const copies = { replication: true, replicationType: 'Master-Slave', replicationFactor: 3, maxConnections: 2 }
  const { nodes } = reportOf(
    {
      nodes: [client('c', { concurrentUsers: 60 }), database('d', { ...copies, averageLatency: 60 })],
      edges: [edge('c', 'd', {}, 'database')],
      simulation: { requestMix: { Read: 0.1, Write: 0.9 } },
    },
    2,
  )
  expect(nodes[1]?.fullest?.mean).toBeGreaterThan(0.95)
  expect(nodes[1]?.utilization?.mean).toBeLessThan(0.5)
  expect(nodes[1]?.utilizationP95).toBeLessThan(0.5)
  expect(nodes[1]?.fullestP95).toBe(1)
})
