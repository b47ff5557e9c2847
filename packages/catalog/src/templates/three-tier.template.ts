import { internalHttp, overInternet, withinDataCenter } from './links.ts'
import type { FlowTemplate } from './template.ts'

const appServer = {
  instances: 4,
  maxConcurrentRequests: 6,
  averageProcessingTime: 40,
  maxRequestsPerSecond: 2000,
} as const

export const threeTier: FlowTemplate = {
  id: 'three-tier',
  title: 'Three-Tier Architecture',
  description: 'Presentation, application and data: a load balancer before two servers, a cache before the database.',
  nodes: [
    {
      key: 'users',
      type: 'Client',
      layer: 0,
      data: {
        label: 'Users',
        description: 'People in front of a browser',
        concurrentUsers: 1200,
        thinkTimeBetweenRequests: 3000,
        bandwidthLimit: 100,
      },
    },
    {
      key: 'balancer',
      type: 'LoadBalancer',
      layer: 1,
      data: { label: 'Load Balancer', description: 'Front door of the application', maxConnections: 150 },
    },
    {
      key: 'app-1',
      type: 'Server',
      layer: 2,
      data: { ...appServer, label: 'App Server 1', description: 'Business logic' },
    },
    {
      key: 'app-2',
      type: 'Server',
      layer: 2,
      data: { ...appServer, label: 'App Server 2', description: 'Business logic' },
    },
    {
      key: 'cache',
      type: 'Cache',
      layer: 3,
      data: {
        label: 'Cache',
        description: 'Keeps what is read often',
        averageLatency: 1,
        maxThroughput: 100_000,
        expectedHitRate: 0.75,
      },
    },
    {
      key: 'database',
      type: 'Database',
      layer: 4,
      data: {
        label: 'Database',
        description: 'Keeps everything',
        maxConnections: 60,
        averageLatency: 8,
        readIOPS: 6000,
        writeIOPS: 3000,
        storageCapacity: 500,
      },
    },
  ],
  edges: [
    { from: 'users', to: 'balancer', type: 'http', data: overInternet },
    { from: 'balancer', to: 'app-1', type: 'http', data: internalHttp },
    { from: 'balancer', to: 'app-2', type: 'http', data: internalHttp },
    { from: 'app-1', to: 'cache', type: 'tcp', data: { ...withinDataCenter, nagleAlgorithmEnabled: false } },
    { from: 'app-2', to: 'cache', type: 'tcp', data: { ...withinDataCenter, nagleAlgorithmEnabled: false } },
    { from: 'cache', to: 'database', type: 'database', data: { ...withinDataCenter, maxConnections: 40 } },
  ],
}
