import type { Flow, FlowNode } from '@plimsoll/flow'
import { savedFlow } from './event-flows.ts'
import { layeredFlow } from './graphs.ts'

/** Capacities that leave nothing waiting at these loads. */
const ROOM: Partial<Record<FlowNode['type'], object>> = {
  LoadBalancer: { maxConnections: 1e6 },
  Server: { instances: 10, cpuCores: 32, maxConcurrentRequests: 1e4, maxRequestsPerSecond: 1e6, autoScaling: false },
  Cache: { maxThroughput: 1e7, replicationEnabled: false },
  Database: { maxConnections: 1e5, readIOPS: 1e6, writeIOPS: 1e6 },
}

/** The marketplace of 30 nodes as it is saved, at about 5,000 requests per second. */
export const loadedMarketplace = (): Flow => withRoom(savedFlow('marketplace'), { usersOfClient: 3700 })

/** 500 nodes in layers, at 20,000 requests per second. */
export const loadedLayers = (): Flow => withRoom(layeredFlow(500), { usersOfClient: 1000 })

const withRoom = (flow: Flow, { usersOfClient }: { usersOfClient: number }): Flow =>
  ({
    ...flow,
    nodes: flow.nodes.map((node) => ({
      ...node,
      data: { ...node.data, ...(node.type === 'Client' ? { concurrentUsers: usersOfClient } : ROOM[node.type]) },
    })),
    edges: flow.edges.map((edge) => ({
      ...edge,
      data: { ...edge.data, maxThroughputRPS: 1e6, bandwidthMbps: 1e5, rateLimit: 0 },
    })),
  }) as Flow
