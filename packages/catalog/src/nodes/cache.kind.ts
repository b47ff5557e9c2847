import { choice, flag, int, number } from '../descriptors.ts'
import { defineNodeKind } from '../kinds.ts'
import { nodeProperties } from './node.props.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export const cache = defineNodeKind({
  type: 'Cache',
  label: 'Cache',
  caption: 'Fast data retrieval',
  icon: 'zap',
  rules: [],
  summary: (data) => `${data.cacheType} · ${percent.format(data.expectedHitRate)} hits`,
  properties: {
    ...nodeProperties('Cache'),
    cacheType: choice({
      label: 'Cache type',
      help: 'Where the cache lives.',
      section: 'general',
      options: ['In-Memory', 'Distributed', 'CDN', 'Browser', 'Application'],
      default: 'In-Memory',
      effect: {},
    }),
    maxThroughput: number({
      label: 'Maximum throughput',
      help: 'Requests that the cache can answer each second.',
      section: 'capacity',
      unit: 'rps',
      min: 1,
      default: 50_000,
      effect: { live: 'Capacity, with the average latency', events: 'Capacity per shard' },
    }),
    shardingEnabled: flag({
      label: 'Sharding',
      help: 'Split the keys over several shards.',
      section: 'scaling',
      default: false,
      effect: { events: 'Multiplies the capacity by the shard count' },
    }),
    shardCount: int({
      label: 'Shards',
      help: 'Parts that the keys are split into.',
      section: 'scaling',
      min: 2,
      max: 100,
      default: 3,
      visibleWhen: { property: 'shardingEnabled', is: true },
      effect: { events: 'Multiplies the capacity' },
    }),
  },
})
