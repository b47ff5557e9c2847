import { flag, int, list, number, text } from '../descriptors.ts'
import { defineEdgeKind } from '../kinds.ts'
import { edgeProperties } from './common.props.ts'
import { plainLook } from './looks.ts'

/** Hours of retention above which an event stream is highlighted. */
const LONG_RETENTION_ABOVE_HOURS = 72

export const eventStream = defineEdgeKind({
  type: 'eventStream',
  label: 'Event Stream',
  caption: 'Events that are kept for a while',
  icon: 'waves',
  rules: [],
  look: (data) =>
    plainLook(data, {
      highlight:
        data.retentionPeriodHours > LONG_RETENTION_ABOVE_HOURS
          ? `Retention over ${LONG_RETENTION_ABOVE_HOURS} h`
          : null,
    }),
  properties: {
    ...edgeProperties({
      communicationPattern: { default: 'Pub-Sub' },
      latencyMs: { min: 1, max: 10_000 },
      maxRetries: { max: 100 },
      weight: { effect: { ignored: 'everyTarget' } },
      failoverStrategy: { effect: { ignored: 'everyTarget' } },
    }),
    streamName: text({
      label: 'Stream name',
      help: 'The stream that the events go to.',
      section: 'delivery',
      default: 'default-stream',
      effect: { ignored: 'address' },
    }),
    eventTypes: list({
      label: 'Event types',
      help: 'What kinds of event the stream carries.',
      section: 'delivery',
      suggestions: [],
      default: ['default-event'],
      effect: { ignored: 'address' },
    }),
    ordered: flag({
      label: 'Ordered',
      help: 'Events arrive in the order in which they were sent.',
      section: 'delivery',
      default: false,
      effect: { ignored: 'messageOrder' },
    }),
    maxBatchSize: int({
      label: 'Max batch size',
      help: 'Events that a consumer takes at once.',
      section: 'delivery',
      unit: 'events',
      min: 1,
      max: 10_000,
      default: 100,
      effect: { events: 'Mean wait until a batch is full, 100 ms at most', ignored: 'broker' },
    }),
    retentionPeriodHours: number({
      label: 'Retention period',
      help: 'How long events are kept; a consumer that lags further behind loses some.',
      section: 'delivery',
      unit: 'h',
      min: 1,
      default: 24,
      effect: { events: 'Lag beyond it is lost', ignored: 'broker' },
    }),
    sharding: flag({
      label: 'Sharding',
      help: 'Split the stream so that several consumers work side by side.',
      section: 'scaling',
      default: true,
      effect: { events: 'Uses the shard count', ignored: 'broker' },
    }),
    shardCount: int({
      label: 'Shards',
      help: 'Parts that the stream is split into.',
      section: 'scaling',
      unit: 'shards',
      min: 1,
      max: 1000,
      default: 3,
      role: 'pool',
      effect: { events: 'Number of partitions', ignored: 'broker' },
    }),
    costPerGB: number({
      label: 'Cost per GB',
      help: 'Price of the data that goes through.',
      section: 'cost',
      unit: '$/GB',
      min: 0,
      default: 0,
      effect: { events: 'Cost of the run', ignored: 'cost' },
    }),
    costPerMillionRequests: number({
      label: 'Cost per million requests',
      help: 'Price of a million events.',
      section: 'cost',
      unit: '$/million',
      min: 0,
      default: 0,
      effect: { events: 'Cost of the run', ignored: 'cost' },
    }),
  },
})
