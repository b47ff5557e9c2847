import { internalHttp, overInternet, withinDataCenter } from './links.ts'
import type { FlowTemplate } from './template.ts'

const service = {
  maxConcurrentRequests: 6,
  averageProcessingTime: 25,
  maxRequestsPerSecond: 2000,
} as const

const ownDatabase = {
  maxConnections: 40,
  averageLatency: 6,
  readIOPS: 4000,
  writeIOPS: 2000,
} as const

export const microservices: FlowTemplate = {
  id: 'microservices',
  title: 'Microservices Architecture',
  description: 'An API gateway before small services that each own their data and call each other by gRPC.',
  nodes: [
    {
      key: 'web',
      type: 'Client',
      layer: 0,
      data: {
        label: 'Web Shop',
        description: 'Shoppers in a browser',
        concurrentUsers: 1200,
        thinkTimeBetweenRequests: 3000,
        bandwidthLimit: 100,
      },
    },
    {
      key: 'mobile',
      type: 'Client',
      layer: 0,
      data: {
        label: 'Mobile App',
        description: 'Shoppers on the phone',
        clientType: 'Mobile App',
        connectionType: '5G',
        authenticationMethod: 'JWT',
        concurrentUsers: 1000,
        thinkTimeBetweenRequests: 5000,
        bandwidthLimit: 100,
      },
    },
    {
      key: 'gateway',
      type: 'LoadBalancer',
      layer: 1,
      data: {
        label: 'API Gateway',
        description: 'One address for all services',
        loadBalancerType: 'Gateway',
        algorithm: 'Least Connections',
        maxConnections: 200,
      },
    },
    {
      key: 'accounts',
      type: 'Server',
      layer: 2,
      data: { ...service, instances: 3, label: 'Account Service', description: 'Sign-in and profiles' },
    },
    {
      key: 'catalog',
      type: 'Server',
      layer: 2,
      data: { ...service, instances: 3, label: 'Catalog Service', description: 'Products and prices' },
    },
    {
      key: 'orders',
      type: 'Server',
      layer: 2,
      data: { ...service, instances: 5, label: 'Order Service', description: 'Baskets and orders' },
    },
    {
      key: 'catalog-cache',
      type: 'Cache',
      layer: 3,
      data: {
        label: 'Catalog Cache',
        description: 'Products that are looked at often',
        averageLatency: 1,
        maxThroughput: 40_000,
        expectedHitRate: 0.85,
      },
    },
    {
      key: 'payments',
      type: 'Server',
      layer: 3,
      data: {
        ...service,
        instances: 3,
        label: 'Payment Service',
        description: 'Charges cards',
        authenticationRequired: true,
      },
    },
    {
      key: 'accounts-db',
      type: 'Database',
      layer: 4,
      data: { ...ownDatabase, label: 'Account Database', description: 'Owned by the account service' },
    },
    {
      key: 'catalog-db',
      type: 'Database',
      layer: 4,
      data: {
        ...ownDatabase,
        maxConnections: 30,
        dbType: 'NoSQL',
        dbSubType: 'Document',
        label: 'Catalog Database',
        description: 'Owned by the catalog service',
      },
    },
    {
      key: 'payments-db',
      type: 'Database',
      layer: 4,
      data: { ...ownDatabase, label: 'Payment Database', description: 'Owned by the payment service' },
    },
    {
      key: 'orders-db',
      type: 'Database',
      layer: 4,
      data: { ...ownDatabase, label: 'Order Database', description: 'Owned by the order service' },
    },
  ],
  edges: [
    { from: 'web', to: 'gateway', type: 'http', data: overInternet },
    { from: 'mobile', to: 'gateway', type: 'http', data: { ...overInternet, maxThroughputRPS: 1500 } },
    { from: 'gateway', to: 'accounts', type: 'http', data: internalHttp },
    { from: 'gateway', to: 'catalog', type: 'http', data: internalHttp },
    { from: 'gateway', to: 'orders', type: 'http', data: { ...internalHttp, maxThroughputRPS: 50_000 } },
    {
      from: 'orders',
      to: 'payments',
      type: 'grpc',
      data: { ...withinDataCenter, authentication: 'mTLS', encryption: 'mTLS', serviceMethod: 'payments.Charge' },
    },
    { from: 'catalog', to: 'catalog-cache', type: 'tcp', data: { ...withinDataCenter, nagleAlgorithmEnabled: false } },
    { from: 'accounts', to: 'accounts-db', type: 'database', data: withinDataCenter },
    { from: 'catalog-cache', to: 'catalog-db', type: 'database', data: withinDataCenter },
    { from: 'orders', to: 'orders-db', type: 'database', data: withinDataCenter },
    { from: 'payments', to: 'payments-db', type: 'database', data: withinDataCenter },
  ],
}
