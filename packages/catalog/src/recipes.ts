import type { EdgeType, NodeType } from './kinds.ts'
import type { NodeData } from './registry.ts'

interface Entry {
  readonly id: string
  readonly title: string
  readonly caption: string
  /** Further words, in small letters, that find it. */
  readonly words: readonly string[]
  /** Kind of a connection that leads to it; absent: that of the kinds of both ends. */
  readonly connection?: EdgeType
  /** Whether it is found by its words only, and not listed beside the kinds. */
  readonly isHidden?: true
}

/** A node under the name that the field has for it: a kind with the settings that make it so; the others are the kind's defaults. */
export type Recipe<T extends NodeType = NodeType> = {
  readonly [K in T]: Entry & { readonly type: K; readonly data: Partial<NodeData<K>> }
}[T]

/** Machines that pass data on and compute little. */
const broker = {
  instances: 3,
  cpuCores: 8,
  memory: 32,
  storage: 1000,
  deploymentType: 'VM',
  concurrencyModel: 'Event-Loop',
  averageProcessingTime: 2,
  maxConcurrentRequests: 1000,
  maxRequestsPerSecond: 50_000,
} as const

const RECIPE_LIST: readonly Recipe[] = [
  {
    id: 'queue',
    title: 'Message queue',
    caption: 'Holds messages until a worker takes them',
    words: ['rabbitmq', 'sqs', 'broker', 'amqp', 'event bus', 'activemq', 'nats', 'pub sub'],
    connection: 'amqp',
    type: 'Server',
    data: { ...broker, description: 'Holds messages until a worker takes them' },
  },
  {
    id: 'cdn',
    title: 'CDN',
    caption: 'Serves pages and files near the users',
    words: ['content delivery network', 'cloudfront', 'fastly', 'akamai', 'cloudflare', 'edge'],
    connection: 'http',
    type: 'Cache',
    data: {
      cacheType: 'CDN',
      cacheSizeValue: 10,
      cacheSizeUnit: 'TB',
      ttl: 86_400,
      averageItemSize: 100,
      averageLatency: 10,
      expectedHitRate: 0.9,
      description: 'Serves pages and files near the users',
    },
  },
  {
    id: 'api-gateway',
    title: 'API gateway',
    caption: 'One entrance to many services',
    words: ['gateway', 'kong', 'apigee', 'reverse proxy', 'envoy', 'nginx', 'ingress'],
    connection: 'http',
    type: 'LoadBalancer',
    data: {
      loadBalancerType: 'Gateway',
      algorithm: 'URL Path',
      contentBasedRouting: true,
      rateLimitingEnabled: true,
      description: 'One entrance to many services',
    },
  },
  {
    id: 'worker',
    title: 'Worker',
    caption: 'Does jobs in the background',
    words: ['background job', 'consumer', 'processor', 'cron', 'sidekiq', 'celery', 'batch'],
    connection: 'amqp',
    type: 'Server',
    data: {
      concurrencyModel: 'Worker Pool',
      averageProcessingTime: 200,
      maxConcurrentRequests: 10,
      maxRequestsPerSecond: 200,
      description: 'Does jobs in the background',
    },
  },
  {
    id: 'object-store',
    title: 'Object store',
    caption: 'Keeps files and blobs of any size',
    words: ['s3', 'bucket', 'blob storage', 'gcs', 'minio', 'file storage'],
    connection: 'http',
    type: 'Database',
    data: {
      dbType: 'NoSQL',
      dbSubType: 'Key-Value',
      storageCapacity: 10_000,
      maxConnections: 5000,
      readIOPS: 5500,
      writeIOPS: 3500,
      averageLatency: 30,
      replication: true,
      description: 'Keeps files and blobs of any size',
    },
  },
  {
    id: 'third-party-api',
    title: 'Third-party API',
    caption: 'A service of someone else, such as payments',
    words: ['external', 'payment', 'stripe', 'saas', 'partner', 'webhook', 'rest api'],
    connection: 'http',
    type: 'Server',
    data: {
      deploymentType: 'Serverless',
      averageProcessingTime: 250,
      rateLimitPerSecond: 100,
      authenticationRequired: true,
      failureProbability: 0.01,
      description: 'A service of someone else, with a limit on its rate',
    },
  },
  {
    id: 'api-server',
    title: 'API server',
    caption: 'Answers requests of clients',
    words: ['backend', 'rest', 'microservice', 'service', 'web server'],
    isHidden: true,
    type: 'Server',
    data: { description: 'Answers requests of clients' },
  },
  {
    id: 'kafka',
    title: 'Kafka topic',
    caption: 'A log of events in partitions',
    words: ['event log', 'event stream', 'topic', 'pulsar', 'redpanda', 'stream'],
    connection: 'kafka',
    isHidden: true,
    type: 'Server',
    data: { ...broker, description: 'A log of events in partitions' },
  },
  {
    id: 'redis',
    title: 'Redis',
    caption: 'Data in memory',
    words: ['valkey', 'memcached', 'in memory cache', 'session store'],
    connection: 'tcp',
    isHidden: true,
    type: 'Cache',
    data: { cacheType: 'In-Memory', cacheSizeValue: 8, averageLatency: 1, description: 'Data in memory' },
  },
  {
    id: 'postgres',
    title: 'PostgreSQL',
    caption: 'A relational database',
    words: ['postgres', 'mysql', 'mariadb', 'rds', 'aurora', 'sql database', 'relational'],
    connection: 'database',
    isHidden: true,
    type: 'Database',
    data: { dbType: 'SQL', dbSubType: 'Relational', description: 'A relational database' },
  },
  {
    id: 'lambda',
    title: 'Lambda function',
    caption: 'Runs code without a server of its own',
    words: ['serverless', 'cloud function', 'faas', 'azure function'],
    isHidden: true,
    type: 'Server',
    data: {
      deploymentType: 'Serverless',
      autoScaling: true,
      concurrencyModel: 'Single-Threaded',
      maxConcurrentRequests: 1,
      cpuCores: 1,
      memory: 1,
      instances: 10,
      maxInstances: 100,
      description: 'Runs code without a server of its own',
    },
  },
]

/** All recipes, those that are listed beside the kinds first. A new node has the title as its label. */
export const RECIPES: readonly Recipe[] = RECIPE_LIST.map((recipe): Recipe => {
  const data = { label: recipe.title, ...recipe.data }
  return { ...recipe, data } as Recipe
})
