import { choice, flag, number, text } from '../descriptors.ts'
import { edgeProperties } from './common.props.ts'

/** The properties of every edge through a message broker. */
export const messagingProperties = {
  ...edgeProperties({
    communicationPattern: { default: 'Pub-Sub' },
    animated: { default: true },
    maxRetries: { default: 5 },
  }),
  topicPattern: text({
    label: 'Topic pattern',
    help: 'Topics that the messages belong to.',
    section: 'delivery',
    default: 'topic.*',
    effect: { ignored: 'address' },
  }),
  deliveryGuarantee: choice({
    label: 'Delivery guarantee',
    help: 'Whether a message can get lost, arrive twice, or neither.',
    section: 'delivery',
    options: ['At-Most-Once', 'At-Least-Once', 'Exactly-Once'],
    default: 'At-Least-Once',
    effect: {
      events:
        'At-Most-Once is never redelivered; Exactly-Once takes one more round trip, and the broker drops what is published again',
      ignored: 'broker',
    },
  }),
  messagePriority: choice({
    label: 'Message priority',
    help: 'More urgent messages overtake the others in the queue.',
    section: 'delivery',
    options: ['Low', 'Normal', 'High', 'Critical'],
    default: 'Normal',
    effect: { events: 'Class in the queue', ignored: 'broker' },
  }),
  persistent: flag({
    label: 'Persistent messages',
    help: 'The broker writes messages to disk.',
    section: 'delivery',
    default: true,
    effect: { ignored: 'brokerRestart' },
  }),
  durableSubscription: flag({
    label: 'Durable subscription',
    help: 'Messages wait for a subscriber who is away.',
    section: 'delivery',
    default: true,
    effect: { ignored: 'brokerRestart' },
  }),
  orderingGuaranteed: flag({
    label: 'Ordering guaranteed',
    help: 'Messages arrive in the order in which they were sent.',
    section: 'delivery',
    default: false,
    effect: { ignored: 'messageOrder' },
  }),
  messageExpirationMs: number({
    label: 'Message expiration',
    help: 'The broker drops a message that has waited this long.',
    section: 'delivery',
    unit: 'ms',
    min: 1,
    default: 86_400_000,
    effect: { events: 'Older messages are dropped', ignored: 'broker' },
  }),
  maxQueueSizeMB: number({
    label: 'Max queue size',
    help: 'Room for messages that wait.',
    section: 'capacity',
    unit: 'MB',
    min: 1,
    default: 100,
    effect: { events: 'A full queue drops messages, or sends them to the dead-letter queue', ignored: 'broker' },
  }),
  deadLetterQueueEnabled: flag({
    label: 'Dead-letter queue',
    help: 'Keep what cannot be delivered instead of losing it.',
    section: 'delivery',
    default: true,
    effect: { events: 'Undelivered messages count as dead-lettered instead of lost', ignored: 'broker' },
  }),
  partitioning: flag({
    label: 'Partitioning',
    help: 'Split the messages so that several consumers work side by side.',
    section: 'scaling',
    default: true,
    effect: { events: 'Without it one message is in work at a time', ignored: 'broker' },
  }),
  partitionKey: text({
    label: 'Partition key',
    help: 'The field whose value decides the partition of a message.',
    section: 'scaling',
    default: 'messageId',
    effect: { ignored: 'partitionKey' },
  }),
}

export const queueName = text({
  label: 'Queue name',
  help: 'The queue that the messages wait in.',
  section: 'delivery',
  default: 'default-queue',
  effect: { ignored: 'address' },
})
