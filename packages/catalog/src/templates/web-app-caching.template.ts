import { internalHttp, overInternet, withinDataCenter } from './links.ts'
import type { FlowTemplate } from './template.ts'

const webServer = {
  instances: 4,
  maxConcurrentRequests: 6,
  averageProcessingTime: 40,
  maxRequestsPerSecond: 2000,
} as const

export const webAppCaching: FlowTemplate = {
  id: 'web-app-caching',
  title: 'Web App with Caching',
  description: 'Two caches in a row: one near the users for pages, one near the database for what is read often.',
  nodes: [
    {
      key: 'visitors',
      type: 'Client',
      layer: 0,
      data: {
        label: 'Visitors',
        description: 'Readers of the site, in waves',
        concurrentUsers: 2000,
        thinkTimeBetweenRequests: 4000,
        requestPattern: 'Periodic',
        bandwidthLimit: 100,
      },
    },
    {
      key: 'cdn',
      type: 'Cache',
      layer: 1,
      data: {
        label: 'CDN',
        description: 'Pages and pictures near the visitors',
        cacheType: 'CDN',
        cacheSizeValue: 500,
        ttl: 86_400,
        averageItemSize: 40,
        averageLatency: 5,
        maxThroughput: 40_000,
        expectedHitRate: 0.6,
        writePolicy: 'Write-Around',
      },
    },
    {
      key: 'balancer',
      type: 'LoadBalancer',
      layer: 2,
      data: {
        label: 'Load Balancer',
        description: 'Spreads what the CDN could not answer',
        maxConnections: 120,
      },
    },
    {
      key: 'web-1',
      type: 'Server',
      layer: 3,
      data: { ...webServer, label: 'Web Server 1', description: 'Renders pages' },
    },
    {
      key: 'web-2',
      type: 'Server',
      layer: 3,
      data: { ...webServer, label: 'Web Server 2', description: 'Renders pages' },
    },
    {
      key: 'object-cache',
      type: 'Cache',
      layer: 4,
      data: {
        label: 'Object Cache',
        description: 'Results of frequent queries',
        cacheType: 'Distributed',
        cacheSizeValue: 16,
        averageItemSize: 4,
        averageLatency: 1,
        maxThroughput: 100_000,
        expectedHitRate: 0.8,
      },
    },
    {
      key: 'database',
      type: 'Database',
      layer: 5,
      data: {
        label: 'Content Database',
        description: 'Articles, users and comments',
        maxConnections: 70,
        averageLatency: 10,
        readIOPS: 6000,
        writeIOPS: 3000,
        storageCapacity: 250,
        replication: true,
        replicationFactor: 2,
      },
    },
  ],
  edges: [
    { from: 'visitors', to: 'cdn', type: 'http', data: { ...overInternet, latencyMs: 20, maxThroughputRPS: 8000 } },
    { from: 'cdn', to: 'balancer', type: 'http', data: { ...overInternet, latencyMs: 40 } },
    { from: 'balancer', to: 'web-1', type: 'http', data: internalHttp },
    { from: 'balancer', to: 'web-2', type: 'http', data: internalHttp },
    { from: 'web-1', to: 'object-cache', type: 'tcp', data: { ...withinDataCenter, nagleAlgorithmEnabled: false } },
    { from: 'web-2', to: 'object-cache', type: 'tcp', data: { ...withinDataCenter, nagleAlgorithmEnabled: false } },
    { from: 'object-cache', to: 'database', type: 'database', data: { ...withinDataCenter, maxConnections: 40 } },
  ],
}
